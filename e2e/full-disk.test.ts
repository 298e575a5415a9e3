import { expect, test } from 'vitest';
import { Api, ApiError } from './src/process/api.ts';
import { DataDirectory, HostProcess } from './src/process/host-process.ts';
import { RawSocket } from './src/process/raw-socket.ts';
import { SmallDisk } from './src/process/small-disk.ts';
import { until } from './src/process/until.ts';

/** Far more than an answer takes on a busy machine, and far less than forever. */
const answerMs = 15_000;
const versions = ['1.0.0', '0.9.0', '0.3.0'] as const;

function within<T>(what: string, work: Promise<T>): Promise<T> {
  const late = new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error(`${what} was not answered.`)), answerMs).unref();
  });
  return Promise.race([work, late]);
}

async function refusal(what: string, work: Promise<unknown>): Promise<ApiError> {
  const outcome = await within(
    what,
    work.catch((error: unknown) => error),
  );
  if (!(outcome instanceof ApiError)) throw new Error(`${what} was not refused: ${JSON.stringify(outcome)}`);
  return outcome;
}

/** Creates artifacts until the host refuses one. The database can still use disk space that it allocated earlier. */
async function writeUntilRefused(api: Api, workspace: string): Promise<{ ids: string[]; refused: ApiError }> {
  const ids: string[] = [];
  for (;;) {
    const title = `Artifact ${ids.length}`;
    const params = { workspace, type: 'text/plain', title, context: { filler: 'x'.repeat(20_000) } };
    try {
      ids.push((await within('createArtifact', api.create(params))).id);
    } catch (error) {
      if (error instanceof ApiError) return { ids, refused: error };
      throw error;
    }
  }
}

async function readEverything(api: Api, workspace: string, ids: readonly string[]): Promise<void> {
  const [first = ''] = ids;
  const reads: [string, object][] = [
    ['listWorkspaces', {}],
    ['listCollections', {}],
    ['listArtifacts', { workspace }],
    ['getArtifact', { artifact: first }],
    ['listVersions', { artifact: first }],
    ['listCommits', { workspace }],
    ['search', { query: 'Artifact' }],
    ['listSessions', {}],
    ['searchSessions', { query: 'a' }],
    ['listServers', {}],
    ['listTypes', { workspace }],
    ['explainType', { workspace, type: 'text/plain' }],
    ['listDeliveries', {}],
    ['listTrust', {}],
    ['listAllowances', {}],
    ['listTemplates', {}],
    ['listViewPolicies', {}],
  ];
  for (const [name, params] of reads) {
    expect([name, await within(name, api.call(name, params))]).toEqual([name, expect.anything()]);
  }
}

async function refuseEverything(api: Api, workspace: string, id: string): Promise<void> {
  const writes: [string, object][] = [
    ['createArtifact', { workspace, type: 'text/plain', title: 'Never' }],
    ['updateArtifact', { artifact: id, title: 'Never' }],
    ['commitArtifacts', { artifacts: [{ id }], message: 'Never' }],
    ['deleteArtifacts', { artifacts: [id] }],
    ['createWorkspace', { title: 'Never' }],
    ['createCollection', { title: 'Never' }],
    ['createSession', { channel: 'ahp-session:/never' }],
    ['addServer', { name: 'never', settings: { command: 'true' } }],
  ];
  for (const [name, params] of writes) {
    const { status, kind, message } = await refusal(name, api.call(name, params));
    expect([name, status, kind, message]).toEqual([name, 503, 'Unavailable', expect.stringMatching(/disk/)]);
  }
  const upload = await within(
    'the upload',
    api.fetch('content', { method: 'PUT', body: 'bytes', headers: { 'content-type': 'text/plain' } }),
  );
  expect(upload.status).toBe(503);
}

async function askAgent(api: Api, name: string, args: object): Promise<{ isError?: boolean; text: string }> {
  const response = await within(
    name,
    api.fetch('../mcp', {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: args },
      }),
    }),
  );
  const text = await response.text();
  const json = JSON.parse(text.startsWith('{') ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? '')) as {
    result: { isError?: boolean; content: { text: string }[] };
  };
  return { ...json.result, text: json.result.content.map((block) => block.text).join('') };
}

test(
  'SE4: with a full disk reads are answered and writes are refused at once, through a kill as well; then it recovers',
  { timeout: 240_000 },
  async () => {
    using data = new DataDirectory();
    using disk = new SmallDisk(data);
    let host = await HostProcess.start(data);
    const api = new Api(() => data.endpoint());
    try {
      const { id: workspace } = await api.firstWorkspace();
      const before = await api.create({ workspace, type: 'text/plain', title: 'Artifact before' });
      const sockets = new Map<string, RawSocket>();
      const chats = new Map<string, string>();
      for (const version of versions) {
        const socket = await RawSocket.open(data.endpoint());
        await socket.hello(version, { protocolVersions: [version] });
        sockets.set(version, socket);
      }
      const first = sockets.get('1.0.0');
      if (!first) throw new Error('There are three.');
      const { session, chat } = await first.session('ahp-session:/s');
      chats.set('1.0.0', chat);

      disk.fill(host.pid ?? 0);
      const { ids, refused } = await writeUntilRefused(api, workspace);
      expect([refused.status, refused.message]).toEqual([503, expect.stringMatching(/disk/)]);
      const known = [before.id, ...ids];

      const checkWhileFull = async (): Promise<void> => {
        expect((await fetch(`${data.endpoint().http}/healthz`)).status).toBe(503);
        await readEverything(api, workspace, known);
        await refuseEverything(api, workspace, before.id);
        expect(await askAgent(api, 'list_artifacts', { workspace })).toMatchObject({
          text: expect.stringContaining('Artifact'),
        });
        expect(await askAgent(api, 'create_artifact', { workspace, type: 'a/b', title: 'x' })).toMatchObject({
          isError: true,
          text: expect.stringMatching(/disk/),
        });
        for (const version of versions) {
          using socket = await RawSocket.open(data.endpoint());
          const greeting = socket.hello(`late ${version}`, { protocolVersions: [version] });
          expect(await within('initialize', greeting)).toMatchObject({ protocolVersion: version });
          const sessions = await within('listSessions', socket.ask('listSessions', {}));
          expect(JSON.stringify(sessions)).toContain('/s');
          expect(await within('subscribe', socket.ask('subscribe', { channel: session }))).toHaveProperty(
            'result.snapshot.state',
          );
          expect(
            await within('subscribe', socket.ask('subscribe', { channel: 'ahp-session:/no' })),
          ).toMatchObject({ error: { message: expect.any(String) } });
          expect(
            await within('createSession', socket.ask('createSession', { channel: 'ahp-session:/new' })),
          ).toMatchObject({ error: { message: expect.stringMatching(/disk/) } });
          const action = { type: 'session/titleChanged', title: 'Never' };
          socket.notify('dispatchAction', { channel: session, clientSeq: 1, action });
          expect(await within('the action', socket.echo(1))).toMatchObject({
            rejectionReason: expect.stringMatching(/disk/),
          });
        }
        using back = await RawSocket.open(data.endpoint());
        const params = { clientId: '1.0.0', lastSeenServerSeq: 0, subscriptions: [session] };
        expect(await within('reconnect', back.ask('reconnect', params))).toHaveProperty('result');
        expect(await within('fetchTurns', back.ask('fetchTurns', { channel: chat }))).toHaveProperty(
          'result',
        );
      };
      await checkWhileFull();

      await host.kill();
      host = await HostProcess.start(data);
      // Whether starting needed room or not, the next write does.
      const again = await writeUntilRefused(api, workspace);
      known.push(...again.ids);
      await checkWhileFull();

      disk.free(host.pid ?? 0);
      await until('the host accepts writes again', async () => (await host.health()).status === 'ok');
      known.push((await api.create({ workspace, type: 'text/plain', title: 'Artifact after' })).id);
      for (const id of known) expect(await api.artifact(id)).toMatchObject({ id });
      const { hits } = await api.call<{ hits: unknown[] }>('search', { query: 'Never' });
      expect(hits).toEqual([]);
      expect(await host.terminate()).toEqual({ code: 0, signal: null });
      for (const socket of sockets.values()) socket[Symbol.dispose]();
    } finally {
      await host[Symbol.asyncDispose]();
    }
  },
);
