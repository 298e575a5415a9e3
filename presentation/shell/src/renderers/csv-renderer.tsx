import './renderers.css';
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp, Search } from 'lucide-react';
import { useDeferredValue, useMemo, useRef, useState, type ReactNode } from 'react';
import { useReadable } from '../host/use-channel.ts';
import { Empty } from '../ui/states.tsx';
import { parseCsv, type CsvTable } from './csv.ts';
import type { RendererProps } from './renderer.ts';
import { arrange, kindOf, letterOf, looksLikeHeader, type ColumnKind, type Sorting } from './table-rows.ts';
import { TextDocument, TwoSides } from './text-document.tsx';
import type { TextDraft } from './text-draft.ts';

/** The longest text that is parsed as a table. */
const longestTable = 60_000_000;

export function CsvRenderer(props: RendererProps) {
  return (
    <TextDocument {...props} longest={longestTable}>
      {(text) => (
        <TwoSides text={text} label="Table">
          {(sides) => <TableOf draft={text.draft} title={text.artifact.title} sides={sides} />}
        </TwoSides>
      )}
    </TextDocument>
  );
}

function TableOf({
  draft,
  title,
  sides,
}: {
  readonly draft: TextDraft;
  readonly title: string;
  readonly sides: ReactNode;
}) {
  const { text } = useReadable(draft);
  const table = useMemo(() => parseCsv(text), [text]);
  const guessed = useMemo(() => looksLikeHeader(table.rows), [table]);
  const [chosen, setChosen] = useState<boolean>();
  const [filter, setFilter] = useState('');
  const [sorting, setSorting] = useState<Sorting>();
  const hasHeader = chosen ?? guessed;
  const rows = useMemo(() => (hasHeader ? table.rows.slice(1) : table.rows), [table, hasHeader]);
  const kinds = useMemo(
    () => Array.from({ length: table.width }, (_, column) => kindOf(rows, column)),
    [rows, table.width],
  );
  const wanted = useDeferredValue(filter);
  const seen = useMemo(
    () => arrange(rows, wanted, sorting, kinds[sorting?.column ?? 0]),
    [rows, wanted, sorting, kinds],
  );
  const names = useMemo(
    () =>
      Array.from({ length: table.width }, (_, column) =>
        hasHeader ? (table.rows[0]?.[column] ?? letterOf(column)) : letterOf(column),
      ),
    [table, hasHeader],
  );
  return (
    <>
      <div className="renderer-bar">
        {sides}
        <label className="renderer-check">
          <input type="checkbox" checked={hasHeader} onChange={(event) => setChosen(event.target.checked)} />
          First row is a header
        </label>
        <span className="renderer-gap" />
        <span className="renderer-fact" role="status">
          {countText(seen.length, rows.length, table)}
        </span>
        <div className="renderer-find" role="search">
          <Search aria-hidden />
          <input
            className="renderer-find-field"
            type="search"
            aria-label="Show rows with"
            placeholder="Filter rows"
            maxLength={200}
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
          />
        </div>
      </div>
      {table.rows.length === 0 ? (
        <Empty icon={<Search />} title="There are no rows">
          The file is empty.
        </Empty>
      ) : (
        <Grid
          title={title}
          rows={rows}
          seen={seen}
          names={names}
          kinds={kinds}
          sorting={sorting}
          sort={setSorting}
        />
      )}
    </>
  );
}

function countText(seen: number, all: number, { isCut }: CsvTable): string {
  const total = `${all.toLocaleString()}${isCut ? '+' : ''} ${all === 1 ? 'row' : 'rows'}`;
  return seen === all ? total : `${seen.toLocaleString()} of ${total}`;
}

const rowHeight = 30;
const numberWidth = 64;

function Grid({
  title,
  rows,
  seen,
  names,
  kinds,
  sorting,
  sort,
}: {
  readonly title: string;
  readonly rows: CsvTable['rows'];
  readonly seen: readonly number[];
  readonly names: readonly string[];
  readonly kinds: readonly ColumnKind[];
  readonly sorting: Sorting | undefined;
  sort(next: Sorting | undefined): void;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const widths = useMemo(() => names.map((name, column) => widthOf(name, rows, column)), [names, rows]);
  // oxlint-disable-next-line react/incompatible-library -- nothing of it is handed on or kept
  const across = useVirtualizer({
    count: names.length,
    horizontal: true,
    getScrollElement: () => scroller.current,
    estimateSize: (column) => widths[column] ?? 120,
    overscan: 4,
    scrollPaddingStart: numberWidth,
  });
  const down = useVirtualizer({
    count: seen.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 20,
  });
  const columns = across.getVirtualItems();
  const width = numberWidth + across.getTotalSize();
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keyboard
    <div ref={scroller} className="renderer-grid scroll-area" tabIndex={0} aria-label={title} role="region">
      <div
        role="table"
        aria-label={title}
        aria-rowcount={seen.length + 1}
        aria-colcount={names.length + 1}
        style={{ minWidth: width }}
      >
        <div className="renderer-grid-head" role="row" aria-rowindex={1}>
          <span className="renderer-grid-number" role="columnheader" aria-colindex={1}>
            <span className="unseen">Row</span>
          </span>
          {columns.map(({ index, start, size }) => (
            <div
              key={index}
              className="renderer-grid-name"
              role="columnheader"
              aria-colindex={index + 2}
              aria-sort={sorting?.column === index ? sorting.direction : 'none'}
              data-kind={kinds[index]}
              style={{ transform: `translateX(${numberWidth + start}px)`, width: size }}
            >
              <button
                type="button"
                title={`Sort by ${names[index]}`}
                onClick={() => sort(nextSorting(sorting, index))}
              >
                <span>{names[index]}</span>
                {sorting?.column === index &&
                  (sorting.direction === 'ascending' ? <ArrowUp aria-hidden /> : <ArrowDown aria-hidden />)}
              </button>
            </div>
          ))}
        </div>
        <div role="rowgroup" style={{ height: down.getTotalSize(), position: 'relative' }}>
          {down.getVirtualItems().map((item) => {
            const index = seen[item.index] ?? 0;
            const row = rows[index] ?? [];
            return (
              <div
                key={item.index}
                className="renderer-grid-row"
                role="row"
                aria-rowindex={item.index + 2}
                style={{ transform: `translateY(${item.start}px)`, height: rowHeight }}
              >
                <span className="renderer-grid-number" role="rowheader" aria-colindex={1}>
                  {(index + 1).toLocaleString()}
                </span>
                {columns.map(({ index: column, start, size }) => (
                  <span
                    key={column}
                    className="renderer-grid-cell"
                    role="cell"
                    aria-colindex={column + 2}
                    data-kind={kinds[column]}
                    title={row[column]?.slice(0, 2000)}
                    style={{ transform: `translateX(${numberWidth + start}px)`, width: size }}
                  >
                    {row[column]?.slice(0, 500)}
                  </span>
                ))}
              </div>
            );
          })}
        </div>
      </div>
      {seen.length === 0 && <p className="renderer-nothing">No matching rows.</p>}
    </div>
  );
}

/** Up, down, and as the file has it. */
function nextSorting(sorting: Sorting | undefined, column: number): Sorting | undefined {
  if (sorting?.column !== column) return { column, direction: 'ascending' };
  return sorting.direction === 'ascending' ? { column, direction: 'descending' } : undefined;
}

/** From the first rows: measuring all of them would take longer than reading them. */
function widthOf(name: string, rows: CsvTable['rows'], column: number): number {
  const longest = rows
    .slice(0, 100)
    .reduce((most, row) => Math.max(most, row[column]?.length ?? 0), name.length + 2);
  return Math.round(Math.min(360, Math.max(72, longest * 7.6 + 26)));
}
