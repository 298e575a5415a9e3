import { Calculation } from '../src/formulas/calculation.ts';
import { withMovedReferences } from '../src/formulas/shift.ts';
import { applyOperations, type Operation } from '../src/operations.ts';
import { filterRows, type ColumnFilter } from '../src/filter.ts';
import { sortRows, type Reading, type SortKey } from '../src/order.ts';
import type { ChartChoice } from '../src/chart-data.ts';
import { emptyTable, type Table } from '../src/table.ts';
import { inferKind, inferKinds, inferSign } from '../src/column-kind.ts';
import type { CellFormat } from '../src/display.ts';
import type { ColumnKind, CurrencySign, DecimalMark } from '../src/values.ts';
import { shownAfter } from './shown-rows.ts';

export interface ColumnLook {
  /** As somebody chose it; else the type of most cells. */
  readonly kind?: ColumnKind | undefined;
  readonly sign?: CurrencySign | undefined;
  readonly width?: number | undefined;
  readonly hidden?: boolean | undefined;
}

/** How the table is looked at. It is saved with the table where the type has a place for it. */
export interface Look {
  readonly columns: readonly ColumnLook[];
  readonly sort: readonly SortKey[];
  readonly filters: readonly ColumnFilter[];
  readonly chart?: ChartChoice | undefined;
}

export const plainLook: Look = { columns: [], sort: [], filters: [] };

export interface SheetPorts {
  /** Something is to be drawn again. */
  drawn(): void;
  /** Somebody edited the table. */
  edited(operations: readonly Operation[]): void;
}

const mostUndo = 200;
const plainWidth = 148;

/** An open table: its data, the visible part, and the undo history. */
export class Sheet {
  /** The stored table, with formulas. */
  table: Table = emptyTable;
  decimal: DecimalMark = '.';
  look: Look = plainLook;
  quick = '';
  /** Row numbers of the table, in the order they are shown. */
  shown: readonly number[] = [];
  /** Column numbers of the table, without the hidden ones. */
  visible: readonly number[] = [];
  /** Why nothing can be edited. */
  readOnly: string | undefined;
  #calculation: Calculation | undefined;
  #kinds: ColumnKind[] = [];
  #widths: readonly number[] = [];
  #undo: (readonly Operation[])[] = [];
  #redo: (readonly Operation[])[] = [];
  readonly #ports: SheetPorts;

  constructor(ports: SheetPorts) {
    this.#ports = ports;
  }

  /** The shown table, with the results of formulas. */
  get values(): Table {
    return this.#calculation?.values ?? this.table;
  }

  get reading(): Reading {
    return { kinds: this.#kinds, decimal: this.decimal };
  }

  get mayUndo(): boolean {
    return this.#undo.length > 0 && this.readOnly === undefined;
  }

  get mayRedo(): boolean {
    return this.#redo.length > 0 && this.readOnly === undefined;
  }

  kindOf(column: number): ColumnKind {
    return this.#kinds[column] ?? 'text';
  }

  /** The type of the column if nobody had chosen one. */
  inferredKindOf(column: number): ColumnKind {
    return inferKind(this.values, column, this.decimal);
  }

  /** Why a formula has no result. */
  failureAt(row: number, column: number): string | undefined {
    return this.#calculation?.failureAt(row, column)?.why;
  }

  /** How the cells of a column are read and shown. */
  formatOf(column: number): CellFormat {
    const kind = this.kindOf(column);
    if (kind !== 'currency') return { kind, decimal: this.decimal };
    const sign = this.look.columns[column]?.sign ?? inferSign(this.values, column);
    return { kind, decimal: this.decimal, sign };
  }

  widthOf(column: number): number {
    return this.look.columns[column]?.width ?? this.#widths[column] ?? plainWidth;
  }

  /** Another table altogether, or more of the same while it arrives. */
  load(table: Table, options: { readonly history: 'keep' | 'forget'; readonly part?: 'some' | 'all' }): void {
    this.table = table;
    // A table that is still arriving would be calculated again with each piece.
    this.#calculation = options.part === 'some' ? undefined : this.#calculated();
    if (options.history === 'forget') [this.#undo, this.#redo] = [[], []];
    this.#readKinds();
    this.refresh();
  }

  edit(operations: readonly Operation[]): void {
    if (this.readOnly !== undefined || operations.length === 0) return;
    const inverse = this.#apply(withMovedReferences(this.table, operations));
    this.#undo = [...this.#undo.slice(1 - mostUndo), inverse];
    this.#redo = [];
  }

  undo(): void {
    const operations = this.readOnly === undefined ? this.#undo.pop() : undefined;
    if (!operations) return;
    this.#redo.push(this.#apply(operations));
    // Nobody is in the middle of the row that comes back, so it goes where it belongs.
    this.refresh();
  }

  redo(): void {
    const operations = this.readOnly === undefined ? this.#redo.pop() : undefined;
    if (!operations) return;
    this.#undo.push(this.#apply(operations));
    this.refresh();
  }

  setLook(change: Partial<Look>): void {
    this.look = { ...this.look, ...change };
    if (change.columns) this.#readKinds();
    this.refresh();
  }

  setColumn(column: number, change: ColumnLook): void {
    const columns = this.table.columns.map((_, at) => this.look.columns[at] ?? {});
    columns[column] = { ...columns[column], ...change };
    if ('kind' in change || 'sign' in change || 'hidden' in change) this.setLook({ columns });
    else {
      this.look = { ...this.look, columns };
      this.#ports.drawn();
    }
  }

  setQuick(text: string): void {
    this.quick = text;
    this.refresh();
  }

  /** Filters and sorts again. */
  refresh(): void {
    const { values, look, reading } = this;
    const filtered = filterRows(values, look.filters, this.quick, reading);
    this.shown = sortRows(values, filtered, look.sort, reading);
    this.#showColumns();
    this.#ports.drawn();
  }

  #apply(operations: readonly Operation[]): readonly Operation[] {
    const before = this.table;
    const { table, inverse } = applyOperations(before, operations);
    this.table = table;
    const recalculated = this.#recalculate(operations);
    let shown: readonly number[] | undefined = this.shown;
    for (const operation of operations) {
      shown &&= shownAfter(shown, operation);
      this.#moveLook(operation);
    }
    const kinds = this.#kinds;
    if (table.columns !== before.columns) this.#readKinds();
    else this.#readKindsOf(new Set([...touchedColumns(operations), ...recalculated]));
    const { sort, filters } = this.look;
    // The order of before means nothing under another type.
    if ([...sort, ...filters].some(({ column }) => this.#kinds[column] !== kinds[column])) shown = undefined;
    if (shown) {
      this.shown = shown;
      this.#showColumns();
      this.#ports.drawn();
    } else this.refresh();
    this.#ports.edited(operations);
    return inverse;
  }

  #calculated(): Calculation {
    return new Calculation(this.table, { decimal: this.decimal, now: Date.now });
  }

  /** The columns whose results may be others now. */
  #recalculate(operations: readonly Operation[]): Set<number> {
    const cells = operations.flatMap((operation) => (operation.kind === 'setCells' ? operation.cells : []));
    if (this.#calculation && operations.every(({ kind }) => kind === 'setCells'))
      return this.#calculation.change(this.table, cells);
    this.#calculation = this.#calculated();
    return new Set(this.#calculation.formulaCount > 0 ? this.table.columns.keys() : []);
  }

  /** Moves the settings of a column along with it. */
  #moveLook(operation: Operation): void {
    if (operation.kind === 'replace') this.look = { ...plainLook, columns: this.look.columns };
    if (operation.kind !== 'insertColumn' && operation.kind !== 'removeColumn') return;
    const { at } = operation;
    const removed = operation.kind === 'removeColumn';
    const place = (column: number): number | undefined => {
      if (!removed) return column >= at ? column + 1 : column;
      if (column === at) return undefined;
      return column > at ? column - 1 : column;
    };
    const moved = <Item extends { readonly column: number }>(items: readonly Item[]): Item[] =>
      items.flatMap((item) => {
        const column = place(item.column);
        return column === undefined ? [] : [{ ...item, column }];
      });
    const { columns, sort, filters, chart } = this.look;
    this.look = {
      columns: removed ? columns.filter((_, column) => column !== at) : spliced(columns, at),
      sort: moved(sort),
      filters: moved(filters),
      chart: chart && {
        ...chart,
        label: chart.label === undefined ? undefined : place(chart.label),
        value: chart.value === undefined ? undefined : place(chart.value),
        split: chart.split === undefined ? undefined : place(chart.split),
      },
    };
  }

  #showColumns(): void {
    this.visible = this.table.columns.flatMap((_, at) => (this.look.columns[at]?.hidden ? [] : [at]));
  }

  #readKinds(): void {
    this.#readWidths();
    this.#kinds = inferKinds(this.values, this.decimal).map(
      (kind, at) => this.look.columns[at]?.kind ?? kind,
    );
  }

  /** As wide as the first rows want, within reason. Once is enough: columns must not jump while rows arrive. */
  #readWidths(): void {
    const { columns, rows } = this.values;
    if (this.#widths.length === columns.length && rows.length > 0 && this.#widths.length > 0) return;
    const sample = rows.slice(0, 60);
    this.#widths = columns.map((title, column) => {
      const longest = sample.reduce(
        (most, row) => Math.max(most, (row[column] ?? '').length),
        title.length + 5,
      );
      return Math.min(300, Math.max(84, Math.round(longest * 7.4) + 28));
    });
  }

  #readKindsOf(columns: ReadonlySet<number>): void {
    this.#kinds = this.#kinds.map((kind, at) => {
      if (!columns.has(at)) return kind;
      return this.look.columns[at]?.kind ?? inferKind(this.values, at, this.decimal);
    });
  }
}

function spliced(columns: readonly ColumnLook[], at: number): readonly ColumnLook[] {
  return at < columns.length ? columns.toSpliced(at, 0, {}) : columns;
}

function touchedColumns(operations: readonly Operation[]): Set<number> {
  const touched = new Set<number>();
  for (const operation of operations)
    if (operation.kind === 'setCells') for (const [, column] of operation.cells) touched.add(column);
  return touched;
}
