const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** The bytes as text; undefined if they aren't UTF-8. */
export function textOf(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}

function isContinuation(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

/**
 * The position at which to cut, at `at` or shortly after it: where a character starts. In binary data, where the three
 * bytes before can't be taken for the start of one.
 */
export function cutFrom(bytes: Uint8Array, at: number): number {
  let place = at;
  while (place < at + 3 && isContinuation(bytes[place])) place++;
  return place;
}

/** The number of bytes from `at` on that belong to a character that starts before it. */
export function overhangAt(bytes: Uint8Array, at: number): number {
  for (let start = at - 1; start >= Math.max(0, at - 3); start--) {
    if (isContinuation(bytes[start])) continue;
    const end = start + lengthFrom(bytes[start] ?? 0);
    return end > at && end <= bytes.length && textOf(bytes.subarray(start, end)) !== undefined ? end - at : 0;
  }
  return 0;
}

/** The length of a character that starts with this byte. */
function lengthFrom(lead: number): number {
  if (lead >= 0xf0) return 4;
  if (lead >= 0xe0) return 3;
  return lead >= 0xc0 ? 2 : 1;
}
