function entriesOf(value: object): [string, unknown][] {
  return Object.entries(value).filter((entry) => entry[1] !== undefined);
}

/** Whether two values are equal as JSON: absent and `undefined` are the same. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const left = entriesOf(a);
  if (left.length !== entriesOf(b).length) return false;
  return left.every(([key, value]) => sameJson(value, (b as Record<string, unknown>)[key]));
}
