import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ServerReport } from '@loggia/protocol';
import { expect, test } from 'vitest';
import { Api } from './src/process/api.ts';
import { DataDirectory, HostProcess } from './src/process/host-process.ts';
import { until } from './src/process/until.ts';
import { programOf } from './src/servers/reference-servers.ts';

const repository = path.resolve(fileURLToPath(new URL('../', import.meta.url)));

interface Finding {
  readonly problem: string;
}

/** Starts it. False where there are no sandboxes: then it reports that and does not run. */
async function started(api: Api, name: string): Promise<boolean> {
  const { server } = await api.call<{ server: ServerReport }>('startServer', { server: name });
  if (server.state.kind === 'ready') return true;
  expect(server.state).toMatchObject({
    kind: 'error',
    error: { message: expect.stringMatching(/^Servers can('t)? be sandboxed .*remove "sandbox"/i) },
  });
  return false;
}

async function call(api: Api, tool: string, given: object): Promise<string> {
  const { content } = await api.call<{ content: { text: string }[] }>('callTool', {
    server: 'boxed',
    tool,
    arguments: given,
  });
  return content.map(({ text }) => text).join('\n');
}

test('SE14: a published server that npx starts works in a sandbox, within the folders that it was given', async () => {
  using folders = new DataDirectory();
  const [granted, other] = ['granted', 'other'].map((name) => path.join(folders.path, name));
  for (const folder of [granted!, other!]) {
    mkdirSync(folder);
    writeFileSync(path.join(folder, 'note'), `in ${path.basename(folder)}`);
  }
  using data = new DataDirectory({
    mcpServers: {
      boxed: {
        command: 'npx',
        args: ['--no-install', 'mcp-server-filesystem', granted!],
        cwd: repository,
        sandbox: { folders: [{ path: granted!, access: 'write' }], network: 'none' },
      },
    },
  });
  await using host = await HostProcess.start(data);
  const api = new Api(() => host.endpoint);
  const isThere = await started(api, 'boxed');
  const { findings } = await api.call<{ findings: Finding[] }>('diagnose');
  expect(findings.map(({ problem }) => problem)).toContainEqual(
    expect.stringMatching(
      isThere ? /^Servers can run in a sandbox, with / : /^Servers can('t)? be sandboxed /,
    ),
  );
  if (!isThere) return;
  expect(await call(api, 'read_text_file', { path: path.join(granted!, 'note') })).toBe('in granted');
  await call(api, 'write_file', { path: path.join(granted!, 'written'), content: 'by the server' });
  expect(readFileSync(path.join(granted!, 'written'), 'utf8')).toBe('by the server');
  const { servers } = await api.call<{ servers: ServerReport[] }>('listServers');
  expect(servers.find(({ name }) => name === 'boxed')?.transport).toMatchObject({
    sandbox: {
      folders: [
        { path: repository, access: 'read' },
        { path: granted, access: 'write' },
      ],
      workspace: false,
      network: 'none',
    },
  });
});

test('SE14: a server that the host sandboxes by default gets a home of its own and nothing of the host', async () => {
  using data = new DataDirectory({
    sandboxServers: 'on',
    mcpServers: {
      boxed: {
        command: process.execPath,
        args: [programOf('everything')],
        sandbox: { folders: [{ path: repository, access: 'read' }] },
        env: { OWN: 'yes' },
      },
      bare: { command: process.execPath, args: [programOf('everything')], sandbox: false },
      usual: { command: process.execPath, args: [programOf('everything')] },
    },
  });
  await using host = await HostProcess.start(data, 'product');
  const api = new Api(() => host.endpoint);
  const isThere = await started(api, 'boxed');
  const environment = isThere ? await call(api, 'get-env', {}) : '{}';
  const { OWN, HOME, TMPDIR } = JSON.parse(environment) as Record<string, string>;
  const own = { OWN: 'yes', HOME: '/sandbox', TMPDIR: '/tmp' };
  expect({ OWN, HOME, TMPDIR }).toEqual(isThere ? own : {});
  const { server } = await api.call<{ server: ServerReport }>('startServer', { server: 'bare' });
  expect(server.state).toEqual({ kind: 'ready' });
  // Its program lies where it does not see it.
  void api.call('startServer', { server: 'usual' }).catch(() => {});
  const listed = async (name: string): Promise<ServerReport | undefined> =>
    (await api.call<{ servers: ServerReport[] }>('listServers')).servers.find((each) => each.name === name);
  const usual = await until('it has failed', async () => {
    const report = await listed('usual');
    return report?.state.kind === 'error' ? report.state : undefined;
  });
  expect(usual.error.message).toContain(isThere ? 'It runs in a sandbox with no network' : 'sandbox');
  await api.call('stopServer', { server: 'usual' });
  // Handlers that come with the host call its API, so they need the network.
  expect((await listed('board'))?.transport).not.toHaveProperty('sandbox');
});
