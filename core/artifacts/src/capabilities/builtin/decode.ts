/** How many bytes are checked for signs of a binary file. */
const glance = 4096;

function encodingOf(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return 'utf-8';
}

/** The text in bytes that may have been cut anywhere; empty if they aren't text. */
export function decodeText(bytes: Uint8Array): string {
  const encoding = encodingOf(bytes);
  if (encoding === 'utf-8' && bytes.subarray(0, glance).includes(0)) return '';
  // As a stream: a character that was cut at the end is left out rather than replaced.
  return new TextDecoder(encoding).decode(bytes, { stream: true });
}
