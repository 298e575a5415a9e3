import { printableLine } from './printable.ts';
import type { Style } from './style.ts';
import { fitted, padded, widthOf } from './width.ts';

export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => string;
  /** Colors the cell; it gets the text as it will be printed. */
  readonly paint?: (row: Row, text: string, style: Style) => string;
  /** Never cut, because the user has to type it. */
  readonly whole?: true;
}

/** A narrower column shows nothing useful. */
const narrowest = 8;
const gap = '  ';

/**
 * A table no wider than `cells`. Columns are cut where there is little room; where there is hardly any, each row becomes
 * a paragraph. Cells may come from strangers: they are made printable here.
 */
export function table<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  { cells, style }: { readonly cells: number; readonly style: Style },
): readonly string[] {
  const texts = rows.map((row) => columns.map(({ cell }) => printableLine(cell(row)) || '–'));
  const natural = columns.map(({ title }, index) =>
    Math.max(widthOf(title), ...texts.map((row) => widthOf(row[index] ?? ''))),
  );
  const widths = shrunk(natural, columns, cells);
  if (widths === undefined) return paragraphs(rows, texts, columns, style);

  const line = (entries: readonly string[], paint: (text: string, index: number) => string): string =>
    entries
      .map((entry, index) => {
        const cut = fitted(entry, widths[index] ?? 0);
        const pad = ' '.repeat(Math.max(0, (widths[index] ?? 0) - widthOf(cut)));
        return paint(cut, index) + (index === entries.length - 1 ? '' : pad);
      })
      .join(gap)
      .trimEnd();
  return [
    line(
      columns.map(({ title }) => title.toUpperCase()),
      (text) => style.faint(text),
    ),
    ...rows.map((row, at) =>
      line(texts[at] ?? [], (text, index) => columns[index]?.paint?.(row, text, style) ?? text),
    ),
  ];
}

/** Takes from the widest column that may be cut until all fit; undefined when they cannot. */
function shrunk<Row>(
  natural: readonly number[],
  columns: readonly Column<Row>[],
  cells: number,
): readonly number[] | undefined {
  const widths = [...natural];
  const total = () => widths.reduce((sum, width) => sum + width, 0) + gap.length * (widths.length - 1);
  while (total() > cells) {
    let widest = -1;
    for (const [index, width] of widths.entries()) {
      if (columns[index]?.whole || width <= narrowest) continue;
      if (widest < 0 || width > (widths[widest] ?? 0)) widest = index;
    }
    if (widest < 0) return undefined;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

function paragraphs<Row>(
  rows: readonly Row[],
  texts: readonly (readonly string[])[],
  columns: readonly Column<Row>[],
  style: Style,
): readonly string[] {
  const titles = Math.max(...columns.map(({ title }) => widthOf(title)));
  return rows.flatMap((row, at) => [
    ...(at === 0 ? [] : ['']),
    ...columns.map(({ title, paint }, index) => {
      const text = texts[at]?.[index] ?? '';
      return `${style.faint(padded(title.toUpperCase(), titles))} ${paint?.(row, text, style) ?? text}`;
    }),
  ]);
}
