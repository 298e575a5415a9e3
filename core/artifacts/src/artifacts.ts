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

/** What a command takes, without its address. */
export type ParamsOf<S extends Short<Name>> = Omit<z.output<Tables[Full<S>]['params']>, 'channel' | '_meta'>;
export type ResultOf<S extends Short<Name>> = z.output<Tables[Full<S>]['result']>;

/** Who makes a change, as far as it matters to artifacts. */
export interface Caller {
  /** The name that versions, commits and events carry. */
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
  /** What it is called as a file. It may hold whatever a title may. */
  readonly fileName: string;
  readonly hash: string;
  /** Of the whole, whatever part was asked for. */
  readonly size: number;
  /** Opens the bytes, or a part of them; may be called more than once, or never. */
  open(range?: ByteRange): Promise<Readable>;
}

/**
 * Workspaces, collections, artifacts and what is found in them.
 *
 * Parameters are taken as the command's schema parsed them. A promise that resolves means that the change is durable;
 * one that rejects, with a `ProtocolError`, that nothing has changed.
 */
export interface Artifacts extends ArtifactCommands {
  /** Makes sure that there is a library; call it once at start. */
  ensureLibrary(): Promise<void>;

  /** Undefined where there is none; one in the trash is there. */
  row(id: string): Promise<ArtifactRow | undefined>;
  /** Those that there are, in the order of `ids`. */
  summaries(ids: readonly string[]): Promise<readonly ArtifactSummary[]>;
  /** Tells everybody of these again: what was derived from them has changed, durably, and not they themselves. */
  announce(ids: readonly string[]): Promise<void>;

  /** Takes bytes that an artifact will be given by their hash. They are kept for an hour at least. */
  upload(source: ByteSource, options?: PutOptions): Promise<StoredBytes>;
  /** Takes bytes and makes them the content of the draft. */
  replaceContent(
    params: { readonly artifact: string; readonly ifRevision?: number | undefined },
    source: ByteSource,
    caller: Caller,
    options?: PutOptions,
  ): Promise<ResultOf<'updateArtifact'>>;
  /** The content as it stands, or as a version has it. Rejects with NotFound where there is none. */
  content(artifact: string, version?: number): Promise<OpenedContent>;
  /** Removes bytes that nothing names any more. */
  collectGarbage(): Promise<{ readonly removed: number }>;
  /** Brings times that lie in the future, because a clock was ahead, back to now. */
  mendTimes(): Promise<{ readonly mended: number }>;
}
