/**
 * Text from servers, plugins and other people is shown on a terminal, which obeys control sequences: they can retitle
 * it, paste, hide or reorder text. So nothing but plain text reaches it.
 */

// Control characters of both sets, marks that turn the reading direction, separators that break lines, and characters
// without a width of their own that hide in names. Joiners stay: scripts and emoji need them.
const dangerous =
  /[\p{Cc}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/** Keeps lines and tabs; everything else that a terminal could obey becomes visible. */
export function printable(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(dangerous, (character) =>
      character === '\n' || character === '\t' ? character : shown(character),
    );
}

/** The same on one line, for names, table cells and sentences. */
export function printableLine(text: string): string {
  return printable(text)
    .replace(/\s*\n\s*/g, ' ')
    .replaceAll('\t', ' ')
    .trim();
}

/** JSON for programs that is as harmless on a terminal: what JSON leaves as it is gets escaped, too. */
export function printableJson(value: unknown, indent?: number): string {
  // `JSON.stringify(undefined)` isn't JSON.
  const text = JSON.stringify(value ?? null, undefined, indent);
  return text.replace(dangerous, (character) => (character === '\n' ? character : escaped(character)));
}

function shown(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20) return String.fromCodePoint(0x2400 + code);
  if (code === 0x7f) return '\u2421';
  return `\\u{${code.toString(16)}}`;
}

function escaped(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');
}
