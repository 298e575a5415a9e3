import type { ActionEnvelope, ChatState, SessionState, StateAction, Turn } from '@loggia/protocol';
import { ClientRig } from '@loggia/testing/transport';
import { describe, expect, it } from 'vitest';
import { AhpClient } from '../ahp-client.ts';
import { ActionRejected, ActionUnconfirmed } from '../errors.ts';
import type { ChannelView } from './channel-view.ts';

const uri = 'ahp-session:/one';

const session: SessionState = {
  provider: 'echo',
  title: 'first',
  status: 1,
  lifecycle: 'ready',
  activeClients: [],
  chats: [],
};

const titled = (title: string): StateAction => ({ type: 'session/titleChanged', title });

const snapshotAt = (fromSeq: number, state: SessionState = session) => ({ resource: uri, state, fromSeq });

function envelope(
  serverSeq: number,
  action: StateAction,
  more: Partial<ActionEnvelope> = {},
): ActionEnvelope {
  return { channel: uri, action, serverSeq, ...more };
}

const echo = (serverSeq: number, clientSeq: number, action: StateAction): ActionEnvelope =>
  envelope(serverSeq, action, { origin: { clientId: 'me', clientSeq } });

async function watching(rig: ClientRig): Promise<ChannelView<SessionState>> {
  rig.host.answers('subscribe', { snapshot: snapshotAt(10) }, { channel: uri });
  const view = rig.client.session(uri);
  await rig.settle();
  return view;
}

describe('own actions', () => {
  it('A3: an own action shows at once and is confirmed by its echo', async () => {
    const rig = await new ClientRig().connected();
    const view = await watching(rig);
    rig.host.hears('dispatchAction', { channel: uri, clientSeq: 1, action: titled('mine') });
    const { settled } = view.dispatch(titled('mine'));
    expect([view.state?.title, view.confirmed?.title]).toEqual(['mine', 'first']);
    expect(view.getSnapshot().pending).toEqual([titled('mine')]);

    await rig.settle();
    rig.host.act(echo(11, 1, titled('mine')));
    await rig.settle();
    expect([view.state?.title, view.confirmed?.title]).toEqual(['mine', 'mine']);
    expect(view.state).toBe(view.confirmed);
    expect(view.getSnapshot().pending).toEqual([]);
    await expect(settled).resolves.toBe('accepted');
  });

  it('A3: a rejected action is taken back, never folded, and says why', async () => {
    const rig = await new ClientRig().connected();
    const view = await watching(rig);
    rig.host.hears('dispatchAction');
    const before = view.state;
    const { settled } = view.dispatch(titled('mine'));
    await rig.settle();
    rig.host.act({ ...echo(11, 1, titled('mine')), rejectionReason: 'Not now.' });
    await rig.settle();
    expect(view.state).toBe(before);
    await expect(settled).rejects.toThrow(new ActionRejected('Not now.'));
  });

  it("A3: somebody else's rejected action changes nothing", async () => {
    const rig = await new ClientRig().connected();
    const view = await watching(rig);
    const before = view.getSnapshot();
    const origin = { clientId: 'other', clientSeq: 1 };
    rig.host.act(envelope(11, titled('theirs'), { origin, rejectionReason: 'No.' }));
    await rig.settle();
    expect(view.getSnapshot()).toBe(before);
  });

  it('A3: actions of others go underneath the own ones that wait', async () => {
    const rig = await new ClientRig().connected();
    const view = await watching(rig);
    rig.host.hears('dispatchAction').hears('dispatchAction');
    view.dispatch(titled('mine 1'));
    view.dispatch({ type: 'session/isReadChanged', isRead: true });
    await rig.settle();

    rig.host.act(envelope(11, titled('theirs')));
    rig.host.act(envelope(12, { type: 'session/activityChanged', activity: 'thinking' }));
    await rig.settle();
    expect(view.confirmed).toEqual({ ...session, title: 'theirs', activity: 'thinking' });
    expect(view.state).toEqual({ ...session, title: 'mine 1', activity: 'thinking', status: 33 });

    rig.host.act(echo(13, 1, titled('mine 1')));
    rig.host.act(envelope(14, titled('theirs again')));
    await rig.settle();
    expect(view.state).toEqual({ ...session, title: 'theirs again', activity: 'thinking', status: 33 });
    expect(view.getSnapshot().pending).toHaveLength(1);
  });

  it('A8: an action reaches a channel that is not watched, and its echo settles it', async () => {
    const rig = await new ClientRig().connected();
    rig.host.hears('dispatchAction', { channel: uri, clientSeq: 1 });
    const { settled } = rig.client.dispatch(uri, titled('mine'));
    await rig.settle();
    rig.host.act(echo(11, 1, titled('mine')));
    await rig.settle();
    await expect(settled).resolves.toBe('accepted');
  });

  it('A3: what is done before silence is noticed is not lost, but sent again', async () => {
    const rig = await new ClientRig().connected();
    const view = await watching(rig);
    rig.host.hears('dispatchAction', { channel: uri, clientSeq: 1 }).hears('ping');
    const { settled } = view.dispatch(titled('mine'));
    await rig.pass(30_000);
    rig.host
      .answers('reconnect', { type: 'replay', actions: [], missing: [] })
      .hears('dispatchAction', { channel: uri, clientSeq: 1 });
    await rig.pass(10_000);
    expect(view.state?.title).toBe('mine');
    await rig.pass(250);
    rig.host.act(echo(11, 1, titled('mine')));
    await rig.settle();
    await expect(settled).resolves.toBe('accepted');
    expect(rig.host.expected).toEqual([]);
  });

  it('A3: an action that is never answered is taken back in the end', async () => {
    const rig = await new ClientRig({ limits: { keepAliveMs: 0 } }).connected();
    const view = await watching(rig);
    rig.host.hears('dispatchAction');
    const { settled } = view.dispatch(titled('mine'));
    await rig.pass(59_999);
    expect(view.state?.title).toBe('mine');
    await rig.pass(1);
    expect(view.state?.title).toBe('first');
    await expect(settled).rejects.toThrow(ActionUnconfirmed);

    rig.host.act(echo(11, 1, titled('mine')));
    await rig.settle();
    expect(view.state?.title).toBe('mine');
  });

  it('A3: numbers of own actions start at the clock, so that none is used twice', () => {
    const { client, environment, network } = new ClientRig({ clientId: 'kept' });
    expect(client.dispatch(uri, titled('a')).clientSeq).toBe(1);
    environment.clock.advance(5000);
    const again = new AhpClient({ connect: network.connect, environment, clientId: 'kept' });
    expect(again.dispatch(uri, titled('a')).clientSeq).toBe(5001);
  });
});

describe('subscriptions', () => {
  it('A2: what arrives before the snapshot is folded onto it when it is newer', async () => {
    const rig = await new ClientRig().connected();
    rig.host.hears('subscribe');
    const view = rig.client.session(uri);
    await rig.settle();
    rig.host.act(envelope(11, titled('in the snapshot')));
    rig.host.act(envelope(12, { type: 'session/activityChanged', activity: 'after it' }));
    await rig.settle();
    expect(view.getSnapshot()).toEqual({
      phase: 'loading',
      state: undefined,
      confirmed: undefined,
      pending: [],
      legacy: false,
    });
    rig.host.answerNow('subscribe', {
      result: { snapshot: snapshotAt(11, { ...session, title: 'newest' }) },
    });
    await rig.settle();
    expect(view.phase).toBe('live');
    expect(view.state).toEqual({ ...session, title: 'newest', activity: 'after it' });
  });

  it('A2: an answer and the action behind it may arrive in the same moment', async () => {
    const rig = await new ClientRig().connected();
    rig.host.answers('subscribe', { snapshot: snapshotAt(10) });
    const view = rig.client.session(uri);
    rig.network.link.flushAll('host');
    rig.host.act(envelope(11, titled('right behind')));
    rig.network.link.flushAll('client');
    await rig.settle();
    expect(view.state?.title).toBe('right behind');
  });

  it('A2: what is already folded is not folded again', async () => {
    const rig = await new ClientRig().connected();
    const view = await watching(rig);
    rig.host.act(envelope(15, titled('newest')));
    await rig.settle();
    const before = view.getSnapshot();
    rig.host.act(envelope(15, titled('again')));
    rig.host.act(envelope(9, titled('old')));
    await rig.settle();
    expect(view.getSnapshot()).toBe(before);
  });

  it('A2: turns that the next action needs may come with a number that was used already', async () => {
    const rig = await new ClientRig().connected();
    const turn = (id: string): Turn => ({
      id,
      message: { text: id, origin: { kind: 'user' } },
      responseParts: [],
      state: 'complete',
    });
    const channel = 'ahp-chat:/c';
    const modifiedAt = '2026-01-01T00:00:00.000Z';
    const state: ChatState = { resource: channel, title: '', status: 1, modifiedAt, turns: [turn('t3')] };
    rig.host.answers('subscribe', { snapshot: { resource: channel, state, fromSeq: 10 } });
    const view = rig.client.chat(channel, { view: { turns: 1 } });
    await rig.settle();
    rig.host.act({ channel, action: { type: 'chat/turnsLoaded', turns: [turn('t1')] }, serverSeq: 10 });
    rig.host.act({ channel, action: { type: 'chat/truncated', turnId: 't1' }, serverSeq: 11 });
    await rig.settle();
    expect(view.state?.turns).toEqual([turn('t1')]);
  });

  it('A2: an own action from before the subscription shows as soon as there is a state', async () => {
    const rig = await new ClientRig().connected();
    rig.host.hears('dispatchAction').answers('subscribe', { snapshot: snapshotAt(10) });
    rig.client.dispatch(uri, titled('mine'));
    const view = rig.client.session(uri);
    await rig.settle();
    expect([view.state?.title, view.confirmed?.title]).toEqual(['mine', 'first']);
  });

  it('shares one subscription among views, and ends it with the last', async () => {
    const rig = await new ClientRig().connected();
    const first = await watching(rig);
    const second = rig.client.session(uri);
    expect(second.getSnapshot()).toBe(first.getSnapshot());
    first.dispose();
    first.dispose();
    await rig.settle();
    expect(second.phase).toBe('live');
    rig.host.hears('unsubscribe', { channel: uri });
    second.dispose();
    await rig.settle();
    expect(rig.host.expected).toEqual([]);
  });

  it('ignores the answer to a subscription that was given up and taken again', async () => {
    const rig = await new ClientRig().connected();
    rig.host
      .answers('subscribe', { snapshot: snapshotAt(10, { ...session, title: 'old' }) })
      .hears('unsubscribe')
      .answers('subscribe', { snapshot: snapshotAt(12, { ...session, title: 'new' }) });
    rig.client.session(uri).dispose();
    const view = rig.client.session(uri);
    await rig.settle();
    expect(view.state?.title).toBe('new');
  });

  it('L5: a channel that the host does not have is gone, and says so', async () => {
    const rig = await new ClientRig().connected();
    rig.host.fails('subscribe', { code: -32001, message: 'No such session.' });
    const view = rig.client.session(uri);
    await rig.settle();
    await expect(view.ready).rejects.toThrow('No such session.');
    expect(view.getSnapshot()).toMatchObject({ phase: 'gone', error: { kind: 'SessionNotFound' } });

    rig.host.answers('subscribe', { snapshot: snapshotAt(10) });
    const again = rig.client.session(uri);
    await rig.settle();
    expect(again.phase).toBe('live');
    view.dispose();
    await rig.settle();
    expect(again.phase).toBe('live');
  });

  it('a session that the host disposes of is gone with its last state', async () => {
    const rig = await new ClientRig().connected();
    const view = await watching(rig);
    rig.host.hears('dispatchAction');
    const { settled } = view.dispatch(titled('mine'));
    await rig.settle();
    rig.host.notify('root/sessionRemoved', { channel: 'ahp-root://', session: uri });
    await rig.settle();
    expect(view.phase).toBe('gone');
    expect(view.state).toEqual(session);
    await expect(settled).rejects.toThrow(uri);
  });

  it('a chat that leaves its session is asked for again: it is gone, or it has moved', async () => {
    const rig = await new ClientRig().connected();
    await watching(rig);
    const chats = ['ahp-chat:/gone', 'ahp-chat:/moved'].map((chat) => {
      rig.host.answers('subscribe', {
        snapshot: { resource: chat, state: { title: 'before' }, fromSeq: 10 },
      });
      return rig.client.chat(chat);
    });
    await rig.settle();
    rig.host
      .fails('subscribe', { code: -32001, message: 'No such chat.' }, { channel: 'ahp-chat:/gone' })
      .answers('subscribe', {
        snapshot: { resource: 'ahp-chat:/moved', state: { title: 'after' }, fromSeq: 12 },
      });
    rig.host.act(envelope(11, { type: 'session/chatRemoved', chat: 'ahp-chat:/gone' }));
    rig.host.act(envelope(12, { type: 'session/chatRemoved', chat: 'ahp-chat:/moved' }));
    await rig.settle();
    expect(chats.map(({ phase, state }) => [phase, state?.title])).toEqual([
      ['gone', 'before'],
      ['live', 'after'],
    ]);
  });

  it('a channel without state is live once the host knows of it', async () => {
    const rig = await new ClientRig().connected();
    rig.host.answers('subscribe', {});
    const view = rig.client.subscribe('mcp://server');
    await rig.settle();
    expect(view.getSnapshot()).toMatchObject({ phase: 'live', state: undefined, legacy: false });
  });

  it('an extension channel is folded by the reducer it is given, or not at all', async () => {
    type Counter = { count: number };
    const reducers = (channel: string) =>
      channel.startsWith('x-counter:')
        ? (state: unknown) => ({ count: (state as Counter).count + 1 })
        : undefined;
    const rig = await new ClientRig({ reducers }).connected();
    const state = { count: 1 };
    for (const channel of ['x-counter:/a', 'x-other:/a']) {
      rig.host.answers('subscribe', { snapshot: { resource: channel, state, fromSeq: 10 } });
    }
    const counter = rig.client.subscribe<Counter>('x-counter:/a');
    const other = rig.client.subscribe<Counter>('x-other:/a');
    await rig.settle();
    const action = { type: 'x-counted' } as unknown as StateAction;
    rig.host.act({ channel: 'x-counter:/a', action, serverSeq: 11 });
    rig.host.act({ channel: 'x-other:/a', action, serverSeq: 12 });
    await rig.settle();
    expect([counter.state, counter.legacy]).toEqual([{ count: 2 }, false]);
    expect([other.state, other.legacy]).toEqual([{ count: 1 }, true]);
  });

  it('asks for a part of a chat and for merged delivery', async () => {
    const rig = await new ClientRig().connected();
    const options = { view: { turns: 5 }, delivery: { maxLatencyMs: 50 } };
    rig.host.answers('subscribe', {}, { channel: 'ahp-chat:/c', ...options });
    rig.client.chat('ahp-chat:/c', options);
    await rig.settle();
    expect(rig.host.expected).toEqual([]);
  });
});

describe('listeners', () => {
  it('hear of changes only, and see the same objects while nothing changes', async () => {
    const rig = await new ClientRig().connected();
    const view = await watching(rig);
    const seen: unknown[] = [];
    view.subscribe(() => seen.push(view.getSnapshot()));
    const { state } = view;
    rig.host.act(envelope(11, { type: 'session/inputNeededRemoved', id: 'unknown' }));
    rig.host.act({ channel: 'ahp-session:/other', action: titled('elsewhere'), serverSeq: 12 });
    await rig.settle();
    expect(seen).toEqual([]);
    expect(view.state).toBe(state);

    rig.host.act(envelope(13, titled('news')));
    await rig.settle();
    expect(seen).toEqual([view.getSnapshot()]);
  });

  it('L5: one that throws is reported and harms nobody', async () => {
    const rig = await new ClientRig().connected();
    const view = await watching(rig);
    let heard = 0;
    view.subscribe(() => {
      throw new Error('broken');
    });
    view.subscribe(() => {
      heard += 1;
    });
    rig.host.act(envelope(11, titled('news')));
    await rig.settle();
    expect(heard).toBe(1);
    expect(rig.problems).toMatchObject([{ kind: 'listener' }]);
  });

  it('of actions hear each accepted one once, after it shows', async () => {
    const rig = await new ClientRig().connected();
    const view = await watching(rig);
    const heard: unknown[] = [];
    view.onAction(({ serverSeq }) => heard.push([serverSeq, view.confirmed?.title]));
    rig.host.act(envelope(11, titled('one')));
    rig.host.act(envelope(11, titled('one')));
    rig.host.act(envelope(12, titled('two')));
    rig.host.act(envelope(13, titled('no'), { rejectionReason: 'No.' }));
    await rig.settle();
    expect(heard).toEqual([
      [11, 'one'],
      [12, 'two'],
    ]);
  });

  it('may dispatch while they are told', async () => {
    const rig = await new ClientRig().connected();
    const view = await watching(rig);
    rig.host.hears('dispatchAction', { clientSeq: 1 });
    const stop = view.subscribe(() => {
      stop();
      view.dispatch({ type: 'session/isReadChanged', isRead: true });
    });
    rig.host.act(envelope(11, titled('news')));
    await rig.settle();
    expect(view.state).toEqual({ ...session, title: 'news', status: 33 });
    expect(rig.host.expected).toEqual([]);
  });
});

describe('malformed actions', () => {
  it('L5: are reported and left out', async () => {
    const rig = await new ClientRig().connected();
    const view = await watching(rig);
    const before = view.getSnapshot();
    rig.host.notify('action', {
      channel: uri,
      serverSeq: 11,
      action: { type: 'session/titleChanged', title: 7 },
    });
    rig.host.notify('action', { serverSeq: 12 });
    await rig.settle();
    expect(view.getSnapshot()).toBe(before);
    expect(rig.problems.map(({ kind }) => kind)).toEqual(['malformed', 'malformed']);
  });

  it('L5: an unknown type is no mistake and changes nothing', async () => {
    const rig = await new ClientRig().connected();
    const view = await watching(rig);
    const before = view.getSnapshot();
    rig.host.act(envelope(11, { type: 'session/fromTheFuture' } as unknown as StateAction));
    await rig.settle();
    expect(view.getSnapshot()).toBe(before);
    expect(rig.problems).toEqual([]);
  });
});
