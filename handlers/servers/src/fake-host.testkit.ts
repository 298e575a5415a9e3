import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Settings } from './registration.ts';

interface HostServer {
  readonly id: string;
  readonly name: string;
  readonly source: { readonly kind: string; readonly name?: string };
  readonly transport: Readonly<Record<string, unknown>>;
  state: Record<string, unknown>;
}

class Refusal extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** A host with one artifact and a list of servers, over real HTTP. It answers as the real one does. */
export async function hostWith(context: Record<string, unknown>) {
  const artifact = {
    id: 's1',
    workspace: 'w',
    type: 'application/vnd.loggia.mcp-server+json',
    title: 'Files',
    state: 'draft',
    revision: 1,
    version: 0,
    context,
  };
  const host = {
    artifact,
    versions: [] as { version: number; context: Record<string, unknown> }[],
    servers: [] as HostServer[],
    granted: true,
    deleted: false,
    asked: [] as string[],
    /** Commands that fail once, by name. */
    failing: new Set<string>(),
    /** What a commit leaves behind. */
    commit(next?: Record<string, unknown>) {
      if (next) artifact.context = next;
      artifact.version += 1;
      artifact.revision += 1;
      artifact.state = 'committed';
      host.versions.unshift({ version: artifact.version, context: artifact.context });
      return { ...artifact };
    },
    names: () => host.servers.map(({ name }) => name).sort(),
  };

  const find = (server: string): HostServer => {
    const found = host.servers.find(({ id, name }) => id === server || name === server);
    if (!found) throw new Refusal(404, `There is no server "${server}".`);
    return found;
  };

  // oxlint-disable-next-line typescript/no-explicit-any -- parameters of all commands
  const commands: Record<string, (params: any) => unknown> = {
    getArtifact: () => {
      if (host.deleted) throw new Refusal(404, 'It is gone.');
      return { artifact };
    },
    listVersions: () => {
      if (host.deleted) throw new Refusal(404, 'It is gone.');
      return { versions: host.versions };
    },
    updateArtifact: ({ ifRevision, context: next }) => {
      if (ifRevision !== artifact.revision) throw new Refusal(409, 'It was changed.');
      Object.assign(artifact, { context: next, revision: artifact.revision + 1, state: 'draft' });
      return { artifact };
    },
    commitArtifacts: ({ artifacts }) => {
      if (artifacts[0].ifRevision !== artifact.revision) throw new Refusal(409, 'It was changed.');
      host.commit();
      return { commit: { id: 'c' } };
    },
    listServers: () => ({ servers: host.servers }),
    addServer: ({ name, settings }: { name: string; settings: Settings }) => {
      if (host.servers.some((server) => server.name === name))
        throw new Refusal(400, 'There is one already.');
      const { command, args = [], url } = settings;
      const transport = url === undefined ? { kind: 'stdio', command, args } : { kind: 'http', url };
      host.servers.push({
        id: `id-${name}`,
        name,
        source: { kind: 'added' },
        transport,
        state: { kind: 'stopped' },
      });
      return { id: `id-${name}` };
    },
    removeServer: ({ server }) => {
      const found = find(server);
      host.servers = host.servers.filter((other) => other !== found);
      return {};
    },
    startServer: ({ server }) => {
      find(server).state = { kind: 'ready' };
      return { server: find(server) };
    },
    stopServer: ({ server }) => {
      find(server).state = { kind: 'stopped' };
      return { server: find(server) };
    },
    serverLogs: ({ server, after }) => ({
      entries: [{ seq: after ?? 0, text: find(server).name }],
      dropped: 0,
    }),
    listTools: ({ server }) => ({ tools: [{ server, tool: { name: 'read' } }], missing: [] }),
  };
  const ofServers = new Set([
    'listServers',
    'addServer',
    'removeServer',
    'startServer',
    'stopServer',
    'serverLogs',
    'listTools',
  ]);

  function answer(command: string, params: unknown): [number, unknown] {
    try {
      if (ofServers.has(command) && !host.granted) throw new Refusal(403, 'Not permitted.');
      if (host.failing.delete(command)) throw new Refusal(500, 'The host stumbled.');
      const run = commands[command];
      if (!run) throw new Refusal(404, `There is no command ${command}.`);
      return [200, run(params)];
    } catch (error) {
      const status = error instanceof Refusal ? error.status : 500;
      return [status, { error: { kind: 'Error', message: (error as Error).message } }];
    }
  }

  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const command = (request.url ?? '').replace('/api/', '');
      host.asked.push(command);
      const [status, body] = answer(command, JSON.parse(Buffer.concat(chunks).toString()));
      response.writeHead(status).end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
  const expiresAt = new Date(Date.now() + 60_000).toISOString();
  return { host, meta: { 'loggia/api': { url, token: 'token', expiresAt } } };
}
