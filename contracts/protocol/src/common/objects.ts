/** The object without `key`; the same object if it has no such key. */
export function without<T extends object, K extends keyof T>(value: T, key: K): Omit<T, K> {
  if (!Object.hasOwn(value, key)) return value;
  const { [key]: _dropped, ...rest } = value;
  return rest;
}

/** The object without keys that are `undefined`, so that a state is the same before and after JSON. */
export function defined<T extends object>(value: T): T {
  for (const key in value) {
    if (value[key] === undefined) {
      const entries = Object.entries(value).filter((entry) => entry[1] !== undefined);
      return Object.fromEntries(entries) as T;
    }
  }
  return value;
}

export function setOrDrop<T extends object, K extends keyof T>(value: T, key: K, next: T[K] | undefined): T {
  return next === undefined ? (without(value, key) as T) : { ...value, [key]: next };
}

export function replaceAt<T>(list: readonly T[], index: number, item: T): T[] {
  const next = list.slice();
  next[index] = item;
  return next;
}

export function removeAt<T>(list: readonly T[], index: number): T[] {
  const next = list.slice();
  next.splice(index, 1);
  return next;
}

/** Replaces the item that matches, in place, or appends. */
export function upsert<T>(list: readonly T[], item: T, matches: (other: T) => boolean): T[] {
  const index = list.findIndex(matches);
  return index < 0 ? [...list, item] : replaceAt(list, index, item);
}
