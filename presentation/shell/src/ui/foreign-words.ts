/**
 * Invisible characters: direction overrides, tags, meaningless variation selectors. Joiners and marks that scripts need
 * are not among them, nor are line feeds and tabs.
 */
const unseen =
  /(?![\n\t\u200c-\u200f])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\u{fe00}-\u{fe0e}\u{e0100}-\u{e01ef}\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0]/gu;

/** Joiners and marks of direction in a row: no writing needs them, and they can spell something out to a machine. */
const spelled = /[\u200c-\u200f]{2,}/gu;

/**
 * Foreign text for review before the user agrees to it. Invisible characters are made visible; otherwise a text might
 * say more to a model than to a reader, or reverse what follows it.
 */
export function visibly(text: string): string {
  return text
    .replaceAll('\r\n', '\n')
    .replace(unseen, '\u{fffd}')
    .replace(spelled, (run) => '\u{fffd}'.repeat(run.length));
}

/** A name that somebody else chose, where it stands by itself: one line, with nothing in it that can't be seen. */
export function asName(name: string): string {
  return visibly(name).replace(/\s+/g, ' ').trim();
}

const longestLabel = 60;

/** The same within a sentence of ours, where it has to be short. */
export function asLabel(name: string): string {
  const line = asName(name);
  return line.length <= longestLabel ? line : `${line.slice(0, longestLabel).trimEnd()}…`;
}
