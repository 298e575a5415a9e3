export type Piece = { readonly kind: 'words' | 'gap'; readonly text: string };

/** Three or more line feeds with nothing to see between them, or many spaces in a row. */
const gap = /\n(?:[^\S\n]*\n){3,}|[^\S\n]{40,}/gu;

/**
 * Words of somebody else in which nothing can hide behind empty space: a note stands in the place of many blank lines or
 * spaces.
 */
export function withGapsNamed(text: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const { 0: found, index } of text.matchAll(gap)) {
    if (index > at) pieces.push({ kind: 'words', text: text.slice(at, index) });
    pieces.push({ kind: 'gap', text: nameOf(found) });
    at = index + found.length;
  }
  if (at < text.length) pieces.push({ kind: 'words', text: text.slice(at) });
  return pieces;
}

function nameOf(found: string): string {
  const lines = found.split('\n').length - 2;
  return lines > 0
    ? `… ${lines.toLocaleString('en')} blank lines …`
    : `… ${found.length.toLocaleString('en')} spaces …`;
}
