import type { Budget } from './budget.ts';

/** Shorter ones cannot cost much, however they are compared. */
const longEnough = 64;
/** Of a step of the validator: a look at an entry is much less than that. */
const look = 0.1;

/**
 * A copy whose long lists take from the budget with every look at them: comparing all entries with each other is the
 * one thing whose cost the schema alone does not tell.
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
