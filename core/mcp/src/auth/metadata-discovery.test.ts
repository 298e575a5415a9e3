import { expect, it } from 'vitest';
import { AuthorityRig, challengeOf } from './authority-rig.testkit.ts';
import { wellKnownUrls } from './metadata-discovery.ts';
import { ResourceServer } from './resource-server.testkit.ts';

const root = '/.well-known/oauth-protected-resource';

async function setUp() {
  const server = await ResourceServer.start();
  const rig = new AuthorityRig();
  const connection = rig.connect(server.url);
  const assumed = { resource: server.url, authorization_servers: [server.origin] };
  return { server, rig, connection, assumed };
}

it.each([
  ['https://a.example', [root]],
  ['https://a.example/', [root]],
  ['https://a.example/x/mcp/', [`${root}/x/mcp`, root]],
  ['https://a.example/mcp?t=1#f', [`${root}/mcp?t=1`, root]],
])('B9: the metadata of %s is looked for where it belongs', (url, paths) => {
  expect(wellKnownUrls(new URL(url))).toEqual(paths.map((path) => `https://a.example${path}`));
});

it('B9: what the challenge names is asked first', async () => {
  const { server, connection } = await setUp();
  server.describe({ resource_name: 'usual' });
  server.metadata.set('/elsewhere', { resource: server.origin, resource_name: 'named' });
  server.challenge = `resource_metadata="${server.origin}/elsewhere"`;
  const { resource } = await challengeOf(connection.call());
  expect(resource).toEqual({
    resource: server.origin,
    resource_name: 'named',
    authorization_servers: [server.origin],
  });
  expect(server.metadataRequests.map(({ url }) => url)).toEqual(['/elsewhere']);
});

it('B9: what lies at the root is found, too', async () => {
  const { server, connection } = await setUp();
  server.metadata.set(root, { resource: server.origin, authorization_servers: ['https://login.example'] });
  expect((await challengeOf(connection.call())).resource).toEqual(server.metadata.get(root));
});

it('B13: metadata on another origin is not asked for, and that is reported', async () => {
  const { server, rig, connection, assumed } = await setUp();
  const other = await ResourceServer.start();
  server.challenge = `resource_metadata="${other.origin}/m"`;
  expect((await challengeOf(connection.call())).resource).toEqual(assumed);
  expect(other.seen).toEqual([]);
  expect(rig.reports.map(({ problem }) => problem).join()).toContain(other.origin);
});

it('B13: metadata that names another resource is not used, and the user is told', async () => {
  const { server, connection, assumed } = await setUp();
  server.describe({ resource: 'https://bank.example/mcp' });
  const challenge = await challengeOf(connection.call());
  expect(challenge.resource).toEqual(assumed);
  expect(challenge.description).toMatch(/another resource \(https:\/\/bank\.example\/mcp\).*ignored/);
});

it('B13: a redirect is followed within the origin and not to elsewhere', async () => {
  const { server, rig, connection, assumed } = await setUp();
  const other = await ResourceServer.start();
  other.metadata.set('/m', { resource: server.url, authorization_servers: ['https://evil.example'] });
  server.first = ({ url }, response) => {
    if (url !== `${root}/mcp`) return false;
    response.writeHead(302, { location: `${other.origin}/m` }).end();
    return true;
  };
  expect((await challengeOf(connection.call())).resource).toEqual(assumed);
  expect(other.seen).toEqual([]);

  server.metadata.set('/moved', { resource: server.url, resource_name: 'moved' });
  server.first = ({ url }, response) => {
    if (url !== `${root}/mcp`) return false;
    response.writeHead(302, { location: '/moved' }).end();
    return true;
  };
  const again = rig.connect(server.url, { server: 'again' });
  expect((await challengeOf(again.call())).resource).toMatchObject({ resource_name: 'moved' });
});

it('L5: redirects in a circle come to an end', async () => {
  const { server, connection, assumed } = await setUp();
  server.first = ({ url }, response) => {
    if (url.startsWith('/mcp')) return false;
    response.writeHead(302, { location: url }).end();
    return true;
  };
  expect((await challengeOf(connection.call())).resource).toEqual(assumed);
  expect(server.metadataRequests.length).toBeLessThan(20);
});

it.each(['', '{', 'null', '[]', '"x"', '{"resource":1}', '<html>', `{"resource":"${'x'.repeat(70_000)}"}`])(
  'L5: metadata like %.20s is passed over',
  async (text) => {
    const { server, connection, assumed } = await setUp();
    server.describe();
    server.metadata.set(`${root}/mcp`, text);
    expect((await challengeOf(connection.call())).resource).toEqual(assumed);
  },
);

it('L5: fields of the wrong type are left out, unknown ones are kept', async () => {
  const { server, connection } = await setUp();
  server.describe({
    authorization_servers: ['https://login.example', 'http://evil.example', 'javascript:1', 'nonsense'],
    scopes_supported: 'all',
    resource_name: { toString: 1 },
    required: 'yes',
    jwks_uri: ['x'],
    future: [1],
  });
  expect((await challengeOf(connection.call())).resource).toEqual({
    resource: server.url,
    authorization_servers: ['https://login.example'],
    future: [1],
  });
});

it('L5: metadata without end is not read to its end', async () => {
  const { server, connection, assumed } = await setUp();
  let closed = 0;
  server.first = ({ url }, response) => {
    if (url.startsWith('/mcp')) return false;
    response.on('close', () => (closed += 1));
    const chunk = Buffer.alloc(65_536, ' ');
    const pour = (): void => {
      while (!response.destroyed && response.write(chunk));
      response.once('drain', pour);
    };
    pour();
    return true;
  };
  expect((await challengeOf(connection.call())).resource).toEqual(assumed);
  await expect.poll(() => closed).toBe(2);
});

it('L5: a search that gets no answer ends when its time is up', async () => {
  const { server, rig, connection, assumed } = await setUp();
  server.first = ({ url }) => !url.startsWith('/mcp');
  const challenge = challengeOf(connection.call());
  await expect.poll(() => server.metadataRequests.length).toBe(1);
  await rig.scheduler.advance(10_000);
  expect((await challenge).resource).toEqual(assumed);
  expect(rig.scheduler.pendingTimers).toBe(0);
  expect(rig.reports.map(({ problem }) => problem).join()).toContain('Could not find out how to sign in');
});

it('B9: each 401 is a new search, so that a move to another authorization server counts at once', async () => {
  const { server, connection } = await setUp();
  const places = async () => (await challengeOf(connection.call())).resource.authorization_servers;
  server.describe({ authorization_servers: ['https://old.example'] });
  expect(await places()).toEqual(['https://old.example']);
  server.describe({ authorization_servers: ['https://new.example'] });
  expect(await places()).toEqual(['https://new.example']);
});

it('B13: over a line that others can read nobody is asked where to sign in', async () => {
  const rig = new AuthorityRig();
  const asked: string[] = [];
  rig.fetch = (input) => {
    asked.push(new Request(input).url);
    return Promise.resolve(new Response(null, { status: 401 }));
  };
  rig.startAgain();
  const url = 'http://mcp.example/mcp';
  expect((await challengeOf(rig.connect(url).call())).resource).toEqual({
    resource: url,
    authorization_servers: ['http://mcp.example'],
  });
  expect(asked).toEqual([url]);
});

it('B13: nothing secret goes along with the search', async () => {
  const { server, connection } = await setUp();
  await challengeOf(connection.call('ping', { authorization: 'Bearer static', 'x-key': 'secret' }));
  expect(server.metadataRequests).toHaveLength(2);
  expect(JSON.stringify(server.metadataRequests)).not.toMatch(/static|secret/);
});
