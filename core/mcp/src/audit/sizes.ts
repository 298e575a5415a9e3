/** The sizes of large results that were already serialized. */
const known = new WeakMap<object, number>();

/**
 * Serializing a smaller result again is cheaper than remembering its size: a weak map that gets an entry for every call
 * took more of a fast call than anything else in the host.
 */
const worthRemembering = 10_000;

/** The JSON text of a result. */
export function written(result: unknown): string {
  const json = JSON.stringify(result) ?? 'null';
  if (json.length >= worthRemembering && typeof result === 'object' && result !== null)
    known.set(result, Buffer.byteLength(json));
  return json;
}

/** The number of bytes in the JSON text of a value. */
export function sizeOf(value: unknown): number {
  const size = typeof value === 'object' && value !== null ? known.get(value) : undefined;
  return size ?? Buffer.byteLength(JSON.stringify(value) ?? '');
}
