import type { ActionEnvelope, ChatState, StateAction, Turn } from '@loggia/protocol';
import { ClientRig } from '@loggia/testing/transport';
import { describe, expect, it } from 'vitest';
import { ActionRejected } from '../errors.ts';
import type { ChannelView } from './channel-view.ts';

const uri = 'ahp-chat:/one';
const turn = (id: string): Turn => ({
  id,
  message: { text: id, origin: { kind: 'user' } },
  responseParts: [],
  state: 'complete',
});
const chat = (turns: readonly string[], cursor?: string): ChatState => ({
  resource: uri,
  title: 'Chat',
  status: 1,
  modifiedAt: '2026-01-01T00:00:00.000Z',
  turns: turns.map(turn),
  ...(cursor !== undefined && { turnsNextCursor: cursor }),
});
const snapshot = (fromSeq: number, state: ChatState) => ({ snapshot: { resource: uri, fromSeq, state } });
const cut = (serverSeq: number, turnId: string): ActionEnvelope => ({
  channel: uri,
  action: { type: 'chat/truncated', turnId },
  serverSeq,
});
const ids = (view: ChannelView<ChatState>) => view.confirmed?.turns.map(({ id }) => id);

async function watching(state: ChatState): Promise<{ rig: ClientRig; view: ChannelView<ChatState> }> {
  const rig = await new ClientRig().connected();
  rig.host.answers('subscribe', snapshot(10, state), { view: { turns: 1 } });
  const view = rig.client.chat(uri, { view: { turns: 1 } });
  await rig.settle();
  return { rig, view };
}

describe('a part of a chat', () => {
  it('A6: cut at a turn that is not loaded, it is asked for anew', async () => {
    const { rig, view } = await watching(chat(['t3'], 'before:t3'));
    rig.host.answers('subscribe', snapshot(12, chat(['t1'])), { view: { turns: 1 } });
    rig.host.act(cut(11, 't1'));
    rig.host.act({ channel: uri, action: { type: 'chat/draftChanged' }, serverSeq: 12 });
    await rig.settle();
    expect([view.phase, ids(view), view.confirmed?.turnsNextCursor]).toEqual(['live', ['t1'], undefined]);
    expect(rig.host.expected).toEqual([]);
  });

  it('A4, A6: also when that was missed and comes with the replay', async () => {
    const { rig, view } = await watching(chat(['t3'], 'before:t3'));
    rig.host
      .answers('reconnect', { type: 'replay', actions: [cut(11, 't1')], missing: [] })
      .answers('subscribe', snapshot(11, chat(['t1'])));
    rig.network.link.cut();
    rig.client.retryNow();
    await rig.settle();
    expect([view.phase, ids(view)]).toEqual(['live', ['t1']]);
    expect(rig.host.expected).toEqual([]);
  });

  it.each<[string, ChatState, ActionEnvelope, string[]]>([
    ['at a turn that is loaded', chat(['t2', 't3'], 'before:t2'), cut(11, 't2'), ['t2']],
    ['when all of it is loaded', chat(['t1', 't2', 't3']), cut(11, 't1'), ['t1']],
    ['by an action that its snapshot has already', chat(['t3'], 'before:t3'), cut(9, 't1'), ['t3']],
  ])('A6: cut %s, it needs nothing', async (_when, state, action, left) => {
    const { rig, view } = await watching(state);
    rig.host.act(action);
    await rig.settle();
    expect(ids(view)).toEqual(left);
  });
});

it('A3: an own action that is malformed is taken back when the host says so', async () => {
  const { rig, view } = await watching(chat([]));
  const action = { type: 'chat/turnStarted', turnId: 7 } as unknown as StateAction;
  rig.host.hears('dispatchAction');
  const { clientSeq, settled } = view.dispatch(action);
  await rig.settle();
  const origin = { clientId: 'me', clientSeq };
  rig.host.act({ channel: uri, action, serverSeq: 10, origin, rejectionReason: 'The turn needs an id.' });
  await rig.settle();
  await expect(settled).rejects.toThrow(new ActionRejected('The turn needs an id.'));
  expect([view.getSnapshot().pending, rig.problems]).toEqual([[], []]);
});
