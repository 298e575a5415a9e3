const escape = String.fromCodePoint(0x1b);
const bell = String.fromCodePoint(0x07);
const terminalSequence = new RegExp(
  `${escape}(?:\\[[0-?]*[ -/]*[@-~]|\\][^${bell}${escape}]*(?:${bell}|${escape}\\\\)?|[@-Z\\\\-_])`,
  'g',
);
const control = /[^\P{Cc}\n\t]/gu;
/** These characters reorder or hide text, so that a line can appear to say something else. */
const misleading =
  /[\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

/**
 * Makes foreign text safe to show in a terminal or a page: no escape sequences, no control characters, none that
 * mislead.
 */
export function plainText(text: string, limit: number): string {
  // Cut before the patterns run, to bound their cost; a color code may be longer than its text.
  const bounded = text.length > limit * 4 ? text.slice(0, limit * 4) : text;
  const plain = bounded.replace(terminalSequence, '').replace(control, '').replace(misleading, '').trimEnd();
  const cut = plain.length > limit;
  if (!cut && bounded.length === text.length) return plain;
  return `${plain.slice(0, limit)}… (cut)`;
}
