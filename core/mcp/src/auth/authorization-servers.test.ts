import { localPrincipal } from '@loggia/access';
import { expect, it } from 'vitest';
import { AuthorityRig, challengeOf } from './authority-rig.testkit.ts';
import type { AuthorizationRequest } from './authorization-servers.ts';
import { ResourceServer, type SeenRequest } from './resource-server.testkit.ts';

const metadataPath = '/.well-known/oauth-authorization-server';
const form = { contentType: 'application/x-www-form-urlencoded', body: 'grant_type=refresh_token' };

/** A connection that has been asked to sign in, and the authorization server that it was sent to. */
async function setUp(metadata: (origin: string) => object = () => ({})) {
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
  const connection = rig.connect(server.url);
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
