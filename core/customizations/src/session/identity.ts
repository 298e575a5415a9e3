import { createHash } from 'node:crypto';

/** The same parts have the same id in every session and after every restart: decisions and tokens are keyed by it. */
export function stableId(...parts: readonly (string | undefined)[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 16);
}
