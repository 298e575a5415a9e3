import { element, setAttribute } from '@loggia/kit/view/element';
import { oddReason } from '../src/column-kind.ts';
import { firstRow } from '../src/formulas/address.ts';
import { displayed, type CellFormat } from '../src/display.ts';
import { nextSort } from '../src/order.ts';
import { cellOf, columnTitle, type Row } from '../src/table.ts';
import { editCell } from './cell-editor.ts';
import { createFilterRow } from './filter-row.ts';
import { usePointer } from './grid-pointer.ts';
import { createHeadRow, widths } from './head-row.ts';
import {
  areaOf,
  isInside,
  keepInside,
  moveSelection,
  selectionAt,
  type Area,
  type Selection,
  type Stroke,
} from './selection.ts';
import type { Sheet } from './sheet.ts';
import { clamp, columnsInSight, offsetsOf, rowsInSight, scrollToShow, type Span } from './windowing.ts';

const rowHeight = 32;
const gutterWidth = 56;
const addWidth = 40;
const longestShown = 300;
const widestFit = 640;

export interface GridPorts {
  selected(): void;
  columnMenu(column: number, anchor: DOMRect): void;
  kindMenu(column: number, anchor: DOMRect): void;
  rowMenu(anchor: DOMRect): void;
  addColumn(): void;
  say(text: string): void;
}

export interface Grid {
  readonly element: HTMLElement;
  selection: Selection;
  readonly area: Area;
  /** The place of the active cell in the table; undefined where there is none, or a header. */
  readonly activeCell: { readonly row: number; readonly column: number } | undefined;
  readonly filtersShown: boolean;
  showFilters(shown: boolean): void;
  draw(): void;
  focus(): void;
  renameColumn(column: number): void;
  /** Where a menu about a column belongs. */
  headAnchor(column: number): DOMRect;
  /** Fits the width to the visible cells. */
  fitColumn(column: number): void;
}

interface DrawnRow {
  readonly element: HTMLElement;
  readonly gutter: HTMLElement;
  readonly cells: HTMLElement[];
}

const keyTowards = { down: 'ArrowDown', up: 'ArrowUp', right: 'ArrowRight', left: 'ArrowLeft' } as const;

/** The table as a virtualized grid: only visible cells exist. Focus stays on the grid, which names the active cell. */
export function createGrid(sheet: Sheet, ports: GridPorts): Grid {
  const body = element('div', { class: 'grid-body', role: 'rowgroup' });
  const head = createHeadRow(sheet, {
    pressed: (place, mode) => {
      select(selectionAt({ row: -1, column: place }));
      sortBy(sheet.visible[place] ?? 0, mode);
    },
    menu: (column, anchor) => ports.columnMenu(column, anchor),
    kindMenu: (column, anchor) => ports.kindMenu(column, anchor),
    addColumn: ports.addColumn,
    fit: fitColumn,
  });
  const filters = createFilterRow(sheet, () => grid.focus());
  const top = element('div', { class: 'grid-top', role: 'rowgroup' }, head.element, filters.element);
  const grid = element(
    'div',
    { class: 'grid', role: 'grid', tabindex: 0, 'aria-label': 'Table', 'aria-multiselectable': 'true' },
    top,
    body,
  );
  const rows: DrawnRow[] = [];
  let selection = selectionAt({ row: 0, column: 0 });
  let offsets: readonly number[] = [0];
  let scheduled = false;

  const leftOf = (place: number): number => (offsets[place] ?? 0) + gutterWidth;
  const page = (): number => Math.max(1, Math.floor((grid.clientHeight - top.offsetHeight) / rowHeight) - 1);

  function schedule(): void {
    if (scheduled) return;
    scheduled = true;
    requestAnimationFrame(() => {
      scheduled = false;
      draw();
    });
  }

  function draw(): void {
    const { shown, visible, values } = sheet;
    selection = keepInside(selection, { rows: shown.length, columns: visible.length });
    offsets = offsetsOf(visible.map((column) => sheet.widthOf(column)));
    body.style.height = `${shown.length * rowHeight}px`;
    body.style.width = `${leftOf(visible.length)}px`;
    // The button behind the last column belongs to the head alone.
    top.style.width = `${leftOf(visible.length) + addWidth}px`;
    setAttribute(grid, 'aria-rowcount', shown.length + 1);
    setAttribute(grid, 'aria-colcount', visible.length);
    setAttribute(grid, 'aria-readonly', sheet.readOnly === undefined ? 'false' : 'true');
    const columnSpan = columnsInSight(offsets, grid.scrollLeft, grid.clientWidth, 1);
    const rowSpan = rowsInSight({
      top: grid.scrollTop,
      height: grid.clientHeight,
      rowHeight,
      count: shown.length,
      beyond: 6,
    });
    const { active } = selection;
    head.draw(columnSpan, leftOf, active.row === -1 ? active.column : undefined);
    filters.draw(columnSpan, leftOf);
    const area = areaOf(selection);
    const formats = visible.slice(columnSpan.first, columnSpan.end).map((column) => sheet.formatOf(column));
    for (let at = rowSpan.first; at < rowSpan.end; at += 1) {
      const drawn = rows[at - rowSpan.first] ?? newRow();
      drawRow(drawn, at);
      drawCells(drawn, at, columnSpan, area, values.rows[shown[at] ?? -1] ?? [], formats);
    }
    for (const spare of rows.splice(rowSpan.end - rowSpan.first)) spare.element.remove();
    const isInSight =
      isWithin(columnSpan, active.column) && (active.row === -1 || isWithin(rowSpan, active.row));
    setAttribute(grid, 'aria-activedescendant', isInSight ? cellId(active.row, active.column) : undefined);
  }

  function newRow(): DrawnRow {
    const gutter = element('div', { class: 'grid-gutter', role: 'rowheader' });
    const drawn = { element: element('div', { class: 'grid-row', role: 'row' }, gutter), gutter, cells: [] };
    rows.push(drawn);
    body.append(drawn.element);
    return drawn;
  }

  function drawRow({ element: line, gutter }: DrawnRow, at: number): void {
    line.style.transform = `translateY(${at * rowHeight}px)`;
    line.dataset['row'] = String(at);
    setAttribute(line, 'aria-rowindex', at + 2);
    gutter.textContent = String((sheet.shown[at] ?? 0) + firstRow);
    gutter.classList.toggle('chosen', isChosen(at));
  }

  function isChosen(row: number): boolean {
    const { top: first, bottom } = areaOf(selection);
    return selection.active.row >= 0 && row >= first && row <= bottom;
  }

  function drawCells(
    drawn: DrawnRow,
    at: number,
    span: Span,
    area: Area,
    row: Row,
    formats: readonly CellFormat[],
  ): void {
    for (let place = span.first; place < span.end; place += 1) {
      let cell = drawn.cells[place - span.first];
      if (!cell) {
        cell = element('div', { class: 'grid-cell', role: 'gridcell' });
        drawn.cells.push(cell);
        drawn.element.append(cell);
      }
      const column = sheet.visible[place] ?? 0;
      const text = row[column] ?? '';
      const format = formats[place - span.first] ?? { kind: 'text', decimal: sheet.decimal };
      const shown = text.length > longestShown ? `${text.slice(0, longestShown)}…` : displayed(text, format);
      const odd =
        sheet.failureAt(sheet.shown[at] ?? -1, column) ?? oddReason(text, format.kind, format.decimal);
      if (cell.textContent !== shown) cell.textContent = shown;
      const isActive = at === selection.active.row && place === selection.active.column;
      const isSelected = selection.active.row >= 0 && isInside(area, at, place);
      cell.className = `grid-cell ${format.kind}${odd === undefined ? '' : ' odd'}${isSelected ? ' chosen' : ''}${isActive ? ' active' : ''}`;
      cell.style.left = `${leftOf(place)}px`;
      cell.style.width = `${sheet.widthOf(column)}px`;
      cell.dataset['column'] = String(place);
      cell.id = cellId(at, place);
      setAttribute(cell, 'aria-colindex', place + 1);
      setAttribute(cell, 'aria-selected', isSelected ? 'true' : undefined);
      setAttribute(cell, 'title', odd);
      setAttribute(cell, 'aria-description', odd);
      setAttribute(cell, 'aria-invalid', odd === undefined ? undefined : 'true');
    }
    for (const spare of drawn.cells.splice(span.end - span.first)) spare.remove();
  }

  function sortBy(column: number, mode: 'alone' | 'adding'): void {
    sheet.setLook({ sort: nextSort(sheet.look.sort, column, mode) });
    const key = sheet.look.sort.find((candidate) => candidate.column === column);
    const title = columnTitle(sheet.table.columns, column);
    if (key) ports.say(`Sorted by ${title}, ${key.descending ? 'descending' : 'ascending'}.`);
    else ports.say(`Not sorted by ${title}.`);
  }

  function fitColumn(column: number): void {
    const measure = document.createElement('canvas').getContext('2d');
    if (!measure) return;
    measure.font = getComputedStyle(grid).font;
    let width = measure.measureText(columnTitle(sheet.table.columns, column)).width + 40;
    for (const row of sheet.shown.slice(0, 500)) {
      const text = displayed(
        cellOf(sheet.values, row, column).slice(0, longestShown),
        sheet.formatOf(column),
      );
      width = Math.max(width, measure.measureText(text).width);
    }
    sheet.setColumn(column, { width: clamp(Math.ceil(width) + 26, widths.least, widestFit) });
  }

  function select(next: Selection): void {
    selection = next;
    reveal();
    schedule();
    ports.selected();
  }

  function reveal(): void {
    const { row, column } = selection.active;
    offsets = offsetsOf(sheet.visible.map((source) => sheet.widthOf(source)));
    if (row >= 0) {
      const view = { start: grid.scrollTop, size: grid.clientHeight - top.offsetHeight };
      grid.scrollTop = scrollToShow({ start: row * rowHeight, size: rowHeight }, view);
    }
    const start = offsets[column] ?? 0;
    const size = (offsets[column + 1] ?? start) - start;
    const view = { start: grid.scrollLeft, size: grid.clientWidth - gutterWidth };
    grid.scrollLeft = scrollToShow({ start, size }, view);
  }

  /** A typed text replaces the cell; otherwise its content is edited. */
  function startEditing(typed?: string): void {
    const { row, column: place } = selection.active;
    const column = sheet.visible[place];
    const target = sheet.shown[row];
    if (sheet.readOnly !== undefined) ports.say(sheet.readOnly);
    else if (row === -1 && column !== undefined) renameColumn(column);
    if (sheet.readOnly !== undefined || target === undefined || column === undefined) return;
    const before = cellOf(sheet.table, target, column);
    editCell({
      value: typed ?? before,
      begin: typed === undefined ? 'end' : 'typed',
      label: `${columnTitle(sheet.table.columns, column)}, row ${target + firstRow}`,
      place: { left: leftOf(place), top: row * rowHeight, width: sheet.widthOf(column), height: rowHeight },
      parent: body,
      keep: (value) => {
        if (value !== before) sheet.edit([{ kind: 'setCells', cells: [[target, column, value]] }]);
      },
      left: (towards) => {
        grid.focus({ preventScroll: true });
        if (towards !== 'nowhere') move({ key: keyTowards[towards], shift: false, control: false });
      },
    });
  }

  function renameColumn(column: number): void {
    const place = sheet.visible.indexOf(column);
    if (place === -1 || sheet.readOnly !== undefined) return;
    const before = sheet.table.columns[column] ?? '';
    select(selectionAt({ row: -1, column: place }));
    draw();
    editCell({
      value: before,
      begin: 'all',
      label: 'Title of the column',
      place: { left: leftOf(place), top: 2, width: sheet.widthOf(column), height: rowHeight - 4 },
      parent: head.element,
      keep: (title) => sheet.edit([{ kind: 'renameColumn', at: column, title }]),
      left: () => grid.focus({ preventScroll: true }),
    });
  }

  function move(stroke: Stroke): boolean {
    const extent = { rows: sheet.shown.length, columns: sheet.visible.length, page: page() };
    const next = moveSelection(selection, stroke, extent);
    if (next) select(next);
    return next !== undefined;
  }

  /** Whether the key meant something here. */
  function onKey({ key, shiftKey: shift, altKey: alt, ctrlKey, metaKey }: KeyboardEvent): boolean {
    const control = ctrlKey || metaKey;
    const { row, column: place } = selection.active;
    const column = sheet.visible[place];
    if (alt && shift && (key === 'ArrowLeft' || key === 'ArrowRight') && column !== undefined) {
      const width = sheet.widthOf(column) + (key === 'ArrowRight' ? 16 : -16);
      sheet.setColumn(column, { width: clamp(width, widths.least, widths.most) });
    } else if ((alt && key === 'ArrowDown') || key === 'ContextMenu' || (shift && key === 'F10')) openMenu();
    else if (key === 'Tab') {
      // At the end of a row, Tab leaves the grid, so that the keyboard isn't trapped.
      const next = place + (shift ? -1 : 1);
      if (next < 0 || next >= sheet.visible.length) return false;
      select(selectionAt({ row, column: next }));
    } else if (move({ key, shift, control })) return true;
    else if (key === 'Enter' && row === -1 && column !== undefined)
      sortBy(column, shift ? 'adding' : 'alone');
    else if (key === 'Enter' || key === 'F2') startEditing();
    else if (key === 'Escape') select(selectionAt(selection.active));
    else if (Array.from(key).length === 1 && !control && !alt && row >= 0) startEditing(key);
    else return false;
    return true;
  }

  function openMenu(): void {
    const { row, column: place } = selection.active;
    const column = sheet.visible[place];
    const anchor = document.getElementById(cellId(row, place))?.getBoundingClientRect();
    if (!anchor || column === undefined) return;
    if (row === -1) ports.columnMenu(column, anchor);
    else ports.rowMenu(anchor);
  }

  grid.addEventListener('keydown', (event) => {
    if (event.target !== grid || !onKey(event)) return;
    event.preventDefault();
    event.stopPropagation();
  });
  grid.addEventListener('scroll', schedule, { passive: true });
  new ResizeObserver(schedule).observe(grid);
  usePointer(grid, {
    selection: () => selection,
    lastColumn: () => Math.max(0, sheet.visible.length - 1),
    select,
    edit: () => startEditing(),
    columnMenu: (place, anchor) => ports.columnMenu(sheet.visible[place] ?? 0, anchor),
    rowMenu: ports.rowMenu,
  });

  return {
    element: grid,
    get selection() {
      return selection;
    },
    set selection(next) {
      select(next);
    },
    get area() {
      return areaOf(selection);
    },
    get activeCell() {
      const row = sheet.shown[selection.active.row];
      const column = sheet.visible[selection.active.column];
      return row === undefined || column === undefined ? undefined : { row, column };
    },
    get filtersShown() {
      return !filters.element.hidden;
    },
    showFilters(shown) {
      filters.element.hidden = !shown;
      draw();
      if (shown) filters.focus(sheet.visible[selection.active.column] ?? 0);
      else grid.focus({ preventScroll: true });
    },
    draw: schedule,
    focus: () => grid.focus({ preventScroll: true }),
    renameColumn,
    headAnchor(column) {
      const cell = document.getElementById(cellId(-1, sheet.visible.indexOf(column)));
      return (cell ?? grid).getBoundingClientRect();
    },
    fitColumn,
  };
}

function isWithin({ first, end }: Span, at: number): boolean {
  return at >= first && at < end;
}

function cellId(row: number, column: number): string {
  return `cell-${row}-${column}`;
}
