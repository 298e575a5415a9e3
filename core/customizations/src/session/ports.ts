import type { Readable } from 'node:stream';
import type { Principal } from '@loggia/access';
import type { Clock, Scheduler } from '@loggia/kernel';
import type { Gateway, ServerConnection, ServerDefinition } from '@loggia/mcp';
import type { McpServerCustomization, MediumOf, ServerSettings } from '@loggia/protocol';
import type { SessionAccess } from '@loggia/sessions/equipment';
import type { InteractiveCalls, Sample } from './interactive-calls.ts';
import type { FetchLimits } from '../fetched/fetch-limits.ts';
import type { AskClient } from '../files/client-files.ts';
import type { WatchedFolder } from '../files/watch-folders.ts';
import type { DeclaredServer, Environment, LoadedPlugin, PluginFiles } from '../plugins/loaded.ts';
import type { FolderLayout, UserFolder } from '../workspace/layouts.ts';
import type { WorkspaceConfiguration } from '../workspace/read-workspace.ts';

/** The kernel's records, as far as they are needed here. */
export interface RecordStore {
  put(namespace: string, key: string, value: unknown): void;
  delete(namespace: string, key: string): void;
  list(namespace: string): Promise<readonly { readonly key: string; readonly value: unknown }[]>;
}

/** Reads what others wrote. Rejections carry a sentence for the user. */
export interface Loader {
  /** `within`: nothing is read unless the folder really lies in that one, whatever links lead there. */
  diskFiles(root: string, within?: string): PluginFiles;
  clientFiles(uri: string, ask: AskClient): PluginFiles;
  /** Whether a folder of this name lies on this machine. */
  isFolder(path: string): Promise<boolean>;
  loadPlugin(files: PluginFiles, environment: Environment): Promise<LoadedPlugin>;
  /** By default as a workspace is laid out. */
  readWorkspace(
    files: PluginFiles,
    environment: Environment,
    layout?: FolderLayout,
  ): Promise<WorkspaceConfiguration>;
  /** `changed` is called some time after something changed from which it is read. The result ends it. */
  watchFolder(folder: WatchedFolder, changed: () => void): () => void;
  /** Throws an Error with a sentence where the settings make no sense. */
  defineServer(name: string, settings: ServerSettings, environment: Environment): ServerDefinition;
}

export interface OpenChannel {
  readonly uri: string;
  readonly capabilities: NonNullable<McpServerCustomization['mcpApp']>['capabilities'];
  close(): void;
}

export interface ChannelOpener {
  open(request: {
    readonly session: string;
    readonly customizationId: string;
    readonly serverName: string;
    /** The fingerprint of the server's definition. */
    readonly definition: string;
    readonly connection: ServerConnection;
    readonly principal: Principal;
  }): OpenChannel;
}

/** How long things are waited for, in milliseconds. */
export interface Timeouts {
  /** A turn waits this long for servers that start. */
  readonly turn: number;
  /** A session that nobody uses keeps its servers this long. */
  readonly idle: number;
  /** A server started outside any active session runs this long after its last use. */
  readonly asked: number;
  /** `listTools`, `startServer` and their like wait this long for a server to settle. */
  readonly settle: number;
  /** `startServer` answers after this time already if it is spent on installing a package. */
  readonly install: number;
  /** The list of tools is written at most once in this time. */
  readonly tools: number;
}

export const defaultTimeouts: Timeouts = {
  turn: 10_000,
  idle: 60_000,
  asked: 300_000,
  settle: 30_000,
  install: 5000,
  tools: 100,
};

export interface EquipmentPorts {
  readonly sessions: SessionAccess;
  readonly gateway: Gateway;
  readonly sideChannels: ChannelOpener;
  readonly records: RecordStore;
  readonly principal: Principal;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  /** The sources in the host's configuration, which are trusted. Plugins are absolute folder paths. */
  readonly hostSources: {
    readonly servers: readonly DeclaredServer[];
    readonly plugins: readonly { readonly path: string }[];
    /** They exist. Other programs write them, so they are trusted only when the user says so. */
    readonly userFolders?: readonly UserFolder[];
  };
  /** For plugins that users add from elsewhere. */
  readonly fetchedPlugins: {
    /** In which the host keeps them; absolute, and made when it is needed. */
    readonly folder: string;
    /** Bytes that were uploaded. Rejects when there are none of this hash. */
    content(hash: string): Promise<Readable>;
    /** The host's own environment, for Git. */
    readonly env: Readonly<Record<string, string | undefined>>;
    readonly limits?: Partial<FetchLimits>;
  };
  /** `file:` URIs of folders in which everything is trusted. */
  readonly trustedFolders: readonly string[];
  /** The values that placeholders in declarations may use. Untrusted sources get none of them. */
  readonly environment: Environment;
  /** By default the disks of this machine. */
  readonly loader?: Loader;
  readonly timeouts?: Partial<Timeouts>;
  /** Host to client `resourceRead` and `resourceList`. Rejects when the client is not here. */
  askClient(clientId: string, method: string, params: Readonly<Record<string, unknown>>): Promise<unknown>;
  /** Tells the medium of a content type. Without it, models get text alone. */
  readonly mediumOf?: MediumOf;
  /** Keeps what is too large for the chat; resolves to where it can be read. Absent: it is cut. */
  spill?(bytes: Uint8Array, contentType: string | undefined): Promise<string>;
  /** Whether agents may use the tools that Views of this server and template offer. Absent: they may. */
  offersViewTools?(view: {
    readonly server: string;
    /** The fingerprint of the server's definition. */
    readonly definition: string;
    /** The hash of the template. */
    readonly template: string;
  }): boolean;
  /** The `_meta` that an agent's call sends to the server, derived from its subject. Does not throw. */
  metaFor?(call: {
    readonly server: string;
    /** Where the server is declared. */
    readonly uri: string;
    readonly session: string;
    /** The name of the agent. */
    readonly agent: string;
    readonly input: Readonly<Record<string, unknown>>;
    /** Whether the call was let through as one that only reads. */
    readonly readOnly: boolean;
  }): Promise<Readonly<Record<string, unknown>> | undefined>;
  /** Shared with whatever else makes calls for people; one of its own by default. */
  readonly calls?: InteractiveCalls;
  /** The model that a call in this session may ask; undefined where there is none. */
  samplerOf?(session: string): Sample | undefined;
  /** A server was removed: whatever was decided about it elsewhere is to be forgotten. */
  forgotten?(server: string): Promise<void>;
  report(problem: string, error: unknown): void;
}
