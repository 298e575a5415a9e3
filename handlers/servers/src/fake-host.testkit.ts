import { isDeepStrictEqual } from 'node:util';
import { fakeHost, Refusal } from '@loggia/testing/handlers';
import type { Settings } from './registration.ts';

interface HostServer {
  readonly id: string;
  readonly name: string;
  readonly source: { readonly kind: string; readonly name?: string; readonly artifact?: string };
  readonly settings?: Settings;
  readonly transport: Readonly<Record<string, unknown>>;
  state: Record<string, unknown>;
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
    /** Acts like a commit on the host. */
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
    if (!found) throw new Refusal(404, 'NotFound', `There is no server "${server}".`);
    return found;
  };

  // oxlint-disable-next-line typescript/no-explicit-any -- parameters of all commands
  const commands: Record<string, (params: any) => unknown> = {
    getArtifact: () => {
      if (host.deleted) throw new Refusal(404, 'NotFound', 'It is gone.');
      return { artifact };
    },
    listVersions: () => {
      if (host.deleted) throw new Refusal(404, 'NotFound', 'It is gone.');
      return { versions: host.versions };
    },
    updateArtifact: ({ ifRevision, context: next }) => {
      if (ifRevision !== artifact.revision) throw new Refusal(409, 'Conflict', 'It was changed.');
      Object.assign(artifact, { context: next, revision: artifact.revision + 1, state: 'draft' });
      return { artifact };
    },
    commitArtifacts: ({ artifacts }) => {
      if (artifacts[0].ifRevision !== artifact.revision)
        throw new Refusal(409, 'Conflict', 'It was changed.');
      host.commit();
      return { commit: { id: 'c' } };
    },
    listServers: () => ({ servers: host.servers }),
    addServer: ({ name, settings }: { name: string; settings: Settings }) => {
      const there = host.servers.find((server) => server.name === name);
      if (there?.source.artifact === artifact.id && isDeepStrictEqual(there.settings, settings))
        return { id: there.id };
      if (there) throw new Refusal(409, 'AlreadyExists', 'There is one already.');
      const { command, args = [], url } = settings;
      const transport = url === undefined ? { kind: 'stdio', command, args } : { kind: 'http', url };
      host.servers.push({
        id: `id-${name}`,
        name,
        source: { kind: 'added', artifact: artifact.id },
        settings,
        transport,
        state: { kind: 'stopped' },
      });
      return { id: `id-${name}` };
    },
    removeServer: ({ server }) => {
      const found = find(server);
      if (found.source.artifact !== artifact.id)
        throw new Refusal(403, 'PermissionDenied', 'It is not yours.');
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

  const { meta } = await fakeHost(({ path, body }) => {
    const command = path.replace('/api/', '');
    host.asked.push(command);
    if (ofServers.has(command) && !host.granted) throw new Refusal(403, 'PermissionDenied', 'Not permitted.');
    if (host.failing.delete(command)) throw new Refusal(500, 'InternalError', 'The host stumbled.');
    const run = commands[command];
    if (!run) throw new Refusal(404, 'NotFound', `There is no command ${command}.`);
    return { json: run(JSON.parse(body)) };
  });
  return { host, meta: meta('token') };
}
