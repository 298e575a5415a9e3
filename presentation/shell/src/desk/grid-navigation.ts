/** How things lie before the eye: in rows of `columns`, of which so many fit on a page. */
export interface GridShape {
  readonly count: number;
  readonly columns: number;
  readonly rowsPerPage: number;
}

/** Where a key leads from here, in reading order; undefined for keys that lead nowhere. */
export function destination(key: string, index: number, shape: GridShape): number | undefined {
  const { count, columns, rowsPerPage } = shape;
  if (count === 0) return undefined;
  const last = count - 1;
  const page = columns * Math.max(1, rowsPerPage);
  switch (key) {
    case 'ArrowLeft':
      return columns === 1 ? undefined : Math.max(0, index - 1);
    case 'ArrowRight':
      return columns === 1 ? undefined : Math.min(last, index + 1);
    case 'ArrowUp':
      return index - columns < 0 ? index : index - columns;
    case 'ArrowDown':
      return down(index, columns, last);
    case 'PageUp':
      return index - page < 0 ? index % columns : index - page;
    case 'PageDown':
      return Math.min(last, index + page);
    case 'Home':
      return 0;
    case 'End':
      return last;
    default:
      return undefined;
  }
}

/** Under the last full row there may be nothing in this column, but still a row. */
function down(index: number, columns: number, last: number): number {
  if (index + columns <= last) return index + columns;
  const isLastRow = Math.floor(index / columns) === Math.floor(last / columns);
  return isLastRow ? index : last;
}

/** How many cards stand side by side, none narrower than `least`. */
export function columnsIn(width: number, least: number, gap: number): number {
  return Math.max(1, Math.floor((width + gap) / (least + gap)));
}
