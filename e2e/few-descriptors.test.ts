import type { ServerReport } from '@loggia/protocol';
import { expect, test } from 'vitest';
import { Api } from './src/process/api.ts';
import { leaveDescriptors, limitDescriptors } from './src/process/descriptors.ts';
import { DataDirectory, HostProcess } from './src/process/host-process.ts';
import { until } from './src/process/until.ts';
import { echoServer, stdio } from './src/servers/reference-servers.ts';

const shortage = /could not be started: the host has too many files open\. Close connections, or raise/;

async function reportOn(api: Api): Promise<ServerReport> {
  const { servers } = await api.call<{ servers: ServerReport[] }>('listServers');
  const found = servers.find(({ name }) => name === 'echo');
  if (!found) throw new Error('There is no such server.');
  return found;
}

test('SE8: the whole product starts and runs a server with 128 descriptors', async () => {
  using data = new DataDirectory({ mcpServers: { echo: stdio(echoServer) } });
  await using host = await HostProcess.start(data, 'product', { descriptors: 128 });
  const api = new Api(() => host.endpoint);
  const { server } = await api.call<{ server: ServerReport }>('startServer', { server: 'echo' });
  expect(server.state).toEqual({ kind: 'ready' });
  expect((await fetch(`${host.endpoint.http}/`)).status).toBe(200);
});

test('SE8: with too few it says in a sentence how many it needs', async () => {
  using data = new DataDirectory();
  await using host = HostProcess.launch(data, 'product', { descriptors: 100 });
  expect(await host.ended).toEqual({ code: 1, signal: null });
  expect(host.stderr).toBe(
    'loggia: This process may open no more than 100 files, and the host needs at least 128; raise the limit, for example with "ulimit -n 1024".\n',
  );
});

/** Resolves once the state is one of this kind. */
async function untilState(api: Api, kind: ServerReport['state']['kind']): Promise<ServerReport['state']> {
  return until(`the server is in the state ${kind}`, async () => {
    const { state } = await reportOn(api);
    return state.kind === kind ? state : undefined;
  });
}

test('SE8: a server that is started with too few descriptors fails with a sentence, and starts when there are more', async () => {
  using data = new DataDirectory({ mcpServers: { echo: stdio(echoServer) } });
  await using host = await HostProcess.start(data);
  const api = new Api(() => host.endpoint);
  await reportOn(api);
  // Enough for requests; a process with three pipes takes more.
  leaveDescriptors(host.pid!, 4);
  const starting = api.call('startServer', { server: 'echo' });
  const state = await untilState(api, 'error');
  expect(state).toMatchObject({ error: { message: expect.stringMatching(shortage) } });
  limitDescriptors(host.pid!, 1024);
  await starting;
  await untilState(api, 'ready');
  expect(host.isRunning).toBe(true);
});

test('SE8: a server that dies while no descriptors are left is back when there are', async () => {
  using data = new DataDirectory({ mcpServers: { echo: stdio(echoServer) } });
  await using host = await HostProcess.start(data);
  const api = new Api(() => host.endpoint);
  const { server } = await api.call<{ server: ServerReport }>('startServer', { server: 'echo' });
  leaveDescriptors(host.pid!, 1);
  process.kill(server.pid!, 'SIGKILL');
  await until('it was tried again', async () => ((await reportOn(api)).restarts ?? 0) > 1);
  expect((await reportOn(api)).state.kind).toBe('starting');
  const { entries } = await api.call<{ entries: { text: string }[] }>('serverLogs', { server: 'echo' });
  expect(entries.map(({ text }) => text)).toContainEqual(expect.stringMatching(shortage));
  limitDescriptors(host.pid!, 1024);
  await untilState(api, 'ready');
  expect(host.isRunning).toBe(true);
});
