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
 * Asked when a client wants what no root grants. It grants by adding a root, and refuses by doing nothing; a throw
 * reaches the client.
 */
export type RequestPolicy = (wish: { readonly uri: string; readonly access: Access }) => Promise<void>;

const grantNothing: RequestPolicy = () => Promise.resolve();

/** What every resource command works with: one per host, so that writers of one file wait for each other. */
export interface ResourceContext {
  readonly roots: Roots;
  readonly limits: ResourceLimits;
  readonly policy: RequestPolicy;
  readonly locks: Locks;
}

export function createResourceContext(options: {
  readonly roots: Roots;
  readonly limits?: Partial<ResourceLimits>;
  readonly policy?: RequestPolicy;
}): ResourceContext {
  return {
    roots: options.roots,
    limits: { ...defaultLimits, ...options.limits },
    policy: options.policy ?? grantNothing,
    locks: createLocks(),
  };
}
