import type { Access, Roots } from '@loggia/access';
import { createLocks, type Locks } from './locks.ts';

export interface ResourceLimits {
  /** The largest file that one resourceRead carries. */
  readonly maxReadBytes: number;
  /** The largest folder that one resourceList carries. */
  readonly maxListedEntries: number;
  /** The largest tree that one resourceCopy copies. */
  readonly maxCopiedEntries: number;
}

const defaultLimits: ResourceLimits = {
  maxReadBytes: 16 * 1024 * 1024,
  maxListedEntries: 10_000,
  maxCopiedEntries: 100_000,
};

/**
 * Called when a client requests access that no root grants. It grants by adding a root, and refuses by doing nothing; a
 * throw reaches the client.
 */
export type RequestPolicy = (wish: { readonly uri: string; readonly access: Access }) => Promise<void>;

const grantNothing: RequestPolicy = () => Promise.resolve();

/** The shared state of all resource commands: one per host, so that writers of one file wait for each other. */
export interface ResourceContext {
  readonly roots: Roots;
  readonly limits: ResourceLimits;
  readonly policy: RequestPolicy;
  readonly locks: Locks;
  /** Reads bytes that the host keeps by their hash, at most that many. Rejects where there are none. */
  readonly kept?: ReadKept | undefined;
  readonly typeOf?: TypeOfFile | undefined;
}

/** The content type of a file, by its name or else by its first bytes. */
export type TypeOfFile = (fileName: string, head: Uint8Array) => string;

export type ReadKept = (hash: string, length: number) => Promise<Buffer>;

export function createResourceContext(options: {
  readonly roots: Roots;
  readonly limits?: Partial<ResourceLimits>;
  readonly policy?: RequestPolicy;
  readonly kept?: ReadKept;
  readonly typeOf?: TypeOfFile;
}): ResourceContext {
  return {
    roots: options.roots,
    limits: { ...defaultLimits, ...options.limits },
    policy: options.policy ?? grantNothing,
    locks: createLocks(),
    kept: options.kept,
    typeOf: options.typeOf,
  };
}
