import { afterEach, describe, expect, test } from 'vitest';
import { engine, RawClient, stopEngines, type Json } from '../raw-client.testkit.ts';

afterEach(stopEngines);

const session = 'ahp-session:/s';
const user = (text: string) => ({ text, origin: { kind: 'user' } });

async function pair() {
  const host = await engine();
  const old = new RawClient(host);
  const hello = await old.hello('old', {
    protocolVersions: ['0.3.0'],
    initialSubscriptions: ['ahp-root://'],
  });
  const modern = new RawClient(host);
  await modern.hello('new');
  expect(
    (await old.request('createSession', { channel: session, workingDirectory: 'file:///w' }))['result'],
  ).toBeNull();
  const { result } = await old.request('subscribe', { channel: session });
  if (result.snapshot.state.lifecycle !== 'ready')
    await old.until(({ params }) => params?.action?.type === 'session/ready');
  old.received.length = 0;
  const state = (await modern.request('subscribe', { channel: session }))['result'].snapshot.state as Json;
  return {
    host,
    old,
    modern,
    hello,
    snapshot: result.snapshot as Json,
    chat: state['defaultChat'] as string,
  };
}

function said(client: RawClient): string {
  return client.received
    .flatMap(({ method, params }) => {
      if (method !== 'action') return [];
      const { action } = params;
      if (action.type === 'session/delta') return [action.content as string];
      return action.type === 'session/responsePart' && action.part.kind === 'markdown'
        ? [action.part.content as string]
        : [];
    })
    .join('')
    .trim();
}

describe('AHP 0.3', () => {
  test('A1: the session and its conversation are one channel, in the old words', async () => {
    const { hello, snapshot } = await pair();
    expect(hello).toMatchObject({ protocolVersion: '0.3.0', snapshots: [{ resource: 'ahp-root://' }] });
    expect(snapshot).toMatchObject({
      resource: session,
      state: {
        summary: {
          resource: session,
          provider: 'echo',
          workingDirectory: 'file:///w',
          createdAt: expect.any(Number),
        },
        turns: [],
      },
    });
    expect(snapshot['state'].chats).toBeUndefined();
  });

  test('A1: a turn that it starts is echoed in its own form and runs for everybody', async () => {
    const { old, modern, chat } = await pair();
    await modern.request('subscribe', { channel: chat });
    const seq = old.dispatch(session, {
      type: 'session/turnStarted',
      turnId: 't1',
      message: user('one two three'),
    });
    const echo = await old.echo(seq);
    expect(echo).toMatchObject({
      channel: session,
      action: { type: 'session/turnStarted', turnId: 't1' },
      origin: { clientId: 'old', clientSeq: seq },
    });
    expect(echo['action'].startedAt).toBeUndefined();
    await old.until(({ params }) => params?.action?.type === 'session/turnComplete');
    expect(said(old)).toBe('one two three');
    await modern.until(({ params }) => params?.action?.type === 'chat/turnComplete');
    expect(modern.actions('chat/turnStarted')[0]).toMatchObject({
      channel: chat,
      origin: { clientId: 'old' },
    });
    const { result } = await old.request('subscribe', { channel: session });
    expect(result.snapshot.state.turns).toMatchObject([{ id: 't1', state: 'complete' }]);
  });

  test('A1: spellings of 0.1 are understood', async () => {
    const { old, modern } = await pair();
    const tools = [{ name: 'probe' }];
    const claim = { type: 'session/activeClientChanged', session, activeClient: { clientId: 'old', tools } };
    await old.echo(old.dispatch(session, claim));
    await modern.until(({ params }) => params?.action?.type === 'session/activeClientSet');
    const seq = old.dispatch(session, { type: 'session/activeClientChanged', session, activeClient: null });
    expect(await old.echo(seq)).toMatchObject({
      action: { type: 'session/activeClientChanged', activeClient: null },
    });
    await modern.until(({ params }) => params?.action?.type === 'session/activeClientRemoved');
    const started = old.dispatch(session, {
      type: 'session/turnStarted',
      session,
      turnId: 't',
      userMessage: { text: 'hi' },
    });
    expect(await old.echo(started)).toMatchObject({ action: { message: { text: 'hi' } } });
  });

  test('A3: what it may not do comes back with a reason, in its own words', async () => {
    const { old } = await pair();
    const wrong = { type: 'session/turnCancelled', turnId: 'none' };
    expect(await old.echo(old.dispatch(session, wrong))).toMatchObject({
      action: wrong,
      rejectionReason: expect.any(String),
    });
    const host = { type: 'session/ready' };
    expect(await old.echo(old.dispatch(session, host))).toMatchObject({
      action: host,
      rejectionReason: expect.stringContaining('Only the host'),
    });
  });

  test('A4: what it missed is replayed in its own words, and live actions follow', async () => {
    const { host, old, modern, chat } = await pair();
    const lastSeenServerSeq = host.kernel.seq;
    old.cut();
    const start = {
      type: 'chat/turnStarted',
      turnId: 't',
      startedAt: '2026-01-01T00:00:00.000Z',
      message: user('a b c'),
    };
    await modern.request('subscribe', { channel: chat });
    modern.dispatch(chat, start);
    await modern.until(({ params }) => params?.action?.type === 'chat/turnComplete');
    const back = new RawClient(host);
    const answer = await back.request('reconnect', {
      clientId: 'old',
      lastSeenServerSeq,
      subscriptions: [session, 'ahp-root://'],
    });
    expect(answer['result'].type).toBe('replay');
    const types = answer['result'].actions.map(({ action }: Json) => action.type as string);
    expect(types).toContain('session/turnStarted');
    expect(types).toContain('session/turnComplete');
    expect(types.every((type: string) => type.startsWith('session/') || type.startsWith('root/'))).toBe(true);
    await modern.echo(modern.dispatch(session, { type: 'session/titleChanged', title: 'Live' }));
    await back.until(({ params }) => params?.action?.title === 'Live');
  });

  test('A1: a model that it chooses sticks and is stamped on its messages', async () => {
    const { old, modern, chat } = await pair();
    await modern.request('subscribe', { channel: chat });
    const seq = old.dispatch(session, { type: 'session/modelChanged', model: { id: 'echo-1' } });
    expect(await old.echo(seq)).toMatchObject({
      action: { type: 'session/modelChanged', model: { id: 'echo-1' } },
    });
    await old.echo(old.dispatch(session, { type: 'session/turnStarted', turnId: 't', message: user('x') }));
    await modern.until(({ params }) => params?.action?.type === 'chat/turnStarted');
    expect(modern.actions('chat/turnStarted')[0]).toMatchObject({
      action: { message: { model: { id: 'echo-1' } } },
    });
  });

  test('A6: turns page in by turn id, and a session can begin with the turns of another', async () => {
    const { old } = await pair();
    for (const turnId of ['t1', 't2', 't3']) {
      old.dispatch(session, { type: 'session/turnStarted', turnId, message: user(turnId) });
      await old.until(
        ({ params }) => params?.action?.type === 'session/turnComplete' && params.action.turnId === turnId,
      );
    }
    const page = await old.request('fetchTurns', { channel: session, before: 't3', limit: 1 });
    expect(page['result']).toMatchObject({ turns: [{ id: 't2' }], hasMore: true });
    await old.request('createSession', { channel: 'ahp-session:/f', fork: { session, turnId: 't2' } });
    const { result } = await old.request('subscribe', { channel: 'ahp-session:/f' });
    expect(result.snapshot.state.turns.map(({ id }: Json) => id)).toEqual(['t1', 't2']);
    const list = await old.request('listSessions', { channel: 'ahp-root://' });
    expect(list['result'].items).toHaveLength(2);
    expect(list['result'].items[0].modifiedAt).toEqual(expect.any(Number));
    expect((await old.request('createChat', { channel: session, chat: 'ahp-chat:/x' }))['error'].code).toBe(
      -32601,
    );
  });

  test('A1: a default chat that goes is replaced by the next one in what is shown', async () => {
    const { old, modern, chat } = await pair();
    old.dispatch(session, { type: 'session/turnStarted', turnId: 't1', message: user('first') });
    await old.until(({ params }) => params?.action?.type === 'session/turnComplete');
    await modern.request('createChat', {
      channel: session,
      chat: 'ahp-chat:/second',
      initialMessage: user('second'),
    });
    await modern.request('subscribe', { channel: 'ahp-chat:/second' });
    await expect
      .poll(
        async () =>
          (await modern.request('subscribe', { channel: 'ahp-chat:/second' }))['result'].snapshot.state.turns
            .length,
      )
      .toBe(1);
    await modern.request('disposeChat', { channel: chat });
    const { result } = await old.request('subscribe', { channel: session });
    expect(result.snapshot.state.turns).toMatchObject([{ message: { text: 'second' } }]);
    const seq = old.dispatch(session, { type: 'session/turnStarted', turnId: 't9', message: user('third') });
    expect(await old.echo(seq)).toMatchObject({ action: { type: 'session/turnStarted' } });
  });

  test('L5: a channel that is no text is refused, whatever it is asked for', async () => {
    const { old } = await pair();
    const channel = { toString: 1, valueOf: 2 };
    for (const method of ['subscribe', 'completions', 'fetchTurns', 'createSession']) {
      expect((await old.request(method, { channel }))['error'].code).toBe(-32602);
    }
    old.notify('unsubscribe', { channel });
    const seq = old.dispatch(session, { type: 'session/customizationToggled', uri: channel, enabled: true });
    expect(await old.echo(seq)).toMatchObject({
      rejectionReason: expect.stringContaining('no customization'),
    });
  });

  test('A9: a session that is disposed is gone for it, too', async () => {
    const { old, modern } = await pair();
    await modern.request('disposeSession', { channel: session });
    await old.until(({ method }) => method === 'root/sessionRemoved');
    expect((await old.request('subscribe', { channel: session }))['error'].code).toBe(-32001);
  });
});
