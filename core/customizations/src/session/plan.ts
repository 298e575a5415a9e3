import type { ClientPlugin, LoadState } from '@loggia/protocol';
import type { ServerDefinition } from '@loggia/mcp';
import type {
  DeclaredChild,
  DeclaredServer,
  LoadedPlugin,
  PartProblem,
  PluginFiles,
} from '../plugins/loaded.ts';
import { uriBelow } from '../files/names.ts';
import type { WrittenServer } from '../plugins/servers/written-server.ts';
import type { WorkspaceDirectory } from '../workspace/directories.ts';
import type { WorkspaceConfiguration } from '../workspace/read-workspace.ts';
import { stableId } from './identity.ts';
import type {
  PlannedChild,
  PlannedContainer,
  PlannedDirectory,
  PlannedEntry,
  PlannedPlugin,
  PlannedServer,
  ServerSource,
} from './planned.ts';
import { loadStateOf } from './problems.ts';
import type { Reading } from './reading.ts';

/** The fingerprints of the texts that were read, by file. */
export type TextFingerprints = ReadonlyMap<string, string>;

export interface OpenPlugin {
  readonly files: PluginFiles;
  readonly texts: TextFingerprints;
  readonly plugin: LoadedPlugin;
}

export interface OpenWorkspace {
  readonly files: PluginFiles;
  readonly texts: TextFingerprints;
  readonly workspace: WorkspaceConfiguration;
}

export interface PluginSource {
  /** The URI of its root. */
  readonly uri: string;
  readonly trust: string | undefined;
  readonly reading: Reading<OpenPlugin>;
}

export interface WorkspaceSource {
  readonly uri: string;
  readonly reading: Reading<OpenWorkspace>;
  /** The sources that its files name. */
  readonly plugins: readonly PluginSource[];
  /** The name of the folder, for users who wouldn't know what the names in it are about. */
  readonly within?: string;
}

export interface ClientPluginSource {
  readonly clientId: string;
  readonly published: ClientPlugin;
  readonly reading: Reading<OpenPlugin>;
}

export interface AddedServer {
  /** The name that it was added under. It stays when the server is renamed, and so do the decisions about it. */
  readonly key: string;
  readonly name: string;
  /** The id of the only workspace that has it; undefined where every one has it. */
  readonly workspace: string | undefined;
  readonly definition: ServerDefinition | undefined;
  readonly written: WrittenServer;
}

/** Everything that a session, or the host for itself, can be equipped with. */
export interface Sources {
  readonly host: readonly DeclaredServer[];
  readonly added: readonly AddedServer[];
  readonly hostPlugins: readonly PluginSource[];
  /** That users added to the host. */
  readonly addedPlugins: readonly PluginSource[];
  readonly workspaces: readonly WorkspaceSource[];
  readonly sessionPlugins: readonly PluginSource[];
  readonly clientPlugins: readonly ClientPluginSource[];
}

/** No two parts of a plan have the same id, whatever clients and plugins call theirs. */
export function planEntries(sources: Sources): PlannedEntry[] {
  const own: PlannedEntry[] = [
    ...sources.host.map(hostServer),
    ...sources.added.map(addedServer),
    ...sources.hostPlugins.map(diskPlugin),
    ...sources.addedPlugins.map(diskPlugin),
    ...sources.workspaces.flatMap(workspaceEntries),
    ...sources.sessionPlugins.map(diskPlugin),
  ];
  const plan: PlannedEntry[] = [];
  const taken = new Set<string>();
  for (const entry of own) admit(plan, taken, entry);
  for (const source of sources.clientPlugins) {
    const entry = clientPlugin(source);
    if (isReserved(entry.uri)) admit(plan, taken, reservedPlugin(entry));
    else if (!taken.has(entry.id)) admit(plan, taken, entry);
    else admit(plan, taken, collidingPlugin(entry));
  }
  return plan;
}

/** The first one with an id stays: a folder that is named twice is one plugin. */
function admit(plan: PlannedEntry[], taken: Set<string>, entry: PlannedEntry): void {
  if (taken.has(entry.id)) return;
  taken.add(entry.id);
  if (entry.type === 'mcpServer') {
    plan.push(entry);
    return;
  }
  const children = entry.children?.filter(({ id }) => {
    if (taken.has(id)) return false;
    taken.add(id);
    return true;
  });
  plan.push({ ...entry, children });
}

function hostServer(server: DeclaredServer): PlannedServer {
  const id = stableId('host', server.uri, server.name);
  return planServer(server, id, { kind: 'host', uri: server.uri });
}

export function addedServerId(key: string): string {
  return stableId('added', key);
}

export function addedServer({ key, name, workspace, definition, written }: AddedServer): PlannedServer {
  const id = addedServerId(key);
  const uri = `x-loggia-server:/${id}`;
  return {
    type: 'mcpServer',
    id,
    key: id,
    name,
    uri,
    definition,
    written,
    source: { kind: 'added', ...(workspace !== undefined && { workspace }) },
    trust: uri,
  };
}

function planServer(server: DeclaredServer, id: string, source: ServerSource): PlannedServer {
  const { name, uri, range, definition, problem, written, disabled } = server;
  return {
    type: 'mcpServer',
    id,
    key: id,
    name,
    uri,
    ...(range && { range }),
    definition,
    ...(problem !== undefined && { problem }),
    written,
    source,
    ...(disabled && { disabled }),
  };
}

/** The id of a plugin in a folder on this machine. */
export function diskPluginId(uri: string): string {
  return stableId('plugin', uri);
}

export function diskPlugin({ uri, trust, reading }: PluginSource): PlannedPlugin {
  const id = diskPluginId(uri);
  const base = { type: 'plugin', id, key: id, trust } as const;
  if (reading.kind !== 'read')
    return { ...base, uri, name: lastSegment(uri), load: notRead(reading), children: undefined };
  return { ...base, ...pluginFields(reading.value, id, { kind: 'plugin', uri }) };
}

/** A client chooses its plugins' ids; what is remembered of them is kept by this. */
export function clientPluginKey(clientId: string, uri: string): string {
  return stableId('client', clientId, uri);
}

function clientPlugin({ clientId, published, reading }: ClientPluginSource): PlannedPlugin {
  const key = clientPluginKey(clientId, published.uri);
  const base = {
    type: 'plugin',
    id: published.id,
    key,
    uri: published.uri,
    clientId,
    trust: published.uri,
    ...(published.icons && { icons: published.icons }),
    published: published.enablement ?? [],
  } as const;
  if (reading.kind !== 'read')
    return { ...base, name: published.name, load: notRead(reading), children: undefined };
  const fields = pluginFields(reading.value, key, { kind: 'client', uri: published.uri });
  const children = fields.children.map((child) => withPublished(child, published));
  return { ...base, ...fields, uri: published.uri, name: published.name, children };
}

/** The client may decide about children before it can see them: by name. */
function withPublished(child: PlannedChild, { childEnablement }: ClientPlugin): PlannedChild {
  const name = child.type === 'leaf' ? child.declared.name : child.name;
  const decided = childEnablement && Object.hasOwn(childEnablement, name) ? childEnablement[name] : undefined;
  return { ...child, published: decided ?? [] };
}

/** Approvals are kept by URI, and those of ours are about other things than what a client publishes. */
function isReserved(uri: string): boolean {
  return /^x-loggia/i.test(uri);
}

function reservedPlugin(entry: PlannedPlugin): PlannedPlugin {
  const message = `URIs that start with "x-loggia" belong to the host. Publish "${entry.name}" under another one.`;
  const id = stableId('reserved', entry.key, entry.id);
  return { ...entry, id, trust: undefined, load: { kind: 'error', message }, children: [] };
}

/** Its name is taken; it is shown so that its client can fix that. */
function collidingPlugin(entry: PlannedPlugin): PlannedPlugin {
  const message = `Another customization of this session has the id "${entry.id}". Publish "${entry.name}" again under an id of its own.`;
  const id = stableId('collision', entry.key, entry.id);
  return { ...entry, id, load: { kind: 'error', message }, children: [] };
}

function pluginFields({ files, plugin, texts }: OpenPlugin, key: string, from: ServerSource) {
  const name = plugin.displayName ?? plugin.name;
  const source = { ...from, name };
  const children = [
    ...plugin.servers.map((server) => planServer(server, stableId(key, 'mcpServer', server.name), source)),
    ...leaves(plugin.children, key, { files, texts }),
  ];
  const usable = plugin.children.length + plugin.servers.filter((server) => server.definition).length;
  return {
    uri: plugin.uri,
    name,
    ...(plugin.version !== undefined && { version: plugin.version }),
    load: loadStateOf(plugin.problems, usable),
    children,
  };
}

function leaves(
  declared: readonly DeclaredChild[],
  key: string,
  { files, texts }: Pick<OpenPlugin, 'files' | 'texts'>,
): PlannedChild[] {
  return declared.map((child) => {
    const id = stableId(key, child.type, child.file, child.name);
    return { type: 'leaf', id, key: id, declared: child, fingerprint: texts.get(child.file), files };
  });
}

function workspaceEntries({ uri, reading, plugins, within }: WorkspaceSource): PlannedEntry[] {
  // A workspace that has no files of ours is not worth an entry while it is read.
  if (reading.kind === 'loading') return [];
  if (reading.kind === 'failed') return [unreadableWorkspace(uri, reading.message)];
  const { workspace } = reading.value;
  const directories = [
    ...serverFiles(uri, reading.value),
    ...workspace.directories.map((directory) => workspaceDirectory(uri, directory, reading.value)),
  ];
  const named = (entry: PlannedDirectory): PlannedDirectory =>
    within === undefined ? entry : { ...entry, name: `${within}/${entry.name}` };
  return [...directories.map(named), ...plugins.map(diskPlugin)];
}

function unreadableWorkspace(uri: string, message: string): PlannedContainer {
  const id = stableId('workspace', uri, uri);
  const load: LoadState = { kind: 'error', message };
  return {
    type: 'directory',
    id,
    key: id,
    uri,
    name: lastSegment(uri),
    load,
    children: [],
    trust: uri,
    contents: 'mcpServer',
  };
}

/** One entry for each file that declares servers, or that should. */
function serverFiles(root: string, { files, workspace }: OpenWorkspace): PlannedDirectory[] {
  const named = new Map<string, PartProblem[]>(workspace.files.map((file) => [file, []]));
  for (const problem of workspace.problems) {
    named.set(problem.file, [...(named.get(problem.file) ?? []), problem]);
  }
  return [...named].flatMap(([file, problems]): PlannedDirectory[] => {
    const uri = file === '' ? files.uri : uriBelow(files.uri, file);
    const declared = workspace.servers.filter((server) => server.uri === uri);
    if (declared.length === 0 && problems.length === 0) return [];
    const key = stableId('workspace', root, file);
    const children = declared.map((server) =>
      planServer(server, stableId(key, 'mcpServer', server.name), { kind: 'workspace', uri }),
    );
    const usable = declared.filter((server) => server.definition).length;
    return [
      {
        type: 'directory',
        id: key,
        key,
        uri,
        name: file === '' ? lastSegment(root) : file,
        load: loadStateOf(problems, usable),
        children,
        trust: root,
        contents: 'mcpServer',
      },
    ];
  });
}

function workspaceDirectory(
  root: string,
  directory: WorkspaceDirectory,
  open: OpenWorkspace,
): PlannedDirectory {
  const key = stableId('workspace', root, directory.name, directory.contents);
  return {
    type: 'directory',
    id: key,
    key,
    uri: directory.uri,
    name: directory.name,
    load: loadStateOf(directory.problems, directory.children.length),
    children: leaves(directory.children, key, open),
    trust: root,
    contents: directory.contents,
  };
}

function notRead(reading: Exclude<Reading<unknown>, { kind: 'read' }>): LoadState {
  return reading.kind === 'loading' ? { kind: 'loading' } : { kind: 'error', message: reading.message };
}

/** The name of the last folder or file in a URI. */
function lastSegment(uri: string): string {
  const segment = uri.replace(/\/+$/, '').split('/').at(-1) ?? uri;
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
