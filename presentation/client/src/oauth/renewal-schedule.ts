import type { Grant } from './grant.ts';

/** What browsers and Node take for a timer ends at about 24 days; whoever is due later looks again. */
const longestWaitMs = 24 * 60 * 60 * 1000;

/**
 * How long to wait before a grant is renewed: until about four fifths of its life are over, a little earlier or later
 * so that not all come at once. Undefined where it cannot be renewed or does not say when it ends.
 */
export function renewalDelay(
  { issuedAt, expiresAt, refreshToken }: Grant,
  now: number,
  chance: number,
): number | undefined {
  if (expiresAt === undefined || refreshToken === undefined) return undefined;
  const due = Math.round(issuedAt + (expiresAt - issuedAt) * (0.75 + 0.1 * chance));
  return Math.min(Math.max(0, due - now), longestWaitMs);
}

/** How long to wait after a renewal that failed for reasons that may pass. */
export function retryDelay(failures: number, chance: number): number {
  return Math.min(15_000 * 2 ** failures, 15 * 60_000) * (0.75 + 0.5 * chance);
}

/** Too close to its end to be of use to anybody. */
export function isStale({ expiresAt }: Grant, now: number): boolean {
  return expiresAt !== undefined && expiresAt - now < 10_000;
}
