const firstSurrogate = 0xd800;
const afterSurrogates = 0xe000;

/**
 * The order of keys in every store: by UTF-8 bytes, which is the order of code points. JavaScript compares UTF-16
 * units, which sorts everything beyond the first 65,536 characters too early.
 */
export function compareKeys(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let index = 0; index < shorter; index += 1) {
    const ofA = a.charCodeAt(index);
    const ofB = b.charCodeAt(index);
    if (ofA !== ofB) return rank(ofA) - rank(ofB);
  }
  return a.length - b.length;
}

/** Surrogates sort after all other units. */
function rank(unit: number): number {
  if (unit < firstSurrogate) return unit;
  return unit < afterSurrogates ? unit + 0x2000 : unit - 0x800;
}
