import type { ServerDefinition } from '@loggia/mcp';
import type { Enablement, Icon, LoadState, TextRange } from '@loggia/protocol';
import type { DeclaredChild, PluginFiles } from '../plugins/loaded.ts';
import type { WrittenServer } from '../plugins/servers/written-server.ts';

/** The party that declared a server. */
export interface ServerSource {
  readonly kind: 'host' | 'added' | 'workspace' | 'plugin' | 'client';
  readonly uri?: string;
  readonly name?: string;
  /** The id of the only workspace that has an added server; absent where every one has it. */
  readonly workspace?: string;
}

interface Decidable {
  readonly id: string;
  /** The key under which decisions are stored; it differs from the id only if a client chose the id. */
  readonly key: string;
  /** The decision of the client that published it, which alone decides for its global scope. */
  readonly published?: readonly Enablement[];
}

export interface PlannedServer extends Decidable {
  readonly type: 'mcpServer';
  readonly name: string;
  readonly uri: string;
  readonly range?: TextRange;
  /** Undefined if the declaration is invalid. */
  readonly definition: ServerDefinition | undefined;
  /** The problem in that case. */
  readonly problem?: string;
  /** The identity that decisions refer to. */
  readonly written: WrittenServer;
  readonly source: ServerSource;
  /** The approval that it needs if it stands alone; undefined for declarations of the host itself. */
  readonly trust?: string;
  /** Off until a user turns it on. */
  readonly disabled?: true;
}

/** A skill, an agent, a rule and so on. */
export interface PlannedLeaf extends Decidable {
  readonly type: 'leaf';
  readonly declared: DeclaredChild;
  /** The fingerprint of its whole text; undefined if that couldn't be read. */
  readonly fingerprint: string | undefined;
  /** The location of its text; undefined if it can no longer be read. */
  readonly files: PluginFiles | undefined;
  /** The other files of a skill, by their paths from its folder. */
  readonly attached?: ReadonlyMap<string, () => Promise<string>>;
}

export type PlannedChild = PlannedServer | PlannedLeaf;

interface PlannedBase extends Decidable {
  readonly uri: string;
  readonly name: string;
  readonly icons?: Icon[];
  readonly load: LoadState;
  /** Undefined: not parsed yet. */
  readonly children: readonly PlannedChild[] | undefined;
  /** The source to trust before any part of it runs; undefined for declarations of the host itself. */
  readonly trust: string | undefined;
}

export interface PlannedPlugin extends PlannedBase {
  readonly type: 'plugin';
  readonly clientId?: string;
  readonly version?: string;
}

export interface PlannedDirectory extends PlannedBase {
  readonly type: 'directory';
  readonly contents: DeclaredChild['type'] | 'mcpServer';
}

export type PlannedContainer = PlannedPlugin | PlannedDirectory;

/** One entry at the top level, before any decision. */
export type PlannedEntry = PlannedServer | PlannedContainer;
export type PlannedPart = PlannedEntry | PlannedChild;

export function childrenOf(entry: PlannedEntry): readonly PlannedChild[] {
  return entry.type === 'mcpServer' ? [] : (entry.children ?? []);
}
