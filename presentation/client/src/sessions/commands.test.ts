import type { ChatState, SessionSummary, Turn } from '@loggia/protocol';
import { ClientRig } from '@loggia/testing/transport';
import { describe, expect, it } from 'vitest';
import { createChat, createSession, fetchTurns, listSessions } from './commands.ts';

const root = 'ahp-root://';

const summary = (name: string): SessionSummary => ({
  resource: `ahp-session:/${name}`,
  provider: 'echo',
  title: name,
  status: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  modifiedAt: '2026-01-01T00:00:00.000Z',
});

describe('commands about sessions', () => {
  it('a session gets a new URI, or the one that was chosen', async () => {
    const rig = await new ClientRig().connected();
    rig.host
      .answers('createSession', null, { channel: 'ahp-session:/client-1', provider: 'echo' })
      .answers('createSession', null, { channel: 'ahp-session:/mine' });
    const created = Promise.all([
      createSession(rig.client, { provider: 'echo' }),
      createSession(rig.client, { session: 'ahp-session:/mine' }),
    ]);
    await rig.settle();
    await expect(created).resolves.toEqual(['ahp-session:/client-1', 'ahp-session:/mine']);
  });

  it('a chat is made in its session', async () => {
    const rig = await new ClientRig().connected();
    const source = { kind: 'fork' as const, chat: 'ahp-chat:/a', turnId: 't1' };
    rig.host.answers('createChat', null, { channel: 'ahp-session:/s', chat: 'ahp-chat:/client-1', source });
    const created = createChat(rig.client, 'ahp-session:/s', { source });
    await rig.settle();
    await expect(created).resolves.toBe('ahp-chat:/client-1');
  });

  it('A9: the list comes page by page, each asked for when it is wanted', async () => {
    const rig = await new ClientRig().connected();
    rig.host.answers('listSessions', { items: [summary('a')], nextCursor: 'n' }, { channel: root, limit: 1 });
    const pages = listSessions(rig.client, { limit: 1 });
    const first = pages.next();
    await rig.settle();
    await expect(first).resolves.toEqual({ done: false, value: [summary('a')] });
    rig.host.answers('listSessions', { items: [summary('b')] }, { channel: root, limit: 1, cursor: 'n' });
    const second = pages.next();
    await rig.settle();
    await expect(second).resolves.toEqual({ done: false, value: [summary('b')] });
    await expect(pages.next()).resolves.toEqual({ done: true, value: undefined });
  });

  it('older turns are in the view when they have been fetched', async () => {
    const rig = await new ClientRig().connected();
    const channel = 'ahp-chat:/c';
    const turn = (id: string): Turn => ({
      id,
      message: { text: id, origin: { kind: 'user' } },
      responseParts: [],
      state: 'complete',
    });
    const state: ChatState = {
      resource: channel,
      title: 'chat',
      status: 1,
      modifiedAt: '2026-01-01T00:00:00.000Z',
      turns: [turn('t2')],
      turnsNextCursor: 'before t2',
    };
    rig.host.answers(
      'subscribe',
      { snapshot: { resource: channel, state, fromSeq: 10 } },
      { view: { turns: 1 } },
    );
    const view = rig.client.chat(channel, { view: { turns: 1 } });
    await rig.settle();

    rig.host.hears('fetchTurns', { channel, cursor: 'before t2' });
    const fetched = fetchTurns(rig.client, view);
    await rig.settle();
    rig.host.act({ channel, action: { type: 'chat/turnsLoaded', turns: [turn('t1')] }, serverSeq: 11 });
    rig.host.answerNow('fetchTurns', { result: {} });
    await rig.settle();
    await fetched;
    expect(view.state?.turns.map(({ id }) => id)).toEqual(['t1', 't2']);

    await fetchTurns(rig.client, view);
    expect(rig.host.received.filter(({ method }) => method === 'fetchTurns')).toHaveLength(1);
  });
});
