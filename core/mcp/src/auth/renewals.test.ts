import { localPrincipal } from '@loggia/access';
import { expect, it } from 'vitest';
import { AuthorityRig, challengeOf } from './authority-rig.testkit.ts';
import { ResourceServer, type SeenRequest } from './resource-server.testkit.ts';

const formOf = ({ body }: SeenRequest) => Object.fromEntries(new URLSearchParams(body));

/** A connection, and an authorization server that issues numbered tokens which the server accepts. */
async function setUp() {
  const issuer = await ResourceServer.start();
  const { origin } = issuer;
  issuer.metadata.set('/.well-known/oauth-authorization-server', {
    issuer: origin,
    token_endpoint: `${origin}/token`,
    revocation_endpoint: `${origin}/revoke`,
  });
  const server = await ResourceServer.start();
  server.describe({ authorization_servers: [origin] });
  const rig = new AuthorityRig();
  const knobs = {
    refusal: undefined as object | undefined,
    hold: undefined as Promise<void> | undefined,
    revocation: 200,
  };
  let issued = 0;
  issuer.first = (request, response) => {
    if (request.url === '/revoke') response.writeHead(knobs.revocation).end();
    else if (request.url !== '/token') return false;
    else if (knobs.refusal) response.writeHead(400).end(JSON.stringify(knobs.refusal));
    else {
      issued += 1;
      server.accepts.add(`access-${issued}`);
      const answer = {
        access_token: `access-${issued}`,
        refresh_token: `refresh-${issued}`,
        expires_in: 100,
      };
      void (knobs.hold ?? Promise.resolve()).then(() => response.end(JSON.stringify(answer)));
    }
    return true;
  };
  const posts = (path: string) => issuer.seen.filter(({ url }) => url === path);
  const form = { grant_type: 'authorization_code', code: 'c', client_id: 'desk', resource: server.url };
  const connection = rig.connect(server.url);
  await challengeOf(connection.call());
  const redeem = () =>
    rig.authority.askAuthorizationServer(localPrincipal, {
      resource: server.url,
      issuer: origin,
      url: `${origin}/token`,
      post: {
        contentType: 'application/x-www-form-urlencoded',
        body: new URLSearchParams(form).toString(),
      },
    });
  const signIn = async () => {
    const { access_token: token } = JSON.parse((await redeem()).body) as { access_token: string };
    await rig.offer(server.url, token, { expiresIn: 100, scopes: ['read'], server: 'a' });
  };
  return { issuer, server, rig, connection, knobs, posts, redeem, signIn };
}

it('B13: the refresh token stays on the host, sealed; the client gets the access token alone', async () => {
  const { rig, redeem } = await setUp();
  const { body } = await redeem();
  expect(JSON.parse(body)).toEqual({ access_token: 'access-1', expires_in: 100 });
  expect(JSON.stringify(await rig.store.list())).not.toContain('refresh');
});

it('B12: the host renews ahead of time, without any client', async () => {
  const { rig, connection, posts, signIn, server } = await setUp();
  await signIn();
  const stored = JSON.stringify(await rig.store.list());
  expect(stored).not.toMatch(/refresh-1|access-1/);
  await rig.scheduler.advance(80_000);
  await expect.poll(() => rig.stored(server.url)).toBe('access-2');
  expect(formOf(posts('/token')[1] as SeenRequest)).toEqual({
    grant_type: 'refresh_token',
    refresh_token: 'refresh-1',
    resource: server.url,
    client_id: 'desk',
  });
  await rig.scheduler.advance(80_000);
  await expect.poll(() => rig.stored(server.url)).toBe('access-3');
  expect(formOf(posts('/token')[2] as SeenRequest)).toMatchObject({ refresh_token: 'refresh-2' });
  expect(connection.changes.map(({ kind }) => kind)).toEqual(['accepted', 'accepted', 'accepted']);
});

it('B12: a token that ran out while the host was off is renewed with the first request, once for all', async () => {
  const { rig, connection, posts, signIn, server } = await setUp();
  await signIn();
  connection.authorization.dispose();
  rig.clock.advance(1_000_000);
  rig.startAgain();
  const again = rig.connect(server.url);
  const answers = await Promise.all([again.call(), again.call(), again.call()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect(posts('/token')).toHaveLength(2);
  expect(await rig.authority.signedIn(localPrincipal, 'a')).toBe(true);
});

it('B12: a token that the server no longer takes is renewed, and the request sent again', async () => {
  const { connection, posts, signIn, server } = await setUp();
  await signIn();
  server.accepts.delete('access-1');
  expect(await connection.call()).toMatchObject({ status: 200 });
  expect(posts('/token')).toHaveLength(2);
});

it('B12: a server that takes no token at all does not use up one after the other', async () => {
  const { connection, posts, signIn, server } = await setUp();
  await signIn();
  server.guards = () => true;
  server.accepts.clear();
  server.accepts.add = () => server.accepts;
  await challengeOf(connection.call());
  await challengeOf(connection.call());
  expect(posts('/token')).toHaveLength(2);
});

it('B12: when the authorization server says no, the user is asked, and it is not asked again', async () => {
  const { rig, connection, knobs, posts, signIn } = await setUp();
  await signIn();
  knobs.refusal = { error: 'invalid_grant' };
  const before = (await rig.store.list()).length;
  await rig.scheduler.advance(80_000);
  // Its answer has arrived, and the refresh token is forgotten.
  await expect.poll(async () => (await rig.store.list()).length).toBe(before - 1);
  await rig.scheduler.advance(20_000);
  await expect.poll(() => connection.changes.map(({ kind }) => kind)).toEqual(['accepted', 'expired']);
  await challengeOf(connection.call());
  expect(posts('/token')).toHaveLength(2);
  expect(await rig.authority.signedIn(localPrincipal, 'a')).toBe(false);
});

it('B12: while the authorization server is away, it is asked again until the token has run out', async () => {
  const { rig, knobs, posts, signIn, server } = await setUp();
  await signIn();
  knobs.refusal = { error: 'temporarily_unavailable' };
  await rig.scheduler.advance(80_000);
  await expect.poll(() => rig.reports.length).toBe(1);
  knobs.refusal = undefined;
  await rig.scheduler.advance(16_000);
  await expect.poll(() => rig.stored(server.url)).toBe('access-2');
  expect(posts('/token')).toHaveLength(3);
});

it('B12: signing out forgets the refresh token and has both revoked', async () => {
  const { rig, connection, posts, signIn, server } = await setUp();
  await signIn();
  expect(await rig.offer(server.url, '', { server: 'a' })).toBe(true);
  expect(posts('/revoke').map((seen) => formOf(seen)['token'])).toEqual(['refresh-1', 'access-1']);
  expect(await rig.store.list()).toEqual([]);
  await challengeOf(connection.call());
  expect(posts('/token')).toHaveLength(1);
});

it('B12: signing out says so if the authorization server revokes nothing; the host forgets the token anyway', async () => {
  const { rig, knobs, signIn, server } = await setUp();
  await signIn();
  knobs.revocation = 503;
  expect(await rig.offer(server.url, '', { server: 'a' })).toBe('unrevoked');
  expect(await rig.store.list()).toEqual([]);
});

it('B13: a token from elsewhere ends the renewal of the one before it', async () => {
  const { rig, posts, signIn, server } = await setUp();
  await signIn();
  server.accepts.add('other');
  await rig.offer(server.url, 'other', { expiresIn: 100, server: 'a' });
  await rig.scheduler.advance(80_000);
  expect(await rig.stored(server.url)).toBe('other');
  expect(posts('/token')).toHaveLength(1);
});
