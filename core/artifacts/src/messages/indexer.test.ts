import { Kernel, type Batch, type Channel, type ChannelKind } from '@loggia/kernel';
import {
  keptContentUri,
  reduceChat,
  reduceSession,
  withExcerpt,
  workspaceUri,
  type ChatAction,
  type ChatState,
  type SessionAction,
  type SessionState,
} from '@loggia/protocol';
import { ArtifactRig, me } from '@loggia/testing/artifacts';
import { ManualClock, ManualScheduler, MemoryStore } from '@loggia/testing/kernel';
import { beforeEach, describe, expect, it } from 'vitest';
import type { ArtifactWrite } from '../store.ts';
import { messageIndexer } from './indexer.ts';

const facts = { busy: false, modifiedAt: '' };
const chatKind: ChannelKind<ChatState, ChatAction> = {
  name: 'chat',
  reduce: reduceChat,
  describe: () => facts,
};
const sessionKind: ChannelKind<SessionState, SessionAction> = {
  name: 'session',
  reduce: reduceSession,
  describe: () => facts,
};

/** Records the part writes of each transaction. */
class RiddenStore extends MemoryStore {
  readonly commits: ArtifactWrite[][] = [];

  override commit(batch: Batch): Promise<void> {
    this.commits.push(batch.partWrites.map(({ write }) => write as ArtifactWrite));
    return super.commit({ ...batch, partWrites: [] });
  }
}

const at = '2026-01-01T00:00:00.000Z';
const sessionUri = 'ahp-session:/s';
const chatUri = 'ahp-chat:/c';

let store: RiddenStore;
let kernel: Kernel;
let scheduler: ManualScheduler;
let chat: Channel<ChatState>;

beforeEach(async () => {
  store = new RiddenStore();
  const clock = new ManualClock();
  scheduler = new ManualScheduler(clock);
  kernel = await Kernel.open({
    store,
    kinds: [chatKind, sessionKind],
    clock,
    scheduler,
    observer: messageIndexer(() => kernel),
  });
  kernel.create<SessionState>(sessionUri, 'session', {
    provider: 'p',
    title: 'About ducks',
    status: 0,
    lifecycle: 'ready',
    activeClients: [],
    chats: [],
    project: { uri: workspaceUri('w1'), displayName: 'W' },
  } as SessionState);
  chat = kernel.create<ChatState>(
    chatUri,
    'chat',
    { resource: chatUri, title: 'Chat', status: 0, modifiedAt: at, turns: [] } as ChatState,
    { parent: sessionUri },
  );
  await scheduler.settle();
  store.commits.length = 0;
});

async function act(...actions: ChatAction[]): Promise<ArtifactWrite[]> {
  for (const action of actions) kernel.append(chat, action);
  await scheduler.settle();
  return store.commits.splice(0).flat();
}

const begin = (turnId: string, text: string): ChatAction => ({
  type: 'chat/turnStarted',
  turnId,
  startedAt: at,
  message: { text, origin: { kind: 'user' } },
});
const say = (turnId: string, content: string): ChatAction => ({
  type: 'chat/responsePart',
  turnId,
  part: { kind: 'markdown', id: `${turnId}-${content}`, content },
});
const end = (turnId: string): ChatAction => ({ type: 'chat/turnComplete', turnId, duration: 1 });
const document = (turn: string, text: string): ArtifactWrite => ({
  kind: 'document',
  row: {
    kind: 'message',
    ref: `${chatUri}#${turn}`,
    parent: chatUri,
    workspace: 'w1',
    at,
    title: 'About ducks',
    text,
    data: JSON.stringify({ session: sessionUri, chat: chatUri, turn }),
  },
});

describe('messages in the index', () => {
  it('F6: a turn is written when it ends, in the same transaction, with what both sides said', async () => {
    const reasoning: ChatAction = {
      type: 'chat/responsePart',
      turnId: 't',
      part: { kind: 'reasoning', id: 'r', content: 'Hm.' },
    };
    expect(
      await act(begin('t', 'Do ducks fly?'), reasoning, say('t', 'They do.'), say('t', 'Well.')),
    ).toEqual([]);
    for (const action of [end('t')]) kernel.append(chat, action);
    await scheduler.settle();
    expect(store.commits).toEqual([[document('t', 'Do ducks fly?\n\nThey do.\n\nWell.')]]);
  });

  it('F6: a chat that is made again, because it moved, is written with its turns; a fork without the copied ones', async () => {
    await act(begin('t1', 'One'), end('t1'), begin('t2', 'Two'), end('t2'));
    const again = async (origin?: ChatState['origin']): Promise<ArtifactWrite[]> => {
      const { state } = chat;
      kernel.remove(chatUri);
      chat = kernel.create(chatUri, 'chat', { ...state, ...(origin && { origin }) }, { parent: sessionUri });
      await scheduler.settle();
      return store.commits.splice(0).flat();
    };
    const gone: ArtifactWrite = { kind: 'documentsGone', parent: chatUri };
    expect(await again()).toEqual([gone, document('t1', 'One'), document('t2', 'Two')]);
    const fork = { kind: 'fork' as const, chat: 'ahp-chat:/other', turnId: 't1' };
    expect(await again(fork)).toEqual([gone, document('t2', 'Two')]);
  });

  it('B7: a result that is too long for the chat is found by its tool and its beginning', async () => {
    const call = { turnId: 't', toolCallId: 'c' };
    const kept = { type: 'resource' as const, uri: keptContentUri('a'.repeat(64)), sizeHint: 5 };
    const result = {
      success: true,
      pastTenseMessage: 'Counted',
      content: [{ type: 'text' as const, text: 'short' }, withExcerpt(kept, 'Mallards')],
    };
    const written = await act(
      begin('t', 'Which ducks?'),
      { type: 'chat/toolCallStart', ...call, toolName: 'count', displayName: 'Count ducks' },
      { type: 'chat/toolCallReady', ...call, invocationMessage: 'Count', confirmed: 'not-needed' },
      { type: 'chat/toolCallComplete', ...call, result },
      say('t', 'These.'),
      end('t'),
    );
    expect(written).toEqual([document('t', 'Which ducks?\n\nThese.\n\nCount ducks\nMallards')]);
  });

  it.each<[string, ChatAction]>([
    ['is cancelled', { type: 'chat/turnCancelled', turnId: 't', duration: 1 }],
    [
      'fails',
      {
        type: 'chat/error',
        turnId: 't',
        duration: 1,
        part: { kind: 'error', error: { errorType: 'x', message: 'secret detail' } },
      },
    ],
  ])('F6 a turn that %s is found, too', async (_name, action) => {
    expect(await act(begin('t', 'Do ducks fly?'), action)).toEqual([document('t', 'Do ducks fly?')]);
  });

  it('F6: an ending that ended nothing writes nothing', async () => {
    await act(begin('t', 'One'), end('t'));
    expect(await act(end('t'), end('other'))).toEqual([]);
    // A client's own action is kept for its echo, though it changes nothing.
    kernel.append(chat, end('other'), { clientId: 'c', clientSeq: 1, by: 'p' });
    expect(await act()).toEqual([]);
  });

  it('F6: a turn that is resumed is written again under the same name', async () => {
    await act(begin('t', 'One'), {
      type: 'chat/error',
      turnId: 't',
      duration: 1,
      part: { kind: 'error', error: { errorType: 'x', message: 'm' }, resumable: true },
    });
    const writes = await act({ type: 'chat/turnResume', turnId: 't' }, say('t', 'Two'), end('t'));
    expect(writes).toEqual([document('t', 'One\n\nTwo')]);
  });

  it('F6: turns that are cut off are gone, the others stay', async () => {
    await act(begin('a', 'One'), end('a'), begin('b', 'Two'), end('b'));
    expect(await act({ type: 'chat/truncated', turnId: 'a' })).toEqual([
      { kind: 'documentsGone', parent: chatUri },
      document('a', 'One'),
    ]);
    expect(await act({ type: 'chat/truncated' })).toEqual([{ kind: 'documentsGone', parent: chatUri }]);
  });

  it('F6: with the chat its messages go', async () => {
    await act(begin('a', 'One'), end('a'));
    kernel.remove(chatUri);
    await scheduler.settle();
    expect(store.commits.flat()).toEqual([{ kind: 'documentsGone', parent: chatUri }]);
  });

  it('F6: L5 what marks matches in results, and what is far too long, is not taken over', async () => {
    const [write] = await act(begin('t', `a\u0001b\u0002c\u0000\n${'x'.repeat(500_000)}\uD800`), end('t'));
    if (write?.kind !== 'document') throw new Error('No document was written.');
    expect(write.row.text.startsWith('a b c \nxxx')).toBe(true);
    expect(write.row.text).toHaveLength(200_000);
  });

  it('F6: is found by the words of either side', async () => {
    const rig = await ArtifactRig.open();
    const writes = await act(begin('t', 'Do ducks fly?'), say('t', 'They do, marvellously.'), end('t'));
    for (const write of writes) rig.kernel.enlist('artifacts', write);
    await rig.kernel.settled();
    const found = await rig.artifacts.search({ query: 'marvellously ducks' }, me);
    expect(found.hits).toMatchObject([{ kind: 'message', session: sessionUri, chat: chatUri, turn: 't' }]);
    await rig.close();
  });
});
