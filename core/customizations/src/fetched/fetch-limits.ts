/** How much a plugin from elsewhere may be. */
export interface FetchLimits {
  readonly maxArchiveBytes: number;
  /** The total size once unpacked or checked out. */
  readonly maxBytes: number;
  readonly maxEntries: number;
  /** How many times larger than itself an archive may become. */
  readonly maxRatio: number;
  /** How long Git may take, in milliseconds. */
  readonly gitMs: number;
}

const mebibyte = 1024 * 1024;

export const defaultFetchLimits: FetchLimits = {
  maxArchiveBytes: 100 * mebibyte,
  maxBytes: 500 * mebibyte,
  maxEntries: 20_000,
  maxRatio: 200,
  gitMs: 120_000,
};

/** Such as "500 MB". */
export function megabytes(bytes: number): string {
  return `${Math.max(1, Math.round(bytes / mebibyte))} MB`;
}
