import { wrongUsage } from '../failure.ts';

const units: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `2h` is two hours ago; everything else is a date. The result is ISO 8601 in UTC. */
export function pointInTime(typed: string, now: number): string {
  const ago = /^(\d{1,6})([smhd])$/.exec(typed);
  const at = ago === null ? Date.parse(typed) : now - Number(ago[1]) * (units[ago[2] ?? ''] ?? 0);
  if (Number.isNaN(at)) {
    throw wrongUsage(
      `"${typed}" is not a point in time. Write a date such as 2026-01-31T12:00Z, or how long ago, such as 2h.`,
    );
  }
  return new Date(at).toISOString();
}
