/** The keys of a JSON pointer. */
export function keysIn(pointer: string): readonly string[] {
  if (pointer === '') return [];
  return pointer
    .slice(1)
    .split('/')
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));
}

export function pointerTo(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** The value at the pointer, own properties only. */
export function valueAt(root: unknown, pointer: string): unknown {
  let value = root;
  for (const key of keysIn(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<string, unknown>)[key];
  }
  return value;
}

/** A copy with something else at the pointer; undefined takes away what is there. */
export function withValueAt(root: unknown, pointer: string, value: unknown): unknown {
  return replaced(root, keysIn(pointer), value);
}

function replaced(root: unknown, keys: readonly string[], value: unknown): unknown {
  const [key, ...rest] = keys;
  if (key === undefined) return value;
  if (Array.isArray(root)) {
    const at = Number(key);
    const inner = replaced(root[at], rest, value);
    return inner === undefined ? root.toSpliced(at, 1) : root.toSpliced(at, 1, inner);
  }
  const before = typeof root === 'object' && root !== null ? (root as Record<string, unknown>) : {};
  const inner = replaced(Object.hasOwn(before, key) ? before[key] : undefined, rest, value);
  if (inner === undefined) return Object.fromEntries(Object.entries(before).filter(([name]) => name !== key));
  // A computed key is a key, whatever it is called; assigning to `__proto__` would be something else.
  return { ...before, [key]: inner };
}
