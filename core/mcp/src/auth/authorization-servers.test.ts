import { localPrincipal } from '@loggia/access';
import { expect, it } from 'vitest';
import { AuthorityRig, challengeOf } from './authority-rig.testkit.ts';
import type { TokenHolder } from './authority.ts';
import type { AuthorizationRequest } from './authorization-servers.ts';
import { ResourceServer, type SeenRequest } from './resource-server.testkit.ts';

const metadataPath = '/.well-known/oauth-authorization-server';
const form = { contentType: 'application/x-www-form-urlencoded', body: 'grant_type=refresh_token' };

/** A connection that was asked to sign in, and the authorization server named in the challenge. */
async function setUp(metadata: (origin: string) => object = () => ({}), holder: Partial<TokenHolder> = {}) {
  const issuer = await ResourceServer.start();
  const { origin } = issuer;
  issuer.metadata.set(metadataPath, {
    issuer: origin,
    token_endpoint: `${origin}/token`,
    registration_endpoint: `${origin}/register`,
    ...metadata(origin),
  });
  issuer.metadata.set('/token', { access_token: 'tok-1' });
  const server = await ResourceServer.start();
  server.describe({ authorization_servers: [origin] });
  const rig = new AuthorityRig();
  const connection = rig.connect(server.url, holder);
  await challengeOf(connection.call('initialize'));
  const ask = (changes: Partial<AuthorizationRequest> = {}) =>
    rig.authority.askAuthorizationServer(localPrincipal, {
      resource: server.url,
      issuer: origin,
      url: `${origin}${metadataPath}`,
      ...changes,
    });
  return { issuer, origin, server, rig, connection, ask };
}

const pathsOf = (seen: readonly SeenRequest[]): string[] => seen.map(({ method, url }) => `${method} ${url}`);

it('B12: reads the metadata of an authorization server, and posts to the endpoints that it names', async () => {
  const { issuer, origin, ask } = await setUp();
  const { status, body } = await ask();
  expect([status, JSON.parse(body)]).toEqual([200, issuer.metadata.get(metadataPath)]);
  const authorization = 'Basic YTpi';
  expect(await ask({ url: `${origin}/token`, post: { ...form, authorization } })).toMatchObject({
    status: 200,
    body: '{"access_token":"tok-1"}',
  });
  const sent = issuer.seen.at(-1);
  expect(sent).toMatchObject({ method: 'POST', url: '/token', body: form.body });
  expect(sent?.headers).toMatchObject({ 'content-type': form.contentType, authorization });
  expect(sent?.headers).not.toHaveProperty('cookie');
});

it('B12: a refusal comes back with its challenge, by which clients tell that they are not known', async () => {
  const { issuer, origin, ask } = await setUp();
  issuer.first = ({ method }, response) => {
    if (method !== 'POST') return false;
    response.writeHead(401, { 'www-authenticate': 'Basic', 'content-type': 'application/json' });
    response.end('{"error":"invalid_client"}');
    return true;
  };
  expect(await ask({ url: `${origin}/token`, post: form })).toEqual({
    status: 401,
    contentType: 'application/json',
    wwwAuthenticate: 'Basic',
    body: '{"error":"invalid_client"}',
  });
});

it('SE16: whoever no server of this person names is not asked', async () => {
  const { issuer, origin, server, rig, ask } = await setUp();
  const stranger = await ResourceServer.start();
  const denied = { kind: 'PermissionDenied' };
  const url = `${stranger.origin}${metadataPath}`;
  await expect(ask({ issuer: stranger.origin, url })).rejects.toMatchObject(denied);
  await expect(ask({ resource: stranger.url })).rejects.toMatchObject(denied);
  const other = rig.authority.askAuthorizationServer(
    { id: 'other', kind: 'local' },
    { resource: server.url, issuer: origin, url: `${origin}${metadataPath}` },
  );
  await expect(other).rejects.toMatchObject(denied);
  expect([...stranger.seen, ...issuer.seen]).toEqual([]);
});

it('SE16: only the metadata of an authorization server is read, and only its own endpoints are posted to', async () => {
  const stranger = await ResourceServer.start();
  const { issuer, origin, ask } = await setUp();
  const denied = { kind: 'PermissionDenied' };
  for (const url of [
    `${origin}/token`,
    `${origin}/`,
    `${stranger.origin}${metadataPath}`,
    'file:///etc/passwd',
  ])
    await expect(ask({ url })).rejects.toMatchObject(denied);
  expect(issuer.seen).toEqual([]);
  for (const url of [`${origin}/other`, `${origin}${metadataPath}`, `${stranger.origin}/token`])
    await expect(ask({ url, post: form })).rejects.toMatchObject(denied);
  expect(pathsOf(issuer.seen)).toEqual(Array(3).fill(`GET ${metadataPath}`));
  expect(stranger.seen).toEqual([]);
});

it('SE16: metadata in the name of somebody else names no endpoints', async () => {
  const { origin, ask, issuer } = await setUp(() => ({ issuer: 'https://login.example' }));
  await expect(ask({ url: `${origin}/token`, post: form })).rejects.toMatchObject({
    kind: 'PermissionDenied',
  });
  expect(pathsOf(issuer.seen)).toEqual([`GET ${metadataPath}`]);
});

it('B12, SE16: a server that signs people in itself, without metadata, has the endpoints of older servers and no others', async () => {
  const server = await ResourceServer.start();
  const { origin } = server;
  server.metadata.set('/token', { access_token: 'tok-1' });
  server.metadata.set('/register', { client_id: 'c' });
  const rig = new AuthorityRig();
  await challengeOf(rig.connect(server.url).call('initialize'));
  const ask = (path: string) =>
    rig.authority.askAuthorizationServer(localPrincipal, {
      ...{ resource: server.url, issuer: origin, url: `${origin}${path}`, post: form },
    });
  expect(await ask('/token')).toMatchObject({ status: 200, body: '{"access_token":"tok-1"}' });
  expect(await ask('/register')).toMatchObject({ status: 200, body: '{"client_id":"c"}' });
  const denied = { kind: 'PermissionDenied' };
  for (const path of ['/authorize', '/revoke', '/mcp']) await expect(ask(path)).rejects.toMatchObject(denied);
  // It may have metadata that it can't deliver now.
  server.first = ({ method }, response) => {
    if (method !== 'GET') return false;
    response.writeHead(503).end();
    return true;
  };
  await expect(ask('/token')).rejects.toMatchObject(denied);
});

it('SE16: an authorization server elsewhere has no endpoints without metadata', async () => {
  const { issuer, origin, ask } = await setUp();
  issuer.metadata.delete(metadataPath);
  await expect(ask({ url: `${origin}/token`, post: form })).rejects.toMatchObject({
    kind: 'PermissionDenied',
  });
});

it('SE16: redirects are not followed', async () => {
  const stranger = await ResourceServer.start();
  const { issuer, origin, ask } = await setUp();
  issuer.first = ({ method }, response) => {
    if (method !== 'POST') return false;
    response.writeHead(307, { location: `${stranger.origin}/token` }).end('elsewhere');
    return true;
  };
  expect(await ask({ url: `${origin}/token`, post: form })).toEqual({ status: 307, body: '' });
  expect(stranger.seen).toEqual([]);
});

it('SE16: an answer that is too long, or does not come, ends', async () => {
  const { issuer, rig, ask } = await setUp();
  issuer.metadata.set(metadataPath, 'x'.repeat(300_000));
  await expect(ask()).rejects.toMatchObject({
    kind: 'Unavailable',
    message: expect.stringContaining('too long'),
  });
  let asked = (): void => {};
  const arrived = new Promise<void>((resolve) => (asked = resolve));
  issuer.first = () => {
    asked();
    return true;
  };
  const slow = ask();
  slow.catch(() => {});
  await arrived;
  await rig.scheduler.advance(20_000);
  await expect(slow).rejects.toMatchObject({ kind: 'Unavailable' });
});

it('B12: a server that has stopped still lets its token be revoked where it was signed in', async () => {
  const { connection, ask } = await setUp();
  await ask();
  connection.authorization.dispose();
  expect(await ask()).toMatchObject({ status: 200 });
});

it('B12: a server that stopped before anybody signed in names nobody', async () => {
  const { connection, issuer, ask } = await setUp();
  connection.authorization.dispose();
  await expect(ask()).rejects.toMatchObject({ kind: 'PermissionDenied' });
  expect(issuer.seen).toEqual([]);
});

const redeem = (clientId: string, rest: Readonly<Record<string, string>> = {}) => ({
  contentType: 'application/x-www-form-urlencoded',
  body: new URLSearchParams({
    grant_type: 'authorization_code',
    code: 'c',
    client_id: clientId,
    ...rest,
  }).toString(),
});
const confidential = { oauthClient: { clientId: 'desk 1', clientSecret: 's:cret ü' } };

it('B12: the secret of a registered client is added on the host, and no client learns it', async () => {
  const { issuer, origin, ask, connection } = await setUp(undefined, confidential);
  expect(JSON.stringify(await challengeOf(connection.call()))).not.toContain('cret');
  const answer = await ask({ url: `${origin}/token`, post: redeem('desk 1') });
  expect(JSON.stringify(answer)).not.toContain('cret');
  const sent = issuer.seen.at(-1);
  const basic = Buffer.from('desk+1:s%3Acret+%C3%BC').toString('base64');
  expect(sent?.headers).toMatchObject({ authorization: `Basic ${basic}` });
  expect(sent?.body).toBe('grant_type=authorization_code&code=c');
});

it('B12: it goes into the form where the authorization server wants it there', async () => {
  const { issuer, origin, ask } = await setUp(
    () => ({ token_endpoint_auth_methods_supported: ['client_secret_post'] }),
    confidential,
  );
  await ask({ url: `${origin}/token`, post: redeem('desk 1') });
  const sent = issuer.seen.at(-1);
  expect(Object.fromEntries(new URLSearchParams(sent?.body))).toMatchObject({
    client_id: 'desk 1',
    client_secret: 's:cret ü',
  });
  expect(sent?.headers).not.toHaveProperty('authorization');
});

it.each([
  ['another client', '/token', redeem('other')],
  ['a grant without a user', '/token', redeem('desk 1', { grant_type: 'client_credentials' })],
  ['credentials of its own', '/token', { ...redeem('desk 1'), authorization: 'Basic YTpi' }],
  ['a registration', '/register', redeem('desk 1')],
])('B13: the secret is not added to a request with %s', async (_, path, post) => {
  const { issuer, origin, ask } = await setUp(undefined, confidential);
  await ask({ url: `${origin}${path}`, post });
  const sent = issuer.seen.at(-1);
  expect(`${sent?.url} ${sent?.body} ${sent?.headers['authorization']}`).not.toMatch(/cret|desk\+1:|ZGVzay/);
});

it('B13: the secret of a client that registers through the host stays there, and is used from there', async () => {
  const { issuer, origin, rig, ask } = await setUp();
  issuer.metadata.set('/register', {
    client_id: 'made',
    client_secret: 'made-secret',
    token_endpoint_auth_method: 'client_secret_post',
  });
  const register = { contentType: 'application/json', body: '{}' };
  const answer = await ask({ url: `${origin}/register`, post: register });
  expect(JSON.parse(answer.body)).toEqual({
    client_id: 'made',
    token_endpoint_auth_method: 'client_secret_post',
  });
  expect(JSON.stringify(await rig.store.list())).not.toContain('made-secret');
  await ask({ url: `${origin}/token`, post: redeem('made') });
  expect(new URLSearchParams(issuer.seen.at(-1)?.body).get('client_secret')).toBe('made-secret');
});

it.each([
  [['none'], undefined, undefined],
  [['none', 'client_secret_post'], undefined, 'made-secret'],
  [['none', 'client_secret_post'], 'none', undefined],
])(
  'B13: a secret from an authorization server that takes %j, registered for %s',
  async (supported, method, sent) => {
    const { issuer, origin, ask } = await setUp(() => ({ token_endpoint_auth_methods_supported: supported }));
    issuer.metadata.set('/register', {
      client_id: 'made',
      client_secret: 'made-secret',
      ...(method !== undefined && { token_endpoint_auth_method: method }),
    });
    const register = { contentType: 'application/json', body: '{}' };
    const answer = await ask({ url: `${origin}/register`, post: register });
    expect(answer.body).not.toContain('made-secret');
    expect(await ask({ url: `${origin}/token`, post: redeem('made') })).toMatchObject({ status: 200 });
    const { body, headers } = issuer.seen.at(-1) ?? {};
    expect(headers).not.toHaveProperty('authorization');
    const fields = new URLSearchParams(body);
    expect([fields.get('client_id'), fields.get('client_secret') ?? undefined]).toEqual(['made', sent]);
  },
);
