import type { ActionEnvelope, RootState, SessionState, StateAction } from '@loggia/protocol';
import { ClientRig } from '@loggia/testing/transport';
import { describe, expect, it } from 'vitest';
import type { ChannelView } from '../channels/channel-view.ts';
import { ActionUnconfirmed, Disconnected } from '../errors.ts';

const one = 'ahp-session:/one';
const two = 'ahp-session:/two';
const root = 'ahp-root://';

const session: SessionState = {
  provider: 'echo',
  title: 'first',
  status: 1,
  lifecycle: 'ready',
  activeClients: [],
  chats: [],
};

const titled = (title: string): StateAction => ({ type: 'session/titleChanged', title });

const snapshot = (resource: string, fromSeq: number, state: object = session) => ({
  resource,
  state,
  fromSeq,
});

const envelope = (
  channel: string,
  serverSeq: number,
  action: StateAction,
  clientSeq?: number,
): ActionEnvelope => ({
  channel,
  action,
  serverSeq,
  ...(clientSeq !== undefined && { origin: { clientId: 'me', clientSeq } }),
});

async function watching(...uris: string[]): Promise<{ rig: ClientRig; views: ChannelView<SessionState>[] }> {
  const rig = await new ClientRig().connected();
  for (const uri of uris) rig.host.answers('subscribe', { snapshot: snapshot(uri, 10) }, { channel: uri });
  const views = uris.map((uri) => rig.client.session(uri));
  await rig.settle();
  return { rig, views };
}

/** Cuts the connection and lets the client come back. */
async function comeBack(rig: ClientRig): Promise<void> {
  rig.network.link.cut();
  rig.client.retryNow();
  await rig.settle();
}

describe('the first handshake', () => {
  it('A1: introduces the client and names what it wants to watch', async () => {
    const rig = new ClientRig({
      clientInfo: { name: 'test', version: '1' },
      capabilities: { mcpApps: {} },
      locale: 'de',
      initialSubscriptions: [root],
    });
    const chat = rig.client.chat('ahp-chat:/c', { view: { turns: 1 } });
    const state: RootState = { agents: [] };
    rig.host
      .answers(
        'initialize',
        { protocolVersion: '1.0.0', serverSeq: 10, snapshots: [snapshot(root, 10, state)] },
        {
          channel: root,
          clientId: 'me',
          protocolVersions: ['1.0.0', '0.10.0', '0.9.0', '0.3.0'],
          clientInfo: { name: 'test', version: '1' },
          capabilities: { mcpApps: {} },
          locale: 'de',
          initialSubscriptions: [root],
        },
      )
      .answers('subscribe', {}, { channel: 'ahp-chat:/c', view: { turns: 1 } });
    void rig.client.connect();
    await rig.settle();
    expect(rig.client.root().state).toEqual(state);
    expect(chat.phase).toBe('live');
    expect(rig.host.expected).toEqual([]);
  });

  it('A1: offers what it is told to', async () => {
    const rig = new ClientRig({ versions: ['0.9.0'] });
    const answer = { protocolVersion: '0.9.0', serverSeq: 1, snapshots: [] };
    rig.host.answers('initialize', answer, { protocolVersions: ['0.9.0'] });
    await Promise.all([rig.client.connect(), rig.settle()]);
    expect([rig.client.version, rig.client.family]).toEqual(['0.9.0', '0.9']);
  });

  it('A1: keeps the order of what was asked for before it', async () => {
    const rig = new ClientRig();
    const answer = { protocolVersion: '1.0.0', serverSeq: 10, snapshots: [] };
    rig.host
      .answers('initialize', answer, { initialSubscriptions: [one] })
      .answers('createSession', null, { channel: one })
      .answers('subscribe', { snapshot: snapshot(one, 12) }, { channel: one })
      .hears('dispatchAction', { channel: one });
    void rig.client.request('createSession', { channel: one });
    const view = rig.client.session(one);
    view.dispatch(titled('mine'));
    void rig.client.connect();
    await rig.settle();
    expect([view.state?.title, view.confirmed?.title]).toEqual(['mine', 'first']);
    expect(rig.host.expected).toEqual([]);
  });

  it('A2: what arrives during it waits for its outcome', async () => {
    const rig = new ClientRig({ initialSubscriptions: [one] });
    rig.host.hears('initialize');
    void rig.client.connect();
    await rig.settle();
    rig.host.act(envelope(one, 11, titled('while greeting')));
    await rig.settle();
    const snapshots = [snapshot(one, 10)];
    rig.host.answerNow('initialize', { result: { protocolVersion: '1.0.0', serverSeq: 10, snapshots } });
    await rig.settle();
    expect(rig.client.session(one).state?.title).toBe('while greeting');
  });
});

describe('coming back with a replay', () => {
  it('A4: what was missed is applied, and nothing twice', async () => {
    const { rig, views } = await watching(one, two);
    rig.host.act(envelope(one, 12, titled('seen')));
    await rig.settle();
    const notices: unknown[] = [];
    views[0]?.subscribe(() => notices.push(views[0]?.state));
    rig.host.answers(
      'reconnect',
      {
        type: 'replay',
        actions: [
          envelope(one, 12, titled('seen before')),
          envelope(two, 13, titled('missed')),
          envelope(one, 14, { type: 'session/activityChanged', activity: 'missed, too' }),
          envelope(one, 15, { type: 'session/isReadChanged', isRead: true }),
        ],
        missing: [],
      },
      { channel: root, clientId: 'me', lastSeenServerSeq: 12, subscriptions: [one, two] },
    );
    await comeBack(rig);
    expect(views.map((view) => view.state)).toEqual([
      { ...session, title: 'seen', activity: 'missed, too', status: 33 },
      { ...session, title: 'missed' },
    ]);
    // However long the replay, whoever watches hears of it once.
    expect(notices).toEqual([views[0]?.state]);
  });

  it('A4: channels that are missing are gone', async () => {
    const { rig, views } = await watching(one, two);
    rig.host.answers('reconnect', { type: 'replay', actions: [], missing: [two] });
    await comeBack(rig);
    expect(views.map((view) => view.phase)).toEqual(['live', 'gone']);
    rig.host.answers('reconnect', { type: 'replay', actions: [], missing: [] }, { subscriptions: [one] });
    await comeBack(rig);
    expect(rig.host.expected).toEqual([]);
  });

  it('A3, A4: own actions that the replay has are confirmed, the others are sent again', async () => {
    const { rig, views } = await watching(one);
    const [view] = views;
    rig.host.hears('dispatchAction').hears('dispatchAction');
    const first = view?.dispatch(titled('accepted'));
    const second = view?.dispatch({ type: 'session/isReadChanged', isRead: true });
    await rig.settle();
    rig.network.link.cut();
    const third = view?.dispatch({ type: 'session/isArchivedChanged', isArchived: true });

    rig.host
      .answers('reconnect', {
        type: 'replay',
        actions: [envelope(one, 11, titled('accepted'), 1)],
        missing: [],
      })
      .hears('dispatchAction', { clientSeq: 2 })
      .hears('dispatchAction', { clientSeq: 3 });
    await rig.pass(250);
    expect(rig.host.expected).toEqual([]);
    await expect(first?.settled).resolves.toBe('accepted');
    expect(view?.confirmed).toEqual({ ...session, title: 'accepted' });
    expect(view?.state).toEqual({ ...session, title: 'accepted', status: 97 });

    rig.host.act(envelope(one, 12, { type: 'session/isReadChanged', isRead: true }, 2));
    rig.host.act(envelope(one, 13, { type: 'session/isArchivedChanged', isArchived: true }, 3));
    await rig.settle();
    await expect(Promise.all([second?.settled, third?.settled])).resolves.toEqual(['accepted', 'accepted']);
    expect(view?.confirmed).toEqual(view?.state);
  });

  it('A4, A8: own actions on a channel that is not watched are looked up as well', async () => {
    const { rig } = await watching(one);
    rig.host.hears('dispatchAction').hears('dispatchAction');
    const accepted = rig.client.dispatch(two, titled('accepted'));
    rig.client.dispatch(two, titled('lost'));
    await rig.settle();
    rig.host
      .answers(
        'reconnect',
        { type: 'replay', actions: [envelope(two, 11, titled('accepted'), accepted.clientSeq)], missing: [] },
        { subscriptions: [one, two] },
      )
      .hears('unsubscribe', { channel: two })
      .hears('dispatchAction', { channel: two, clientSeq: 2 });
    await comeBack(rig);
    await expect(accepted.settled).resolves.toBe('accepted');
    expect(rig.host.expected).toEqual([]);
  });

  it('A4: an action that breaks the connection each time is given up', async () => {
    const { rig, views } = await watching(one);
    const nothing = { type: 'replay', actions: [], missing: [] };
    rig.host.hears('dispatchAction');
    const dispatched = views[0]?.dispatch(titled('poison'));
    for (const expected of [2, 3]) {
      rig.host.answers('reconnect', nothing).hears('dispatchAction');
      await rig.settle();
      rig.network.link.cut();
      await rig.pass(1000);
      expect(rig.host.received.filter(({ method }) => method === 'dispatchAction')).toHaveLength(expected);
    }
    rig.host.answers('reconnect', nothing);
    await comeBack(rig);
    await expect(dispatched?.settled).rejects.toThrow(ActionUnconfirmed);
    expect(views[0]?.state).toEqual(session);
  });

  it('A4: a subscription that was under way is made again', async () => {
    const { rig } = await watching(one);
    rig.host.hears('subscribe', { channel: two });
    const view = rig.client.session(two);
    await rig.settle();
    rig.host
      .answers('reconnect', { type: 'replay', actions: [], missing: [] }, { subscriptions: [one] })
      .answers('subscribe', { snapshot: snapshot(two, 20) }, { channel: two });
    await comeBack(rig);
    expect(view.phase).toBe('live');
  });

  it('A4: a chat that left its session meanwhile is asked for once', async () => {
    const { rig } = await watching(one);
    const chat = 'ahp-chat:/c';
    rig.host.answers('subscribe', { snapshot: snapshot(chat, 10, { title: 'chat' }) });
    const view = rig.client.chat(chat);
    await rig.settle();
    const actions = [envelope(one, 11, { type: 'session/chatRemoved', chat })];
    rig.host
      .answers('reconnect', { type: 'replay', actions, missing: [] })
      .fails('subscribe', { code: -32001, message: 'No such chat.' }, { channel: chat });
    await comeBack(rig);
    expect(view.phase).toBe('gone');
    expect(rig.host.expected).toEqual([]);
  });

  it('A4: what was let go of meanwhile is let go of on the host', async () => {
    const { rig, views } = await watching(one, two);
    rig.host.hears('reconnect', { subscriptions: [one, two] });
    rig.network.link.cut();
    await rig.pass(250);
    views[1]?.dispose();
    rig.host.hears('unsubscribe', { channel: two });
    rig.host.answerNow('reconnect', { result: { type: 'replay', actions: [], missing: [] } });
    await rig.settle();
    expect(rig.host.expected).toEqual([]);
  });

  it('L5: one malformed action does not cost the others', async () => {
    const { rig, views } = await watching(one);
    rig.host.answers('reconnect', {
      type: 'replay',
      actions: [{ channel: one, serverSeq: 11 }, envelope(one, 12, titled('fine'))],
      missing: [],
    });
    await comeBack(rig);
    expect(views[0]?.state?.title).toBe('fine');
    expect(rig.problems).toMatchObject([{ kind: 'malformed' }]);
  });

  it('A4: counts what it has seen from snapshots and actions, not from rejections', async () => {
    const { rig } = await watching(one);
    rig.host.answers('subscribe', { snapshot: snapshot(two, 14) });
    rig.client.session(two);
    await rig.settle();
    rig.host.act({ ...envelope(one, 99, titled('no')), rejectionReason: 'No.' });
    await rig.settle();
    rig.host.answers('reconnect', { type: 'replay', actions: [], missing: [] }, { lastSeenServerSeq: 14 });
    await comeBack(rig);
    expect(rig.host.expected).toEqual([]);
  });
});

describe('coming back with snapshots', () => {
  it('A4: they replace what was known, and unanswered own actions are taken back', async () => {
    const { rig, views } = await watching(one);
    const [view] = views;
    rig.host.hears('dispatchAction');
    const sent = view?.dispatch(titled('who knows'));
    await rig.settle();
    rig.network.link.cut();
    const unsent = view?.dispatch({ type: 'session/isReadChanged', isRead: true });
    rig.host
      .answers('reconnect', {
        type: 'snapshot',
        snapshots: [snapshot(one, 40, { ...session, title: 'fresh' })],
      })
      // It was never sent, so it cannot have been accepted.
      .hears('dispatchAction', { clientSeq: 2 });
    await rig.pass(250);
    await expect(sent?.settled).rejects.toThrow(ActionUnconfirmed);
    expect(view?.confirmed).toEqual({ ...session, title: 'fresh' });
    expect(view?.state).toEqual({ ...session, title: 'fresh', status: 33 });
    rig.host.act(envelope(one, 41, { type: 'session/isReadChanged', isRead: true }, 2));
    await rig.settle();
    await expect(unsent?.settled).resolves.toBe('accepted');

    rig.host.answers('reconnect', { type: 'replay', actions: [], missing: [] }, { lastSeenServerSeq: 41 });
    await comeBack(rig);
    expect(rig.host.expected).toEqual([]);
  });

  it('A4: of several, the oldest says how much has been seen: the others may be ahead of what is on its way', async () => {
    const { rig } = await watching(one, two);
    const snapshots = [snapshot(one, 40), snapshot(two, 42)];
    rig.host.answers('reconnect', { type: 'snapshot', snapshots });
    await comeBack(rig);
    rig.host.answers('reconnect', { type: 'replay', actions: [], missing: [] }, { lastSeenServerSeq: 40 });
    await comeBack(rig);
    expect(rig.host.expected).toEqual([]);
  });

  it('A4: channels without one are subscribed to again', async () => {
    const { rig, views } = await watching(one, two);
    rig.host
      .answers('reconnect', { type: 'snapshot', snapshots: [snapshot(one, 40)] })
      .answers(
        'subscribe',
        { snapshot: snapshot(two, 41, { ...session, title: 'still here' }) },
        { channel: two },
      );
    await comeBack(rig);
    expect(views[1]?.state?.title).toBe('still here');
  });

  it('A4: a host that started over counts from its own beginning', async () => {
    const { rig, views } = await watching(one);
    rig.host.answers('reconnect', { type: 'snapshot', snapshots: [snapshot(one, 3)] });
    await comeBack(rig);
    rig.host.act(envelope(one, 4, titled('new count')));
    await rig.settle();
    expect(views[0]?.state?.title).toBe('new count');
    rig.host.answers('reconnect', { type: 'replay', actions: [], missing: [] }, { lastSeenServerSeq: 4 });
    await comeBack(rig);
    expect(rig.host.expected).toEqual([]);
  });
});

describe('coming back to a host that does not know this client', () => {
  it('A4: falls back to initialize on the same transport', async () => {
    const { rig, views } = await watching(one, two);
    rig.host
      .fails('reconnect', { code: -32600, message: 'Who are you?' })
      .answers(
        'initialize',
        {
          protocolVersion: '0.9.1',
          serverSeq: 5,
          snapshots: [snapshot(one, 5, { ...session, title: 'anew' })],
        },
        { initialSubscriptions: [one, two] },
      )
      .fails('subscribe', { code: -32001, message: 'No such session.' }, { channel: two });
    await comeBack(rig);
    expect(rig.network.links).toHaveLength(2);
    expect([rig.client.version, rig.client.family]).toEqual(['0.9.1', '0.9']);
    expect(views.map(({ phase, state }) => [phase, state?.title])).toEqual([
      ['live', 'anew'],
      ['gone', 'first'],
    ]);
  });

  it('A4: when that fails as well, the next attempt starts with reconnect again', async () => {
    const { rig } = await watching(one);
    rig.host
      .fails('reconnect', { code: -32050, message: 'Starting.' })
      .fails('initialize', { code: -32050, message: 'Starting.' })
      .answers('reconnect', { type: 'replay', actions: [], missing: [] }, { lastSeenServerSeq: 10 });
    rig.network.link.cut();
    await rig.pass(250);
    expect(rig.client.status.getSnapshot()).toMatchObject({ phase: 'reconnecting', cause: 'Starting.' });
    await rig.pass(500);
    expect(rig.client.status.getSnapshot().phase).toBe('connected');
  });
});

describe('requests and the connection', () => {
  it('L5: one that was sent fails with the connection, one that was not waits for the next', async () => {
    const { rig } = await watching(one);
    rig.host.hears('listSessions');
    const sent = rig.client.request('listSessions', { channel: root });
    sent.catch(() => {});
    await rig.settle();
    rig.network.link.cut({ code: 1006, reason: 'cable' });
    await expect(sent).rejects.toThrow(Disconnected);
    const unsent = rig.client.request('listSessions', { channel: root });
    rig.host
      .answers('reconnect', { type: 'replay', actions: [], missing: [] })
      .answers('listSessions', { items: [] });
    await rig.pass(250);
    await expect(unsent).resolves.toEqual({ items: [] });
  });

  it('L5: everything that waits fails when the client is closed', async () => {
    const rig = new ClientRig();
    const view = rig.client.session(one);
    const request = rig.client.request('ping', { channel: root });
    request.catch(() => {});
    const dispatched = view.dispatch(titled('mine'));
    rig.client.close();
    await expect(request).rejects.toThrow('closed');
    await expect(dispatched.settled).rejects.toThrow('closed');
    await expect(view.ready).rejects.toThrow('closed');
    expect(view.phase).toBe('gone');
    await expect(rig.client.session(two).ready).rejects.toThrow('closed');
    await expect(rig.client.dispatch(two, titled('late')).settled).rejects.toThrow('closed');
  });
});
