const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

// Those that terminals draw two cells wide: emoji, and the blocks of East Asian scripts.
const wide =
  /^(?:\p{Emoji_Presentation}|\p{Extended_Pictographic}\ufe0f|[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}])/u;

/** How many cells of a terminal a line takes. A guess for rare scripts, which then stand out of line. */
export function widthOf(line: string): number {
  // Most lines are ASCII, and the general way is slow.
  if (/^[ -~]*$/.test(line)) return line.length;
  let width = 0;
  for (const { segment } of graphemes.segment(line)) width += wide.test(segment) ? 2 : 1;
  return width;
}

/** The line in at most so many cells, with an ellipsis where something is missing. */
export function fitted(line: string, cells: number): string {
  if (widthOf(line) <= cells) return line;
  let kept = '';
  let width = 0;
  for (const { segment } of graphemes.segment(line)) {
    const next = wide.test(segment) ? 2 : 1;
    if (width + next > cells - 1) break;
    kept += segment;
    width += next;
  }
  return `${kept}…`;
}

export function padded(line: string, cells: number): string {
  return line + ' '.repeat(Math.max(0, cells - widthOf(line)));
}

/** Breaks text at spaces; a word that is wider than a line keeps its own. */
export function wrapped(text: string, cells: number): readonly string[] {
  const lines: string[] = [];
  for (const paragraph of text.split('\n')) {
    let line = '';
    for (const word of paragraph.split(' ')) {
      if (line !== '' && widthOf(line) + 1 + widthOf(word) > cells) {
        lines.push(line);
        line = word;
      } else {
        line = line === '' ? word : `${line} ${word}`;
      }
    }
    lines.push(line);
  }
  return lines;
}
