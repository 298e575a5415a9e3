import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { ChannelView } from '@loggia/client';
import {
  KnownSignIns,
  MemoryRecordStore,
  MemoryRegistrationStore,
  offerTo,
  signIn,
  throughHost,
  type Grant,
} from '@loggia/client/oauth';
import { hasStatus, Status, type AuthChallenge, type ChatState, type ToolCall } from '@loggia/protocol';
import { AuthorizationServer, ProtectedMcpServer } from '@loggia/testing/oauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DataDirectory, HostProcess } from './src/process/host-process.ts';
import { TappedClient } from './src/process/tapped-client.ts';
import { until } from './src/process/until.ts';
import { SessionServers } from './src/servers/session-servers.ts';
import { WillingUser } from './src/servers/willing-user.ts';

/** Everything that a user of one client has for signing in. */
class SignIns {
  readonly known: KnownSignIns;
  readonly registrations = new MemoryRegistrationStore();
  readonly #client: TappedClient;
  last: Grant | undefined;

  constructor(client: TappedClient) {
    this.#client = client;
    this.known = new KnownSignIns({ records: new MemoryRecordStore(), offer: offerTo(client.ahp) });
  }

  async signIn(server: string, challenge: AuthChallenge): Promise<void> {
    const granted = (await this.known.recordOf(server))?.scopes;
    this.last = await signIn({
      challenge,
      redirect: new WillingUser(),
      registrations: this.registrations,
      settings: { clientName: 'Loggia' },
      ...(granted && { granted }),
      reach: throughHost(this.#client.ahp),
    });
    await this.known.adopt(server, this.last);
  }
}

function callsOf({ turns = [], activeTurn }: Partial<ChatState> = {}): ToolCall[] {
  const parts = [...turns, ...(activeTurn ? [activeTurn] : [])].flatMap((turn) => turn.responseParts);
  return parts.flatMap((part) => (part.kind === 'toolCall' ? [part.toolCall] : []));
}

describe('a real authorization server, and MCP servers behind it', () => {
  let authorization: AuthorizationServer;
  let first: ProtectedMcpServer;
  let second: ProtectedMcpServer;
  let data: DataDirectory;
  let host: HostProcess;
  let client: TappedClient;
  let signIns: SignIns;
  let session: SessionServers;
  let chat: ChannelView<ChatState>;
  let turns = 0;

  beforeAll(async () => {
    authorization = await AuthorizationServer.start();
    first = await ProtectedMcpServer.start({
      authorizationServer: authorization,
      scopes: ['read'],
      toolScopes: { write: ['write'] },
      state: 'session',
    });
    second = await ProtectedMcpServer.start({ authorizationServer: authorization, scopes: ['read'] });
    const mcpServers = {
      first: { url: first.url },
      twin: { url: first.url },
      second: { url: second.url },
    };
    data = new DataDirectory({ mcpServers });
    host = await HostProcess.start(data);
    client = new TappedClient('user', () => data.endpoint(), { mcpApps: {} });
    signIns = new SignIns(client);
    session = await SessionServers.create(client);
    chat = client.ahp.chat(session.view.state?.defaultChat ?? '');
    await chat.ready;
  });

  afterAll(async () => {
    client[Symbol.dispose]();
    await host[Symbol.asyncDispose]();
    await first.close();
    await second.close();
    await authorization.close();
    data[Symbol.dispose]();
  });

  function challengeOf(name: string): AuthChallenge {
    const { state } = session.named(name);
    if (state.kind !== 'authRequired') throw new Error(`${name} asks for no sign-in.`);
    const { kind: _, ...challenge } = state;
    return challenge;
  }

  async function call(text: string): Promise<string> {
    const turnId = `turn-${++turns}`;
    const message = { text, origin: { kind: 'user' as const } };
    const startedAt = new Date().toISOString();
    await chat.dispatch({ type: 'chat/turnStarted', turnId, startedAt, message }).settled;
    return turnId;
  }

  function callIn(turnId: string): ToolCall | undefined {
    const state = chat.state;
    const turn = [...(state?.turns ?? []), ...(state?.activeTurn ? [state.activeTurn] : [])].find(
      ({ id }) => id === turnId,
    );
    return callsOf({ turns: turn ? [turn as ChatState['turns'][number]] : [] })[0];
  }

  const completed = (turnId: string) =>
    until('the call has ended', () => {
      const found = callIn(turnId);
      return found?.status === 'completed' ? found : undefined;
    });

  const blocked = (turnId: string) =>
    until('the call waits for a sign-in', () => {
      const found = callIn(turnId);
      return found?.status === 'auth-required' ? found : undefined;
    });

  test('B9, B12: a server that wants a sign-in says so, and is ready after it', async () => {
    await session.until('first', 'authRequired');
    const challenge = challengeOf('first');
    expect(challenge).toMatchObject({
      reason: 'required',
      resource: { resource: first.url, authorization_servers: [authorization.issuer] },
      requiredScopes: ['read'],
    });
    await signIns.signIn(session.named('first').id, challenge);
    await session.until('first', 'ready');
    await expect(session.call('first', 'tools/call', { name: 'whoami' })).resolves.toMatchObject({
      content: [{ text: 'you' }],
    });
  });

  test('B13: a server that names the same resource has no part in it, nor has any other', async () => {
    await session.until('twin', 'authRequired');
    expect(challengeOf('twin').resource.resource).toBe(first.url);
    await session.until('second', 'authRequired');
    const seen = [...first.tokensSeen];
    expect(seen).toHaveLength(1);
    expect(second.tokensSeen.size).toBe(0);
    // Which of the two is meant must be said.
    const token = { channel: 'ahp-root://', resource: second.url, token: seen[0] ?? '' };
    await expect(client.ahp.request('authenticate', token)).rejects.toMatchObject({ code: -32007 });
    expect(session.named('second').state.kind).toBe('authRequired');
  });

  test('B10: a bad token is refused and changes nothing', async () => {
    const { id } = session.named('first');
    const offered = { channel: 'ahp-root://', resource: first.url, _meta: { 'loggia.server': id } };
    await expect(client.ahp.request('authenticate', { ...offered, token: 'made-up' })).rejects.toMatchObject({
      code: -32007,
    });
    expect(session.named('first').state.kind).toBe('ready');
    await expect(session.call('first', 'tools/call', { name: 'whoami' })).resolves.toBeDefined();
  });

  test('B11: a call that needs more access waits, shows it, and goes on by itself', async () => {
    const name = session.tools.find((tool) => tool === 'write' || tool === 'first__write') ?? 'write';
    const turnId = await call(`/tool ${name} {}`);
    const waiting = await blocked(turnId);
    if (waiting.status !== 'auth-required') throw new Error('It waits.');
    expect(waiting.auth).toMatchObject({ reason: 'insufficientScope', requiredScopes: ['read', 'write'] });
    await until('the session says so', () =>
      session.view.state?.inputNeeded?.some(({ kind }) => kind === 'toolAuthentication'),
    );
    expect(hasStatus(session.view.state?.status ?? 0, Status.inputNeeded)).toBe(true);
    expect(first.calls.write).toBe(0);
    await signIns.signIn(session.named('first').id, waiting.auth);
    expect(await completed(turnId)).toMatchObject({ success: true, content: [{ text: 'written' }] });
    expect(first.calls.write).toBe(1);
    await until('nothing waits', () => (session.view.state?.inputNeeded ?? []).length === 0);
  });

  test('B12: two calls that find the token expired make one refresh, and both go on', async () => {
    using other = new TappedClient('other', () => data.endpoint(), { mcpApps: {} });
    const seen = await SessionServers.watch(other, session.uri);
    const refreshed = authorization.requests.refresh;
    authorization.expireAll();
    const write = session.tools.find((tool) => tool.endsWith('write')) ?? 'write';
    const whoami = session.tools.find((tool) => tool.endsWith('whoami')) ?? 'whoami';
    const turnId = await call(`/parallel ${write} ${whoami}`);
    await until('both have ended', () => {
      const turn = chat.state?.turns.find(({ id }) => id === turnId);
      return turn && callsOf({ turns: [turn] }).filter(({ status }) => status === 'completed').length === 2;
    });
    const turn = chat.state?.turns.find(({ id }) => id === turnId);
    for (const done of callsOf({ turns: turn ? [turn] : [] })) expect(done).toMatchObject({ success: true });
    expect(authorization.requests.refresh).toBe(refreshed + 1);
    expect(seen.named('first').state.kind).toBe('ready');
  });

  test('B11: a token that expires in the middle of a call does not cost the call its answer', async () => {
    const slow = session.tools.find((tool) => tool.endsWith('slow')) ?? 'slow';
    const turnId = await call(`/tool ${slow} {}`);
    await first.slowCalled();
    authorization.expireAll();
    first.finishSlow();
    expect(await completed(turnId)).toMatchObject({ success: true });
    // The next one finds it out, and is not lost either.
    const whoami = session.tools.find((tool) => tool.endsWith('whoami')) ?? 'whoami';
    expect(await completed(await call(`/tool ${whoami} {}`))).toMatchObject({ success: true });
  });

  test('B12: with no client open, the host renews the token; it outlives a restart, and signing in again is for a refusal', async () => {
    const { id } = session.named('first');
    const { uri } = session;
    const refreshed = authorization.requests.refresh;
    client[Symbol.dispose]();
    await host[Symbol.asyncDispose]();
    authorization.expireAll();
    host = await HostProcess.start(data);
    client = new TappedClient('later', () => data.endpoint(), { mcpApps: {} });
    signIns = new SignIns(client);
    session = await SessionServers.watch(client, uri);
    chat = client.ahp.chat(session.view.state?.defaultChat ?? '');
    await chat.ready;
    await session.until('first', 'ready');
    expect(authorization.requests.refresh).toBe(refreshed + 1);
    authorization.revokeAll();
    const whoami = session.tools.find((tool) => tool.endsWith('whoami')) ?? 'whoami';
    const turnId = await call(`/tool ${whoami} {}`);
    const waiting = await blocked(turnId);
    if (waiting.status !== 'auth-required') throw new Error('It waits.');
    expect(waiting.auth.reason).toBe('expired');
    await signIns.signIn(id, waiting.auth);
    expect(await completed(turnId)).toMatchObject({ success: true });
  });

  test('B10, B12: signing out forgets the token everywhere', async () => {
    const { id } = session.named('first');
    const token = signIns.last?.accessToken ?? '';
    expect(authorization.tokens.introspect(token)).toMatchObject({ active: true });
    expect(await signIns.known.signOut(id)).toEqual({ hostTold: true });
    await session.until('first', 'authRequired');
    expect(challengeOf('first').reason).toBe('required');
    await until('it is revoked', () => authorization.tokens.introspect(token)['active'] === false);
    const offered = { channel: 'ahp-root://', resource: first.url, _meta: { 'loggia.server': id } };
    await expect(client.ahp.request('authenticate', { ...offered, token })).rejects.toMatchObject({
      code: -32007,
    });
  });

  test('B13: no token is on the disk, in the log, or in what clients were sent', async () => {
    const tokens = [...first.tokensSeen];
    expect(tokens.length).toBeGreaterThan(2);
    const files = readdirSync(data.path).filter((name) => name.startsWith('loggia.db'));
    const stored = files.map((name) => readFileSync(path.join(data.path, name), 'latin1')).join('');
    const shown = JSON.stringify([session.view.state, chat.state]);
    for (const token of tokens) {
      expect(stored.includes(token)).toBe(false);
      expect(shown.includes(token)).toBe(false);
      expect(host.stderr.includes(token)).toBe(false);
    }
    expect(host.loggedErrors).toEqual([]);
  });
});
