export type ColumnKind = 'text' | 'number' | 'date';

type Row = readonly string[];

export interface Sorting {
  readonly column: number;
  readonly direction: 'ascending' | 'descending';
}

const number = /^[+-]?(\d{1,3}([ ,'_]\d{3})+|\d+)?(\.\d+)?(e[+-]?\d+)?\s*%?$/i;
const date = /^\d{4}-\d{2}-\d{2}([T ]\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?)?$/;

/** How many rows tell what a column holds. */
const sample = 1000;

export function numberIn(cell: string): number | undefined {
  const text = cell.trim();
  if (!/\d/.test(text) || !number.test(text)) return undefined;
  const value = Number(text.replace(/[ ,'_%]/g, ''));
  return Number.isFinite(value) ? value : undefined;
}

function isDate(cell: string): boolean {
  return date.test(cell.trim());
}

export function kindOf(rows: readonly Row[], column: number): ColumnKind {
  const cells = rows
    .slice(0, sample)
    .map((row) => row[column] ?? '')
    .filter((cell) => cell.trim() !== '');
  if (cells.length === 0) return 'text';
  if (cells.every((cell) => numberIn(cell) !== undefined)) return 'number';
  return cells.every(isDate) ? 'date' : 'text';
}

/** Whether the first row names the columns: words only, above something else or above nothing. */
export function looksLikeHeader(rows: readonly Row[]): boolean {
  const [first] = rows;
  if (!first) return false;
  const isWords = first.every((cell) => cell.trim() !== '' && numberIn(cell) === undefined && !isDate(cell));
  return isWords && new Set(first).size === first.length;
}

/** The name of a column without a title: A, B, … Z, AA. */
export function letterOf(column: number): string {
  const rest = Math.floor(column / 26);
  return (rest === 0 ? '' : letterOf(rest - 1)) + String.fromCodePoint(65 + (column % 26));
}

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** Which rows are seen, in which order. Empty cells come last whichever way it goes. */
export function arrange(
  rows: readonly Row[],
  filter: string,
  sorting: Sorting | undefined,
  kind: ColumnKind = 'text',
): readonly number[] {
  const wanted = filter.trim().toLowerCase();
  const seen: number[] = [];
  for (const [index, row] of rows.entries()) {
    if (wanted === '' || row.some((cell) => cell.toLowerCase().includes(wanted))) seen.push(index);
  }
  if (!sorting) return seen;
  const { column } = sorting;
  const sign = sorting.direction === 'ascending' ? 1 : -1;
  const keys = new Map(seen.map((index) => [index, keyOf(rows[index]?.[column] ?? '', kind)]));
  return seen.toSorted((a, b) => {
    const [left, right] = [keys.get(a), keys.get(b)];
    if (left === undefined || right === undefined) {
      return left === right ? a - b : left === undefined ? 1 : -1;
    }
    const order =
      typeof left === 'number' && typeof right === 'number'
        ? left - right
        : collator.compare(String(left), String(right));
    return order === 0 ? a - b : order * sign;
  });
}

function keyOf(cell: string, kind: ColumnKind): string | number | undefined {
  const text = cell.trim();
  if (text === '') return undefined;
  if (kind === 'number') return numberIn(text) ?? text;
  return text;
}
