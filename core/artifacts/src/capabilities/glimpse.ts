/** The space on a card. */
export const glimpseLimits = { rows: 6, cells: 5, letters: 40 } as const;

/**
 * Rows for a card: one line each, with cells separated by tabs. The first line has the titles; it is empty if there are
 * none.
 */
export function writeGlimpse(rows: readonly (readonly string[])[], first: 'titled' | 'untitled'): string {
  const lines = rows
    .slice(0, glimpseLimits.rows + (first === 'titled' ? 1 : 0))
    .map((cells) => cells.slice(0, glimpseLimits.cells).map(cellText).join('\t'));
  if (lines.every((line) => line.trim() === '')) return '';
  return first === 'titled' ? lines.join('\n') : ['', ...lines].join('\n');
}

/** The same for a text from elsewhere: limited in size, and without control characters. */
export function boundedGlimpse(text: string): string | undefined {
  const [titles = '', ...rows] = text.slice(0, 20_000).split('\n');
  const cells = (line: string): string[] => line.split('\t');
  const written =
    titles === ''
      ? writeGlimpse(rows.map(cells), 'untitled')
      : writeGlimpse([titles, ...rows].map(cells), 'titled');
  return written === '' ? undefined : written;
}

function cellText(text: string): string {
  const plain = text
    .slice(0, 4 * glimpseLimits.letters)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .replaceAll(/\p{Surrogate}/gu, '\uFFFD');
  const letters = Array.from(plain);
  return letters.length <= glimpseLimits.letters
    ? plain
    : `${letters.slice(0, glimpseLimits.letters - 1).join('')}…`;
}
