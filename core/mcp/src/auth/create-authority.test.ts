import { inspect } from 'node:util';
import { localPrincipal } from '@loggia/access';
import { expect, it } from 'vitest';
import { AuthorityRig, challengeOf } from './authority-rig.testkit.ts';
import { ResourceServer, type SeenRequest } from './resource-server.testkit.ts';

/** A connection that was asked to sign in. */
async function waiting() {
  const server = await ResourceServer.start();
  server.describe();
  const rig = new AuthorityRig();
  const connection = rig.connect(server.url);
  await challengeOf(connection.call('initialize'));
  return {
    server,
    rig,
    connection,
    metadata: { resource: server.url, authorization_servers: ['https://login.example'] },
  };
}

async function signedIn(token = 'tok-1', rest: { expiresIn?: number } = {}) {
  const given = await waiting();
  given.server.accepts.add(token);
  await given.rig.offer(given.server.url, token, rest);
  return given;
}

function methodsOf(requests: readonly SeenRequest[]): string[] {
  return requests.map(({ method, body }) =>
    body === '' ? method : (JSON.parse(body) as { method: string }).method,
  );
}

it('B10: a token for a named resource is kept, told of and used', async () => {
  const { server, rig, connection } = await waiting();
  server.accepts.add('tok-1');
  expect(await rig.offer(server.url, 'tok-1', { scopes: ['x'] })).toBe(true);
  expect(connection.changes).toEqual([{ kind: 'accepted' }]);
  expect(await connection.call()).toMatchObject({ status: 200 });
  expect(server.tokensSeen.at(-1)).toBe('tok-1');
  const stored = await rig.vault.get(localPrincipal, { resource: server.url, server: 'a' });
  expect(stored).toMatchObject({ scopes: ['x'], expiresAt: undefined });
  expect(await rig.authority.signedIn(localPrincipal, 'a')).toBe(true);
  expect(await rig.authority.signedIn(localPrincipal, 'b')).toBe(false);
});

it('B10: a resource that no server of this person has named is nobody’s', async () => {
  const { server, rig, connection } = await waiting();
  expect(await rig.offer('https://unknown.example', 'tok-1')).toBe(false);
  expect(await rig.offer(server.url, 'tok-1', { principal: { id: 'other', kind: 'local' } })).toBe(false);
  expect(await rig.offer(server.url, 'tok-1', { server: 'b' })).toBe(false);
  expect(await rig.offer('https://unknown.example', '')).toBe(false);
  expect(connection.changes).toEqual([]);
  expect(server.tokensSeen).toEqual([undefined]);
  expect(await rig.store.list()).toEqual([]);
});

it('B10: a bad token is refused and changes nothing', async () => {
  const { server, rig, connection, metadata } = await signedIn('tok-good');
  const before = await rig.store.list();
  const error: unknown = await rig.offer(server.url, 'tok-bad').catch((caught: unknown) => caught);
  expect(error).toMatchObject({ kind: 'AuthRequired', code: -32007, data: { resources: [metadata] } });
  expect(inspect(error, { depth: 9, showHidden: true })).not.toContain('tok-');
  expect(await rig.store.list()).toEqual(before);
  expect(connection.changes).toEqual([{ kind: 'accepted' }]);
  expect(await connection.call()).toMatchObject({ status: 200 });
});

it('B10: a token that cannot be checked is not kept', async () => {
  const { server, rig, connection } = await waiting();
  await server.stop();
  await expect(rig.offer(server.url, 'tok-1')).rejects.toMatchObject({
    kind: 'Unavailable',
    message: expect.stringContaining('nothing has changed') as string,
  });
  expect(connection.changes).toEqual([]);
  expect(await rig.store.list()).toEqual([]);
});

it('B10: a server that does not answer the check is not waited for without end', async () => {
  const { server, rig } = await waiting();
  server.first = () => true;
  const offer = rig.offer(server.url, 'tok-1').catch((caught: unknown) => caught);
  await expect.poll(() => server.mcpRequests.length).toBe(2);
  await rig.scheduler.advance(10_000);
  expect(await offer).toMatchObject({ kind: 'Unavailable' });
});

it('B11: a token that lacks a scope is not a bad one', async () => {
  const { server, rig, connection } = await waiting();
  server.refuses = 403;
  server.challenge = 'error="insufficient_scope"';
  expect(await rig.offer(server.url, 'tok-1')).toBe(true);
  expect(connection.changes).toEqual([{ kind: 'accepted' }]);
});

it('B10: the request that was refused is what the token is shown with, and its session is ended', async () => {
  const { server, rig } = await waiting();
  server.accepts.add('tok-1');
  server.onMcp = ({ method }, response) => {
    if (method === 'POST') response.setHeader('mcp-session-id', 's-1');
    response.end('{}');
  };
  await rig.offer(server.url, 'tok-1');
  await expect.poll(() => methodsOf(server.mcpRequests)).toEqual(['initialize', 'initialize', 'DELETE']);
  expect(server.mcpRequests.at(-1)).toMatchObject({ token: 'tok-1', headers: { 'mcp-session-id': 's-1' } });
});

it('B11: a tool call is never repeated to check a token', async () => {
  const { server, rig } = await waiting();
  const connection = rig.connect(server.url, { server: 'lazy' });
  server.guards = ({ body }) => body.includes('tools/call');
  await challengeOf(connection.call('tools/call', { 'mcp-session-id': 's-1', 'x-key': 'k' }));
  server.seen.length = 0;
  // Only the call itself can tell whether it is valid.
  expect(await rig.offer(server.url, 'tok-1', { server: 'lazy' })).toBe(true);
  expect(methodsOf(server.mcpRequests)).toEqual(['ping']);
  expect(server.mcpRequests[0]).toMatchObject({
    token: 'tok-1',
    headers: { 'mcp-session-id': 's-1', 'x-key': 'k' },
  });
  expect(await challengeOf(connection.call('tools/call'))).toMatchObject({ reason: 'expired' });
});

it('B10: an endpoint that only streams judges the token on its stream', async () => {
  const server = await ResourceServer.start();
  const rig = new AuthorityRig();
  let open = 0;
  server.first = ({ method }, response) => {
    if (method === 'POST') response.writeHead(405).end();
    return method === 'POST';
  };
  server.onMcp = (_request, response) => {
    open += 1;
    response.on('close', () => (open -= 1));
    response.write('event: endpoint\n\n');
  };
  const connection = rig.connect(server.url);
  await challengeOf(connection.authorization.fetch(server.url));
  await expect(rig.offer(server.url, 'bad')).rejects.toMatchObject({ kind: 'AuthRequired' });
  server.accepts.add('tok-1');
  await rig.offer(server.url, 'tok-1');
  await expect(rig.offer(server.url, 'bad')).rejects.toMatchObject({ kind: 'AuthRequired' });
  await expect.poll(() => open).toBe(0);
  expect(connection.changes).toEqual([{ kind: 'accepted' }]);
});

it('B10: a token ahead of expiry is taken while everything is fine, after a restart of the host as well', async () => {
  const { server, rig } = await signedIn('tok-1', { expiresIn: 60 });
  server.accepts.add('tok-2').add('tok-3');
  expect(await rig.offer(server.url, 'tok-2', { expiresIn: 60 })).toBe(true);
  rig.startAgain();
  const connection = rig.connect(server.url);
  expect(await connection.call()).toMatchObject({ status: 200 });
  expect(server.tokensSeen.at(-1)).toBe('tok-2');
  expect(await rig.offer(`${server.url}/`, 'tok-3', { expiresIn: 60 })).toBe(true);
  expect(await rig.stored(server.url)).toBe('tok-3');
});

it('B13: what one server has stored makes no candidate of another', async () => {
  const { server, rig } = await signedIn();
  server.accepts.add('tok-2');
  rig.startAgain();
  const [first, second] = [rig.connect(server.url), rig.connect(server.url, { server: 'b' })];
  expect(await rig.offer(server.url, 'tok-2')).toBe(true);
  expect([first.changes.length, second.changes.length]).toEqual([1, 0]);
  expect(await rig.vault.list(localPrincipal)).toEqual([{ resource: server.url, server: 'a' }]);
});

it('B13: two servers that name the same resource share no token', async () => {
  const { server, rig, connection } = await waiting();
  const other = rig.connect(server.url, { server: 'b' });
  await challengeOf(other.call());
  server.accepts.add('tok-a').add('tok-b');

  await expect(rig.offer(server.url, 'tok-a')).rejects.toMatchObject({
    kind: 'InvalidParams',
    message: expect.stringMatching(/\("a"\), "[^"]*" \("b"\).*_meta\["loggia\.server"\]/) as string,
  });
  expect(await rig.offer(server.url, 'tok-a', { server: 'a' })).toBe(true);
  expect([connection.changes.length, other.changes.length]).toEqual([1, 0]);
  expect(await challengeOf(other.call())).toMatchObject({ reason: 'required' });

  // Only one is waiting now, so it is unambiguous.
  expect(await rig.offer(server.url, 'tok-b')).toBe(true);
  await connection.call();
  await other.call();
  expect(server.tokensSeen.slice(-2)).toEqual(['tok-a', 'tok-b']);
  await expect(rig.offer(server.url, 'tok-a')).rejects.toMatchObject({ kind: 'InvalidParams' });
  await expect(rig.offer(server.url, '')).rejects.toMatchObject({ kind: 'InvalidParams' });
});

it('B10: all connections to one server are one holder of the token', async () => {
  const { server, rig, connection } = await waiting();
  const second = rig.connect(server.url);
  server.accepts.add('tok-1');
  expect(await rig.offer(server.url, 'tok-1')).toBe(true);
  expect([connection.changes, second.changes]).toEqual([[{ kind: 'accepted' }], [{ kind: 'accepted' }]]);
  connection.authorization.dispose();
  connection.authorization.dispose();
  expect(await rig.offer(server.url, '')).toBe(true);
  expect([connection.changes.length, second.changes.length]).toEqual([1, 2]);
});

it('B10: a connection that has not been asked yet uses the token of its server, too', async () => {
  const { server, rig } = await waiting();
  const below = rig.connect(`${server.url}/below`);
  const other = rig.connect(`${server.url}/below`, { server: 'b' });
  server.accepts.add('tok-1');
  await rig.offer(server.url, 'tok-1');
  expect([below.changes, other.changes]).toEqual([[{ kind: 'accepted' }], []]);
  expect(await below.call()).toMatchObject({ status: 200 });
  await rig.offer(server.url, '');
  expect(below.changes.at(-1)?.kind).toBe('revoked');
});

it('B10: an empty token revokes', async () => {
  const { server, rig, connection, metadata } = await signedIn();
  expect(await rig.offer(server.url, '')).toBe(true);
  expect(connection.changes.at(-1)).toEqual({
    kind: 'revoked',
    challenge: { reason: 'required', resource: metadata },
  });
  expect(await rig.store.list()).toEqual([]);
  expect(await challengeOf(connection.call())).toMatchObject({ reason: 'required' });
  expect(server.tokensSeen.at(-1)).toBeUndefined();
  // Repeating it changes nothing.
  expect(await rig.offer(server.url, '')).toBe(true);
  expect(connection.changes).toHaveLength(2);
});

it('B10: a token can be revoked while its server does not run', async () => {
  const { server, rig, connection } = await signedIn();
  connection.authorization.dispose();
  expect(await rig.offer(server.url, 'tok-1')).toBe(false);
  expect(await rig.offer(server.url, '', { server: 'b' })).toBe(false);
  expect(await rig.offer(server.url, '', { server: 'a' })).toBe(true);
  expect(await rig.store.list()).toEqual([]);
  expect(await rig.authority.signedIn(localPrincipal, 'a')).toBe(false);
});

it('B13: signing out forgets every token of the server and none of another', async () => {
  const { server, rig, connection } = await signedIn();
  await rig.vault.put(localPrincipal, { resource: 'https://old.example', server: 'a' }, { token: 'old' });
  await rig.vault.put(localPrincipal, { resource: server.url, server: 'b' }, { token: 'of b' });
  await rig.vault.put(localPrincipal, { resource: server.url }, { token: 'of an agent' });
  await rig.authority.signOut(localPrincipal, 'a');
  expect(connection.changes.map(({ kind }) => kind)).toEqual(['accepted', 'revoked']);
  expect(await rig.vault.list(localPrincipal)).toEqual([
    { resource: server.url, server: 'b' },
    { resource: server.url },
  ]);
});

it('B13: a token for what the endpoint named before is forgotten with the next', async () => {
  const { server, rig, connection } = await signedIn();
  server.describe({ resource: server.origin });
  rig.clock.advance(10 * 60_000);
  server.accepts.clear();
  expect(await challengeOf(connection.call())).toMatchObject({ resource: { resource: server.origin } });
  server.accepts.add('tok-2');
  await rig.offer(server.origin, 'tok-2');
  expect(await rig.vault.list(localPrincipal)).toEqual([{ resource: server.origin, server: 'a' }]);
});

it('B11: when its time is up the token is no longer sent, and the holder is told', async () => {
  const { server, rig, connection, metadata } = await signedIn('tok-1', { expiresIn: 60 });
  await rig.scheduler.advance(59_999);
  await connection.call();
  expect(server.tokensSeen.at(-1)).toBe('tok-1');
  expect(connection.changes).toHaveLength(1);
  await rig.scheduler.advance(1);
  await expect
    .poll(() => connection.changes.at(-1))
    .toMatchObject({
      kind: 'expired',
      challenge: { reason: 'expired', resource: metadata },
    });
  expect(await challengeOf(connection.call())).toMatchObject({ reason: 'expired' });
  expect(server.tokensSeen.at(-1)).toBeUndefined();
  expect(await rig.store.list()).toEqual([]);
});

it('B11: a token that runs out while its successor is checked does not take that along', async () => {
  const { server, rig, connection } = await signedIn('tok-1', { expiresIn: 5 });
  const answers: (() => void)[] = [];
  server.accepts.add('tok-2');
  server.onMcp = (_request, response) => void answers.push(() => response.end('{}'));
  const offer = rig.offer(server.url, 'tok-2', { expiresIn: 60 });
  await expect.poll(() => answers.length).toBe(1);
  await rig.scheduler.advance(5000);
  for (const answer of answers) answer();
  expect(await offer).toBe(true);
  expect(connection.changes.map(({ kind }) => kind)).toEqual(['accepted', 'expired', 'accepted']);
  // Its lifetime starts when it was offered.
  await rig.scheduler.advance(54_999);
  expect(await rig.stored(server.url)).toBe('tok-2');
  await rig.scheduler.advance(1);
  expect(await rig.stored(server.url)).toBeUndefined();
  await expect.poll(() => connection.changes.length).toBe(4);
});

it('B11: a newer token puts off the end', async () => {
  const { server, rig, connection } = await signedIn('tok-1', { expiresIn: 60 });
  server.accepts.add('tok-2');
  await rig.offer(server.url, 'tok-2', { expiresIn: 3600 });
  await rig.scheduler.advance(60_000);
  expect(connection.changes).toEqual([{ kind: 'accepted' }, { kind: 'accepted' }]);
  expect(await connection.call()).toMatchObject({ status: 200 });
});

it('B11: a token with a very long life does not end early', async () => {
  const days = 24 * 3600;
  const { rig, connection } = await signedIn('tok-1', { expiresIn: 100 * days });
  await rig.scheduler.advance(99 * days * 1000);
  expect(connection.changes).toHaveLength(1);
  await rig.scheduler.advance(days * 1000);
  await expect.poll(() => connection.changes.at(-1)?.kind).toBe('expired');
});

it('B11: a token that outlives the host ends on time in its next life', async () => {
  const { server, rig } = await signedIn('tok-1', { expiresIn: 60 });
  rig.authority.dispose();
  expect(rig.scheduler.pendingTimers).toBe(0);
  rig.startAgain();
  const connection = rig.connect(server.url);
  await connection.call();
  await rig.scheduler.advance(60_000);
  await expect.poll(() => connection.changes.at(-1)?.kind).toBe('expired');
});

it('B11: a token that ran out while the host was down is not used', async () => {
  const { server, rig } = await signedIn('tok-1', { expiresIn: 60 });
  rig.authority.dispose();
  rig.clock.advance(60_000);
  rig.startAgain();
  await challengeOf(rig.connect(server.url).call());
  expect(server.tokensSeen.at(-1)).toBeUndefined();
  expect(await rig.authority.signedIn(localPrincipal, 'a')).toBe(false);
});

it('L5: the last of several tokens offered at the same time stays', async () => {
  const { server, rig } = await waiting();
  const tokens = ['tok-1', 'tok-2', 'tok-3'];
  for (const token of tokens) server.accepts.add(token);
  let delay = 30;
  server.onMcp = (_request, response) => {
    setTimeout(() => response.end('{}'), delay);
    delay -= 10;
  };
  const bad = rig.offer(server.url, 'bad').catch((caught: unknown) => caught);
  await Promise.all(tokens.map((token) => rig.offer(server.url, token)));
  expect(await bad).toMatchObject({ kind: 'AuthRequired' });
  expect(await rig.stored(server.url)).toBe('tok-3');
});

it.each(['two words', 'line\r\nx: y', 'ünïcode', '\u0000'])(
  'L5: %j is refused as a token without repeating it',
  async (token) => {
    const { server, rig } = await waiting();
    const error: unknown = await rig.offer(server.url, token).catch((caught: unknown) => caught);
    expect(error).toMatchObject({ kind: 'InvalidParams' });
    expect(inspect(error)).not.toContain(token);
    expect(server.mcpRequests).toHaveLength(1);
  },
);

it('L5: one listener that throws does not keep the others from being told', async () => {
  const { server, rig, connection } = await waiting();
  const clumsy = rig.connect(server.url);
  clumsy.authorization.onChange(() => {
    throw new Error('clumsy');
  });
  const last = rig.connect(server.url);
  server.accepts.add('tok-1');
  await rig.offer(server.url, 'tok-1');
  expect([connection.changes.length, last.changes.length]).toEqual([1, 1]);
  expect(rig.reports.at(-1)?.error).toMatchObject({ message: 'clumsy' });
});

it('B13: no token is in anything that can be looked at', async () => {
  const { rig, connection } = await signedIn('tok-to-hide', { expiresIn: 60 });
  await connection.call();
  await rig.scheduler.advance(60_000);
  await expect.poll(() => connection.changes.length).toBe(2);
  const shown = [
    rig.authority,
    connection.authorization,
    connection.changes,
    rig.reports,
    await rig.store.list(),
  ];
  expect(inspect(shown, { depth: 12, showHidden: true }) + JSON.stringify(shown)).not.toContain(
    'tok-to-hide',
  );
});
