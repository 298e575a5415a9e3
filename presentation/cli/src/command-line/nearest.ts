/** The word that `typed` was probably meant to be; undefined when none is close. */
export function nearest(typed: string, words: readonly string[]): string | undefined {
  const wanted = typed.toLowerCase();
  const most = Math.max(1, Math.floor(wanted.length / 3));
  let best: { readonly word: string; readonly edits: number } | undefined;
  for (const word of words) {
    const edits = editsBetween(wanted, word.toLowerCase());
    if (edits <= most && (best === undefined || edits < best.edits)) best = { word, edits };
  }
  return best?.word;
}

/** Optimal string alignment: letters added, dropped, changed, or swapped with their neighbour. */
function editsBetween(from: string, to: string): number {
  const rows: number[][] = [Array.from({ length: to.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= from.length; row += 1) {
    rows[row] = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const change = from[row - 1] === to[column - 1] ? 0 : 1;
      const swapped = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      rows[row]![column] = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + change,
        swapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
  }
  return at(from.length, to.length);
}
