/** A line of the source, and how far from the top it is shown. */
export interface Mark {
  readonly line: number;
  readonly top: number;
}

/** Where a line is shown, a fraction of it included. Marks go down in both; between two of them everything is even. */
export function topOf(marks: readonly Mark[], line: number): number {
  return between(marks, line, 'line', 'top');
}

/** The line that is shown there. */
export function lineOf(marks: readonly Mark[], top: number): number {
  return between(marks, top, 'top', 'line');
}

function between(marks: readonly Mark[], value: number, from: keyof Mark, to: keyof Mark): number {
  const after = marks.findIndex((mark) => mark[from] > value);
  const lower = marks.at(after < 0 ? -1 : Math.max(0, after - 1));
  const upper = marks[Math.max(after, 0)];
  if (!lower || !upper) return 0;
  if (after <= 0 || upper[from] === lower[from]) return lower[to];
  return lower[to] + ((value - lower[from]) / (upper[from] - lower[from])) * (upper[to] - lower[to]);
}
