import type { Readable } from 'node:stream';
import type { Permission } from '@loggia/content';
import type {
  ArtifactExtension,
  artifactExtensions,
  ArtifactSummary,
  LibraryExtension,
  libraryExtensions,
  SearchExtension,
  searchExtensions,
} from '@loggia/protocol';
import type { z } from 'zod';
import type { ByteRange, ByteSource, PutOptions, StoredBytes } from './content/content-store.ts';
import type { ArtifactRow } from './store.ts';

type Tables = typeof artifactExtensions & typeof libraryExtensions & typeof searchExtensions;
type Name = ArtifactExtension | LibraryExtension | SearchExtension;
type Short<N extends Name> = N extends `x-loggia/${infer Rest}` ? Rest : never;
type Full<S extends string> = Extract<Name, `x-loggia/${S}`>;

/** The parameters of a command, without its address. */
export type ParamsOf<S extends Short<Name>> = Omit<z.output<Tables[Full<S>]['params']>, 'channel' | '_meta'>;
export type ResultOf<S extends Short<Name>> = z.output<Tables[Full<S>]['result']>;

/** The author of a change, as far as it matters to artifacts. */
export interface Caller {
  /** The name in versions, commits and events. */
  readonly by: string;
  /** The permissions it holds beyond artifacts. Types that need others are out of its reach. */
  readonly powers: readonly Permission[];
  /** Whether it may change the type of an artifact. A key to single artifacts may not. */
  readonly retypes: boolean;
}

/** Every command of workspaces, artifacts, collections and search, under its own name. */
export type ArtifactCommands = {
  readonly [S in Short<Name>]: (params: ParamsOf<S>, caller: Caller) => Promise<ResultOf<S>>;
};

/** The bytes of an artifact, to be sent as they are. */
export interface OpenedContent {
  readonly artifact: string;
  readonly type: string;
  readonly title: string;
  /** The file name. It can contain anything that a title can. */
  readonly fileName: string;
  readonly hash: string;
  /** The full size, whatever part was requested. */
  readonly size: number;
  /** Opens the bytes, or a part of them; can be called more than once, or never. */
  open(range?: ByteRange): Promise<Readable>;
}

/**
 * Workspaces, collections, artifacts and search.
 *
 * Parameters must already be parsed by the command's schema. A promise that resolves means that the change is durable;
 * one that rejects, with a `ProtocolError`, that nothing has changed.
 */
export interface Artifacts extends ArtifactCommands {
  /** Creates the library if necessary; call it once at start. */
  ensureLibrary(): Promise<void>;

  /** Undefined if it doesn't exist; artifacts in the trash do. */
  row(id: string): Promise<ArtifactRow | undefined>;
  /** The existing ones, in the order of `ids`. */
  summaries(ids: readonly string[]): Promise<readonly ArtifactSummary[]>;
  /** Publishes the summaries of these artifacts again, because data derived from them has durably changed. */
  announce(ids: readonly string[]): Promise<void>;

  /** Stores bytes that an artifact will refer to by their hash. They are kept for at least an hour. */
  upload(source: ByteSource, options?: PutOptions): Promise<StoredBytes>;
  /** Stores bytes and makes them the content of the draft. */
  replaceContent(
    params: { readonly artifact: string; readonly ifRevision?: number | undefined },
    source: ByteSource,
    caller: Caller,
    options?: PutOptions,
  ): Promise<ResultOf<'updateArtifact'>>;
  /** The current content, or that of a version. Rejects with NotFound if there is none. */
  content(artifact: string, version?: number): Promise<OpenedContent>;
  /**
   * Does the work while nobody removes these bytes. They stay afterwards if what was stored meanwhile names them. They
   * may have been removed before.
   */
  holding<T>(hashes: readonly string[], work: () => Promise<T>): Promise<T>;
  /** The type of a file, by its name, else by its first bytes, among the types that the workspace knows now. */
  typeOfFile(file: {
    readonly workspace: string;
    readonly fileName: string;
    readonly hash: string;
  }): Promise<string>;
  /** Removes bytes without references. */
  collectGarbage(): Promise<{ readonly removed: number }>;
  /** Moves those of these drafts to the trash that nobody has used since they were made from a template. */
  discardUntouched(ids: readonly string[], caller: Caller): Promise<readonly ArtifactSummary[]>;
  /** Does so with those that were made more than a day ago and that nobody shows. */
  discardLeftOver(isShown: (id: string) => boolean): Promise<{ readonly discarded: number }>;
  /** Removes artifacts for good that were moved to the trash before this time, ISO 8601. */
  purgeTrash(before: string): Promise<{ readonly purged: number }>;
  /** Resets times in the future, which come from a clock that was ahead, to now. */
  mendTimes(): Promise<{ readonly mended: number }>;
}
