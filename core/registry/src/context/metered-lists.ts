import type { Budget } from './budget.ts';

/** Shorter lists can't cost much, however they are compared. */
const longEnough = 64;
/** The cost of reading an entry, as a fraction of a validator step. */
const look = 0.1;

/**
 * Copies a value so that every read from a long list takes from the budget: comparing all entries with each other is
 * the one cost that the schema alone doesn't tell.
 */
export function meteredLists(value: unknown, budget: Budget): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const copy = value.map((entry: unknown) => meteredLists(entry, budget));
    if (copy.length < longEnough) return copy;
    return new Proxy(copy, {
      get: (target, key, receiver): unknown => {
        budget.spend(look);
        return Reflect.get(target, key, receiver);
      },
    });
  }
  const copy = Object.create(null) as Record<string, unknown>;
  for (const [key, entry] of Object.entries(value)) copy[key] = meteredLists(entry, budget);
  return copy;
}
