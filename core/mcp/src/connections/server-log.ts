import type { ServerLogEntry } from '@loggia/protocol';

export interface LogPage {
  readonly entries: readonly ServerLogEntry[];
  /** The number of entries after the given position that were dropped to stay within bounds. */
  readonly dropped: number;
}

/** The newest part of a server's output and log messages. */
export interface ServerLog {
  /** With `after`, the oldest entries that are newer than it; without, the newest. Always in the order of writing. */
  read(options?: { readonly after?: number; readonly limit?: number }): LogPage;
}
