import type { Channel, ChannelKind } from '@loggia/kernel';
import {
  fileAttachment,
  keptContentUri,
  reduceChangeset,
  reduceChat,
  viewMark,
  type ChangesetAction,
  type ChangesetState,
  type ChatAction,
  type ChatState,
  type Message,
} from '@loggia/protocol';
import { ArtifactRig } from '@loggia/testing/artifacts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { observeMessages } from './observe-messages.ts';

const chatKind: ChannelKind<ChatState, ChatAction> = {
  name: 'chat',
  reduce: reduceChat,
  describe: () => ({ busy: false, modifiedAt: '' }),
};
const changesetKind: ChannelKind<ChangesetState, ChangesetAction> = {
  name: 'changeset',
  reduce: reduceChangeset,
  describe: () => ({ busy: false, modifiedAt: '' }),
};
const hour = 3_600_000;
const startedAt = '2026-01-01T00:00:00.000Z';

let rig: ArtifactRig;
let chat: Channel<ChatState>;

beforeEach(async () => {
  rig = await ArtifactRig.open({ kinds: [chatKind, changesetKind], observer: observeMessages });
  chat = made('ahp-chat:/c', []);
});
afterEach(() => rig.close());

function act(action: ChatAction): void {
  rig.kernel.append(chat, action);
}

function made(uri: string, turns: ChatState['turns']): Channel<ChatState> {
  const state = { resource: uri, title: 'Chat', status: 0, modifiedAt: startedAt, turns } as ChatState;
  return rig.kernel.create<ChatState>(uri, 'chat', state);
}

async function uploaded(text: string): Promise<{ hash: string; message: Message }> {
  const { hash, size } = await rig.artifacts.upload(Buffer.from(text));
  const attachments = [fileAttachment({ name: 'a.txt', hash, size })];
  return { hash, message: { text: 'See', origin: { kind: 'user' }, attachments } };
}

/** Runs the collection more than an hour later; the number of contents that it removes. */
async function removedLater(): Promise<number> {
  await rig.kernel.settled();
  rig.clock.advance(hour + 1);
  return (await rig.artifacts.collectGarbage()).removed;
}

const begin = (message: Message): ChatAction => ({
  type: 'chat/turnStarted',
  turnId: 't',
  startedAt,
  message,
});
const end: ChatAction = { type: 'chat/turnComplete', turnId: 't', duration: 1 };

describe('files that messages name', () => {
  it('J3: stay while they are in a draft, and go when they are taken out of it', async () => {
    const { hash, message } = await uploaded('draft');
    act({ type: 'chat/draftChanged', draft: message });
    expect(await removedLater()).toBe(0);
    act({ type: 'chat/draftChanged' });
    await rig.kernel.settled();
    // For a moment a message that is sent is in neither place.
    expect(await rig.artifacts.collectGarbage()).toEqual({ removed: 0 });
    expect(await removedLater()).toBe(1);
    expect(await rig.content.size(hash)).toBeUndefined();
  });

  it('J3: stay with what was said, through the queue and the turn, until it is cut off', async () => {
    const { message } = await uploaded('said');
    act({ type: 'chat/pendingMessageSet', kind: 'queued', id: 'q', message });
    expect(await removedLater()).toBe(0);
    act({ type: 'chat/pendingMessageRemoved', kind: 'queued', id: 'q' });
    act(begin(message));
    expect(await removedLater()).toBe(0);
    act(end);
    expect(await removedLater()).toBe(0);
    act({ type: 'chat/truncated' });
    expect(await removedLater()).toBe(1);
  });

  it('J3: stay with a fork when the chat that it branched off from is gone', async () => {
    const { hash, message } = await uploaded('forked');
    act(begin(message));
    act(end);
    made('ahp-chat:/fork', chat.state.turns);
    rig.kernel.remove(chat.uri);
    expect(await removedLater()).toBe(0);
    rig.kernel.remove('ahp-chat:/fork');
    expect(await removedLater()).toBe(1);
    expect(await rig.store.content(hash)).toBeUndefined();
  });

  it('J3: stay on the desk when the message is gone', async () => {
    const workspace = await rig.workspace();
    const { hash, message } = await uploaded('both');
    act({ type: 'chat/draftChanged', draft: message });
    await rig.create(workspace, { content: { hash } });
    rig.kernel.remove(chat.uri);
    expect(await removedLater()).toBe(0);
    expect(await rig.content.size(hash)).toBe(4);
  });

  it('B7: a result that is too long for the chat stays as long as its message', async () => {
    const { hash, size } = await rig.artifacts.upload(Buffer.from('long'));
    const call = { turnId: 't', toolCallId: 'c' };
    act(begin({ text: 'Go', origin: { kind: 'user' } }));
    act({ type: 'chat/toolCallStart', ...call, toolName: 'read', displayName: 'Read' });
    act({ type: 'chat/toolCallReady', ...call, invocationMessage: 'Read', confirmed: 'not-needed' });
    const content = [{ type: 'resource' as const, uri: keptContentUri(hash), sizeHint: size }];
    act({
      type: 'chat/toolCallComplete',
      ...call,
      result: { success: true, pastTenseMessage: 'Read', content },
    });
    expect(await removedLater()).toBe(0);
    act(end);
    made('ahp-chat:/fork', chat.state.turns);
    act({ type: 'chat/truncated' });
    expect(await removedLater()).toBe(0);
    rig.kernel.remove('ahp-chat:/fork');
    expect(await removedLater()).toBe(1);
  });

  it('A7: the contents of a proposed change stay while its call waits for the user', async () => {
    const { hash } = await rig.artifacts.upload(Buffer.from('after'));
    const call = { turnId: 't', toolCallId: 'c' };
    const after = { uri: 'file:///a', content: { uri: keptContentUri(hash) } };
    act(begin({ text: 'Go', origin: { kind: 'user' } }));
    act({ type: 'chat/toolCallStart', ...call, toolName: 'write', displayName: 'Write' });
    act({ type: 'chat/toolCallReady', ...call, invocationMessage: 'Write', edits: { items: [{ after }] } });
    expect(await removedLater()).toBe(0);
    act({ type: 'chat/toolCallConfirmed', ...call, approved: false });
    act(end);
    act({ type: 'chat/truncated' });
    expect(await removedLater()).toBe(1);
  });

  it('CH5: the contents of changed files stay as long as a changeset lists them', async () => {
    const side = async (text: string) => {
      const { hash } = await rig.artifacts.upload(Buffer.from(text));
      return { uri: 'file:///a', content: { uri: keptContentUri(hash) } };
    };
    const edit = { before: await side('before'), after: await side('after') };
    const files = [{ id: 'file:///a', edit }];
    const changeset = rig.kernel.create<ChangesetState>('ahp-changeset:/s', 'changeset', {
      status: 'ready',
      files,
    });
    expect(await removedLater()).toBe(0);
    const later = { id: 'file:///b', edit: { after: await side('later') } };
    const follow: readonly ChangesetAction[] = [
      { type: 'changeset/fileSet', file: later },
      { type: 'changeset/fileRemoved', fileId: 'file:///a' },
    ];
    for (const action of follow) rig.kernel.append(changeset, action);
    expect(await removedLater()).toBe(2);
    rig.kernel.remove(changeset.uri);
    expect(await removedLater()).toBe(1);
  });

  it('E10: a View can’t have any kept by naming it', async () => {
    const { message } = await uploaded('view');
    act(begin({ ...message, _meta: viewMark({ id: 'v' }) }));
    expect(await removedLater()).toBe(1);
  });

  it('L5: nobody collects them between the look at them and the message', async () => {
    const { hash, message } = await uploaded('race');
    rig.clock.advance(hour + 1);
    const holding = rig.artifacts.holding([hash], async () => {
      expect(await rig.content.size(hash)).toBe(4);
      const collecting = rig.artifacts.collectGarbage();
      await new Promise((done) => setImmediate(done));
      act(begin(message));
      return { collecting };
    });
    const { collecting } = await holding;
    expect(await collecting).toEqual({ removed: 0 });
    expect(await rig.content.size(hash)).toBe(4);
  });
});
