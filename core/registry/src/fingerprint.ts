import { createHash } from 'node:crypto';
import type { TypeContract } from '@loggia/content';

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== 'object' || value === null) return value;
  return Object.entries(value)
    .filter(([, entry]) => entry !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, entry]) => [key, canonical(entry)]);
}

export function fingerprintOf(value: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify(canonical(value)))
    .digest('base64url');
}

const known = new WeakMap<TypeContract, string>();

/** Contracts are immutable, and most stay the same when a registry is rebuilt. */
export function contractFingerprint(contract: TypeContract): string {
  const earlier = known.get(contract);
  if (earlier !== undefined) return earlier;
  const made = fingerprintOf(contract);
  known.set(contract, made);
  return made;
}
