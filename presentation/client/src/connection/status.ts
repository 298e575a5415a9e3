import type { Family, Version } from '@loggia/protocol';

/**
 * Why a client stopped for good.
 *
 * - `requested`: `close` was called.
 * - `superseded`: another connection took over this client's id.
 * - `unsupportedVersion`: client and host have no version in common.
 * - `unauthorized`, `refused`: the host does not let this client in.
 * - `unreachable`: as many attempts failed as the back-off allows.
 */
export interface Closed {
  readonly why:
    | 'requested'
    | 'superseded'
    | 'unsupportedVersion'
    | 'unauthorized'
    | 'refused'
    | 'unreachable';
  readonly message: string;
  /** The versions that the host supports, if it said so. */
  readonly supportedVersions?: readonly string[];
}

export type ConnectionStatus =
  | { readonly phase: 'idle' }
  /** `retryInMs` is the pause before the next attempt; absent while one is under way. */
  | {
      readonly phase: 'connecting' | 'reconnecting';
      readonly attempt: number;
      readonly retryInMs?: number;
      /** The reason why the previous attempt or connection ended. */
      readonly cause?: string;
    }
  | { readonly phase: 'connected'; readonly version: Version; readonly family: Family }
  | { readonly phase: 'closed'; readonly reason: Closed };
