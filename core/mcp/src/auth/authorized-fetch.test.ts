import { inspect } from 'node:util';
import { localPrincipal } from '@loggia/access';
import { expect, it } from 'vitest';
import { ServerFailure } from '../failures.ts';
import { AuthorityRig, challengeOf } from './authority-rig.testkit.ts';
import { ResourceServer } from './resource-server.testkit.ts';

async function setUp() {
  const server = await ResourceServer.start();
  const rig = new AuthorityRig();
  return { server, rig, connection: rig.connect(server.url) };
}

/** A token from an earlier run, as if somebody had signed in. */
async function signedIn(token = 'tok-good') {
  const server = await ResourceServer.start();
  server.accepts.add(token);
  server.describe();
  const rig = new AuthorityRig();
  await rig.vault.put(localPrincipal, { resource: server.url, server: 'a' }, { token });
  return { server, rig, connection: rig.connect(server.url) };
}

it('B9: a 401 becomes a challenge with the metadata, the scopes and the description', async () => {
  const { server, rig } = await setUp();
  server.describe({ resource_name: 'Files', scopes_supported: ['files:read'], 'x-more': { kept: true } });
  server.challenge =
    'error="invalid_token", scope="files:read files:write", error_description="Sign in, please"';
  const connection = rig.connect(server.url, { oauthClient: { clientId: 'registered' } });
  expect(await challengeOf(connection.call())).toEqual({
    reason: 'required',
    resource: {
      resource: server.url,
      authorization_servers: ['https://login.example'],
      resource_name: 'Files',
      scopes_supported: ['files:read'],
      'x-more': { kept: true },
    },
    requiredScopes: ['files:read', 'files:write'],
    description: 'Sign in, please',
    oauthClient: { clientId: 'registered' },
  });
});

it('B9: of a client that was registered by hand only the id is told', async () => {
  const { server, rig } = await setUp();
  const oauthClient = { clientId: 'registered', clientSecret: 'tell-nobody' };
  const challenge = await challengeOf(rig.connect(server.url, { oauthClient }).call());
  expect(challenge.oauthClient).toEqual({ clientId: 'registered' });
  expect(JSON.stringify(challenge)).not.toContain('tell-nobody');
});

it.each([
  { refuses: 401, challenge: '', token: false, reason: 'required' },
  { refuses: 401, challenge: 'error="invalid_token"', token: true, reason: 'expired' },
  { refuses: 401, challenge: 'error="insufficient_scope"', token: true, reason: 'expired' },
  {
    refuses: 403,
    challenge: 'error="insufficient_scope", scope="more"',
    token: true,
    reason: 'insufficientScope',
  },
  { refuses: 403, challenge: 'error="insufficient_scope"', token: false, reason: 'insufficientScope' },
] as const)('B9, B11: $refuses with $challenge, token sent: $token, is $reason', async (given) => {
  const { server, connection } = given.token ? await signedIn() : await setUp();
  server.accepts.clear();
  server.refuses = given.refuses;
  server.challenge = given.challenge;
  expect(await challengeOf(connection.call())).toMatchObject({ reason: given.reason });
  expect(server.tokensSeen).toEqual([given.token ? 'tok-good' : undefined]);
});

it.each(['error="access_denied"', 'error_description="insufficient_scope"', 'realm="x"'])(
  'B11: a 403 with %s is an answer like any other',
  async (challenge) => {
    const { server, connection } = await signedIn();
    server.accepts.clear();
    server.refuses = 403;
    server.challenge = challenge;
    const response = await connection.call();
    expect([response.status, await response.text()]).toEqual([403, 'no']);
  },
);

it('B9: a 401 that says nothing, or speaks of another scheme, is a challenge all the same', async () => {
  const { server, connection } = await setUp();
  server.scheme = undefined;
  expect(await challengeOf(connection.call())).toEqual({
    reason: 'required',
    resource: { resource: server.url, authorization_servers: [server.origin] },
  });
  server.scheme = 'Basic realm="x"';
  expect(await challengeOf(connection.call())).toMatchObject({ reason: 'required' });
});

it('B13: the stored token goes along, in place of a static header', async () => {
  const { server, connection } = await signedIn();
  expect(await connection.call('ping', { authorization: 'Basic c3RhdGlj' })).toMatchObject({ status: 200 });
  expect(server.tokensSeen).toEqual(['tok-good']);
});

it('B13: without a token the static header is sent', async () => {
  const { server, connection } = await setUp();
  server.accepts.add('static');
  expect(await connection.call('ping', { authorization: 'Bearer static' })).toMatchObject({ status: 200 });
  expect(server.tokensSeen).toEqual(['static']);
});

it('B13: nothing of the kind goes to another origin', async () => {
  const { connection } = await signedIn();
  const other = await ResourceServer.start();
  const headers = { authorization: 'Bearer static' };
  expect(await connection.authorization.fetch(other.url, { headers })).toMatchObject({ status: 401 });
  expect(await connection.authorization.fetch(new Request(other.url, { headers }))).toMatchObject({
    status: 401,
  });
  expect(other.seen.map((request) => request.headers.authorization)).toEqual([undefined, undefined]);
});

it('B13: a redirect is not followed, so that no token goes along', async () => {
  const { server, connection } = await signedIn();
  const other = await ResourceServer.start();
  server.onMcp = (_request, response) => response.writeHead(307, { location: other.url }).end();
  const response = await connection.call();
  expect([response.status, response.headers.get('location')]).toEqual([307, other.url]);
  expect(other.seen).toEqual([]);
});

it('B13: a token is not sent to what a declaration names since it was changed', async () => {
  const { rig } = await signedIn();
  const moved = await ResourceServer.start();
  await challengeOf(rig.connect(moved.url).call());
  expect(moved.tokensSeen).toEqual([undefined]);
});

it('B13: another server or another person does not get the token', async () => {
  const { server, rig } = await signedIn();
  await challengeOf(rig.connect(server.url, { server: 'b' }).call());
  await challengeOf(rig.connect(server.url, { principal: { id: 'other', kind: 'local' } }).call());
  expect(server.tokensSeen).toEqual([undefined, undefined]);
});

it('B13: what a server quotes of the request is kept out of the challenge and the error', async () => {
  const { server, connection } = await signedIn('tok-secret-1');
  server.accepts.clear();
  server.challenge = 'error_description="No tok-secret-1 with key-secret-2", scope="tok-secret-1"';
  const error: unknown = await connection
    .call('ping', { 'x-key': 'key-secret-2' })
    .catch((caught: unknown) => caught);
  const shown = `${inspect(error, { depth: 9, showHidden: true })} ${JSON.stringify(error)}`;
  expect(shown).toContain('No [secret] with [secret]');
  expect(shown).not.toMatch(/secret-[12]/);
});

it('B13: a header that HTTP does not allow is refused without repeating it', async () => {
  const { server, connection } = await setUp();
  const error: unknown = await connection
    .call('ping', { 'x-key': 'key\nsecret' })
    .catch((caught: unknown) => caught);
  expect(String(error)).toMatch(/Correct its "headers"/);
  expect(inspect(error, { depth: 9 })).not.toContain('secret');
  expect(server.seen).toEqual([]);
});

it('B9: several requests that fail at the same time make one search', async () => {
  const { server, connection } = await setUp();
  server.describe();
  const challenges = await Promise.all(Array.from({ length: 20 }, () => challengeOf(connection.call())));
  expect(new Set(challenges.map(({ resource }) => resource.resource))).toEqual(new Set([server.url]));
  expect(server.metadataRequests).toHaveLength(1);
});

it('B11: a request that went out with an older token is sent again with the newer', async () => {
  const { server, rig, connection } = await signedIn('tok-1');
  const refuse: (() => void)[] = [];
  server.first = ({ token, body }, response) => {
    if (token !== 'tok-1' || !body.includes('tools/call')) return false;
    refuse.push(() => response.writeHead(401).end());
    return true;
  };
  const call = connection.call('tools/call');
  await expect.poll(() => refuse.length).toBe(1);
  server.accepts.clear();
  server.accepts.add('tok-2');
  await rig.offer(server.url, 'tok-2');
  for (const answer of refuse) answer();
  expect(await call).toMatchObject({ status: 200 });
  expect(
    server.mcpRequests.filter(({ body }) => body.includes('tools/call')).map(({ token }) => token),
  ).toEqual(['tok-1', 'tok-2']);
});

it('L5: the body of a refusal is not read, however long it is', async () => {
  const { server, connection } = await setUp();
  let closed = false;
  server.first = ({ url }, response) => {
    if (!url.startsWith('/mcp')) return false;
    response.on('close', () => (closed = true));
    response.writeHead(401);
    const chunk = Buffer.alloc(65_536, 'x');
    const pour = (): void => {
      while (!response.destroyed && response.write(chunk));
      response.once('drain', pour);
    };
    pour();
    return true;
  };
  expect(await challengeOf(connection.call())).toMatchObject({ reason: 'required' });
  await expect.poll(() => closed).toBe(true);
});

it('L5: who gives up does not wait for the search', async () => {
  const { server, connection } = await setUp();
  server.first = ({ url }) => !url.startsWith('/mcp');
  const controller = new AbortController();
  const call = connection.authorization.fetch(server.url, { signal: controller.signal });
  await expect.poll(() => server.metadataRequests.length).toBe(1);
  controller.abort(new Error('given up'));
  await expect(call).rejects.toThrow('given up');
});

it('B13: a token that cannot be read is reported once and not sent', async () => {
  const { server, rig, connection: before } = await signedIn();
  await before.call();
  const [{ key } = { key: '' }] = await rig.store.list();
  await rig.store.put(key, 'damaged');
  rig.startAgain();
  rig.reports.length = 0;
  const connection = rig.connect(server.url);
  expect(await challengeOf(connection.call())).toMatchObject({ reason: 'required' });
  expect(await challengeOf(connection.call())).toMatchObject({ reason: 'required' });
  expect(rig.reports.filter(({ problem }) => problem.includes('cannot be read'))).toHaveLength(1);
  expect(await rig.authority.signedIn(localPrincipal, 'a')).toBe(false);
});

it.each(['file:///x', 'nonsense', 'https://user:password@a.example/mcp'])(
  'L5: the address %s is refused in words, without the password in it',
  async (url) => {
    const rig = new AuthorityRig();
    const connection = rig.connect(url);
    const error: unknown = await connection.call().catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ServerFailure);
    expect(String(error)).toMatch(/begin with http/);
    expect(inspect(error, { depth: 9 })).not.toContain('password@');
    expect(await rig.offer(url, 'tok-1')).toBe(false);
    connection.authorization.dispose();
  },
);
