/** Of what was written out for somebody already, and need not be written out again to be measured. */
const known = new WeakMap<object, number>();

/** The JSON text of a result. */
export function written(result: unknown): string {
  const json = JSON.stringify(result) ?? 'null';
  if (typeof result === 'object' && result !== null) known.set(result, Buffer.byteLength(json));
  return json;
}

/** How many bytes the JSON text of a value has. */
export function sizeOf(value: unknown): number {
  const size = typeof value === 'object' && value !== null ? known.get(value) : undefined;
  return size ?? Buffer.byteLength(JSON.stringify(value) ?? '');
}
