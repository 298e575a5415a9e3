import path from 'node:path';
import type { ActiveClient, ClientPlugin } from '@loggia/protocol';
import type { AddedPlugins } from '../decisions/added-plugins.ts';
import type { AddedServers } from '../decisions/added-servers.ts';
import type { TrustStore } from '../decisions/trust-store.ts';
import { userLayouts, type UserFolder } from '../workspace/layouts.ts';
import { folderUri, localPath } from './folders.ts';
import type { ClientTrust, SourceCache, SourceLease, Reader } from './source-cache.ts';
import type { ClientPluginSource, PluginSource, Sources, WorkspaceSource } from './plan.ts';
import type { EquipmentPorts } from './ports.ts';
import type { Reading } from './reading.ts';

export interface SourcePorts {
  readonly sourceCache: SourceCache;
  readonly trust: TrustStore;
  readonly added: AddedServers;
  readonly plugins: AddedPlugins;
  readonly hostSources: EquipmentPorts['hostSources'];
}

/** The sources that a session's state asks for. */
export interface RequestedSources {
  /** The servers that people added: those that a workspace has, by its id, or all that the host knows. */
  readonly added: { readonly workspace: string | undefined } | 'all';
  readonly workingDirectories: readonly string[];
  /** Folders: absolute, as `file:` URIs, or relative to the primary working directory. */
  readonly plugins: readonly string[];
  readonly clients: readonly Pick<ActiveClient, 'clientId' | 'customizations'>[];
}

interface Slot {
  readonly version: string;
  readonly trusted: boolean;
  readonly lease: SourceLease<unknown>;
  /** The result of the version before; shown until this one is read. */
  readonly before: Reading<unknown> | undefined;
}

/** As many as one client, or one session's settings, may name. */
const maxPlugins = 100;

/** The sources that one session draws on. They are read in the background; `changed` is called when more is known. */
export class SessionSources {
  readonly #ports: SourcePorts;
  readonly #changed: () => void;
  readonly #slots = new Map<string, Slot>();
  #used = new Set<string>();

  constructor(ports: SourcePorts, changed: () => void) {
    this.#ports = ports;
    this.#changed = changed;
  }

  get isLoading(): boolean {
    return [...this.#slots.values()].some(({ lease }) => lease.reading.kind === 'loading');
  }

  collect(requested: RequestedSources): Sources {
    this.#used = new Set();
    const { hostSources, added, plugins } = this.#ports;
    const workspaceFolder = primaryFolder(requested);
    const workspaces = requested.workingDirectories.flatMap((uri) => this.#workspace(uri, requested));
    const sources: Sources = {
      host: hostSources.servers,
      added: requested.added === 'all' ? added.list() : added.availableIn(requested.added.workspace),
      hostPlugins: hostSources.plugins.map(({ path: root }) =>
        this.#plugin(root, undefined, workspaceFolder),
      ),
      addedPlugins: plugins
        .places()
        .map(({ root, trust, within }) => this.#plugin(root, trust, workspaceFolder, within)),
      workspaces: [
        ...(hostSources.userFolders ?? []).map((folder) => this.#userFolder(folder, workspaceFolder)),
        ...workspaces,
      ],
      sessionPlugins: requested.plugins
        .slice(0, maxPlugins)
        .flatMap((written) => this.#sessionPlugin(written, requested)),
      clientPlugins: requested.clients.flatMap(({ clientId, customizations = [] }) =>
        customizations
          .slice(0, maxPlugins)
          .map((published) => this.#clientPlugin(clientId, published, workspaceFolder)),
      ),
    };
    for (const [key, slot] of this.#slots) {
      if (this.#used.has(key)) continue;
      this.#slots.delete(key);
      slot.lease.close();
    }
    return sources;
  }

  /** Retries failed reads: a client that was away may be back. */
  retry(): void {
    for (const { lease } of this.#slots.values()) lease.retry();
  }

  close(): void {
    for (const { lease } of this.#slots.values()) lease.close();
    this.#slots.clear();
  }

  #workspace(directory: string, requested: RequestedSources): WorkspaceSource[] {
    const root = localPath(directory);
    if (root === undefined) return [];
    const uri = folderUri(root);
    const trusted = this.#isTrusted(uri);
    const key = JSON.stringify(['workspace', root]);
    const reading = this.#read(key, { version: '', trusted }, () =>
      this.#ports.sourceCache.workspace(root, this.#reader(trusted, root)),
    );
    const named = reading.kind === 'read' ? reading.value.workspace.plugins : [];
    const plugins = named.map((plugin) => this.#folder(path.resolve(root, plugin.path), requested));
    return [{ uri, reading, plugins }];
  }

  #userFolder({ path: root, kind }: UserFolder, workspaceFolder: string | undefined): WorkspaceSource {
    const uri = folderUri(root);
    const trusted = this.#isTrusted(uri);
    const key = JSON.stringify(['user', root]);
    const reading = this.#read(key, { version: JSON.stringify(workspaceFolder ?? null), trusted }, () =>
      this.#ports.sourceCache.workspace(root, this.#reader(trusted, workspaceFolder), userLayouts[kind]),
    );
    return { uri, reading, plugins: [], within: `~/.${kind}` };
  }

  #sessionPlugin(written: string, requested: RequestedSources): PluginSource[] {
    const base = primaryFolder(requested);
    if (/^file:/i.test(written)) {
      const root = localPath(written);
      return root === undefined ? [] : [this.#folder(root, requested)];
    }
    if (path.isAbsolute(written)) return [this.#folder(path.resolve(written), requested)];
    return base === undefined ? [] : [this.#folder(path.resolve(base, written), requested)];
  }

  /** A folder inside of a workspace is trusted with it. */
  #folder(root: string, requested: RequestedSources): PluginSource {
    const uri = folderUri(root);
    const workspace = requested.workingDirectories
      .flatMap((directory) => localPath(directory) ?? [])
      .map(folderUri)
      .find((directory) => uri === directory || uri.startsWith(`${directory}/`));
    const within = workspace === undefined ? undefined : localPath(workspace);
    return this.#plugin(root, workspace ?? uri, primaryFolder(requested), within);
  }

  /** `within` is the folder that it is trusted with, and must therefore really lie in. */
  #plugin(
    root: string,
    trust: string | undefined,
    workspaceFolder: string | undefined,
    within?: string,
  ): PluginSource {
    const trusted = trust === undefined || this.#isTrusted(trust);
    // One folder may be named by several, each with a trust of its own; the host's own word counts before all others.
    const key = JSON.stringify(['plugin', root, trust ?? null]);
    const version = JSON.stringify([workspaceFolder, within]);
    const reading = this.#read(key, { version, trusted }, () =>
      this.#ports.sourceCache.plugin(root, within, this.#reader(trusted, workspaceFolder)),
    );
    return { uri: folderUri(root), trust, reading };
  }

  #clientPlugin(
    clientId: string,
    published: ClientPlugin,
    workspaceFolder: string | undefined,
  ): ClientPluginSource {
    const { uri, nonce } = published;
    const trusted = this.#isTrusted(uri);
    const trust: ClientTrust = !trusted ? 'none' : this.#ports.trust.isDecided(uri) ? 'named' : 'folder';
    const key = JSON.stringify(['client', clientId, uri]);
    const reading = this.#read(
      key,
      { version: JSON.stringify([nonce, trust, workspaceFolder]), trusted },
      () =>
        this.#ports.sourceCache.clientPlugin(
          { clientId, uri, nonce },
          trust,
          this.#reader(trusted, workspaceFolder),
        ),
    );
    return { clientId, published, reading };
  }

  #reader(trusted: boolean, workspaceFolder: string | undefined): Reader {
    return { trusted, workspaceFolder, changed: this.#changed };
  }

  #isTrusted(source: string): boolean {
    return this.#ports.trust.decisionOn(source) === 'trusted';
  }

  #read<T>(
    key: string,
    { version, trusted }: { readonly version: string; readonly trusted: boolean },
    open: () => SourceLease<T>,
  ): Reading<T> {
    this.#used.add(key);
    const known = this.#slots.get(key);
    if (known?.version === version && known.trusted === trusted) return readingOf(known) as Reading<T>;
    // Contents read while untrusted are never what runs after trust is granted.
    const before = known && known.trusted === trusted ? readingOf(known) : undefined;
    const slot: Slot = { version, trusted, lease: open(), before };
    this.#slots.set(key, slot);
    known?.lease.close();
    return readingOf(slot) as Reading<T>;
  }
}

function primaryFolder({ workingDirectories: [primary] }: RequestedSources): string | undefined {
  return primary === undefined ? undefined : localPath(primary);
}

function readingOf({ lease, before }: Slot): Reading<unknown> {
  return lease.reading.kind === 'loading' && before?.kind === 'read' ? before : lease.reading;
}
