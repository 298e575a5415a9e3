import type { Hit } from '@loggia/protocol';

type Snippet = Hit['snippet'];

/** The pieces of a text with matches between U+0001 and U+0002. Unpaired ones are plain text. */
export function piecesOf(marked: string): Snippet {
  const pieces: Snippet = [];
  let isMatch = false;
  // oxlint-disable-next-line no-control-regex -- these are the marks
  for (const piece of marked.split(/([\u0001\u0002])/u)) {
    if (piece === '\u0001') isMatch = true;
    else if (piece === '\u0002') isMatch = false;
    else if (piece !== '') pieces.push(isMatch ? { text: piece, match: true } : { text: piece });
  }
  return pieces;
}
