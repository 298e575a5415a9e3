import { element, setAttribute } from '@loggia/kit/view/element';
import { columnLetters, columnTitle } from '../src/table.ts';
import type { ColumnKind } from '../src/values.ts';
import { icon } from './icons.ts';
import { kindIcons, kindNames } from './kinds.ts';
import type { Sheet } from './sheet.ts';
import { clamp, type Span } from './windowing.ts';

/** Limits for the width of a column, in pixels. */
export const widths = { least: 48, most: 1200 } as const;

export interface HeadRowPorts {
  pressed(place: number, mode: 'alone' | 'adding'): void;
  menu(column: number, anchor: DOMRect): void;
  kindMenu(column: number, anchor: DOMRect): void;
  addColumn(): void;
  fit(column: number): void;
}

export interface HeadRow {
  readonly element: HTMLElement;
  draw(span: Span, leftOf: (column: number) => number, active: number | undefined): void;
}

/** The titles of the visible columns. Keys of the grid do the same as their buttons. */
export function createHeadRow(sheet: Sheet, ports: HeadRowPorts): HeadRow {
  const row = element(
    'div',
    { class: 'grid-head', role: 'row', 'aria-rowindex': 1 },
    // The header is row 1 of the file.
    element('div', { class: 'grid-corner', role: 'presentation', text: '1' }),
  );
  const add = element(
    'div',
    // A row owns nothing but cells, so the button has one of its own.
    { class: 'head-add', role: 'columnheader' },
    element(
      'button',
      { type: 'button', 'aria-label': 'Add a column', title: 'Add a column', on: { click: ports.addColumn } },
      icon('plus'),
    ),
  );
  row.append(add);
  const cells = new Map<number, HTMLElement>();
  const placeOf = (cell: HTMLElement): number => Number(cell.dataset['column']);
  const columnOf = (cell: HTMLElement): number => sheet.visible[placeOf(cell)] ?? 0;

  function newCell(): HTMLElement {
    const menu = element('span', { class: 'head-menu', 'aria-hidden': 'true' }, icon('down'));
    const edge = element('span', { class: 'head-edge', 'aria-hidden': 'true' });
    const title = element('span', { class: 'head-title' });
    // For the mouse: with the keyboard, the menu of the column has it.
    const kind = element('span', { class: 'head-kind' });
    const letter = element('span', { class: 'head-letter' });
    kind.addEventListener('click', (event) => {
      event.stopPropagation();
      ports.kindMenu(columnOf(cell), kind.getBoundingClientRect());
    });
    const order = element('span', { class: 'head-sort', 'aria-hidden': 'true' });
    const cell = element(
      'div',
      { class: 'grid-headcell', role: 'columnheader' },
      element('span', { class: 'head-line' }, title, order, menu),
      element('span', { class: 'head-line' }, kind, letter),
      edge,
    );
    menu.addEventListener('click', (event) => {
      event.stopPropagation();
      ports.menu(columnOf(cell), menu.getBoundingClientRect());
    });
    edge.addEventListener('pointerdown', (event) => startResizing(event, columnOf(cell), edge));
    edge.addEventListener('click', (event) => event.stopPropagation());
    edge.addEventListener('dblclick', () => ports.fit(columnOf(cell)));
    cell.addEventListener('click', (event) =>
      ports.pressed(placeOf(cell), event.shiftKey ? 'adding' : 'alone'),
    );
    return cell;
  }

  function startResizing(event: PointerEvent, column: number, edge: HTMLElement): void {
    event.preventDefault();
    const start = event.clientX;
    const before = sheet.widthOf(column);
    edge.setPointerCapture(event.pointerId);
    const resize = (moved: PointerEvent): void => {
      const width = clamp(before + moved.clientX - start, widths.least, widths.most);
      sheet.setColumn(column, { width });
    };
    edge.addEventListener('pointermove', resize);
    const stop = (): void => edge.removeEventListener('pointermove', resize);
    edge.addEventListener('lostpointercapture', stop, { once: true });
  }

  function drawCell(cell: HTMLElement, place: number, left: number, isActive: boolean): void {
    const column = sheet.visible[place] ?? 0;
    const { sort, filters } = sheet.look;
    const title = columnTitle(sheet.table.columns, column);
    const at = sort.findIndex((key) => key.column === column);
    const key = sort[at];
    const direction = key === undefined ? undefined : key.descending ? 'descending' : 'ascending';
    const arrow = direction === undefined ? '' : direction === 'descending' ? '↓' : '↑';
    const isFiltered = filters.some((filter) => filter.column === column && filter.text.trim() !== '');
    setText(cell.querySelector('.head-title'), title);
    setText(cell.querySelector('.head-letter'), columnLetters(column));
    setText(
      cell.querySelector('.head-sort'),
      arrow + (arrow !== '' && sort.length > 1 ? String(at + 1) : ''),
    );
    const kind = sheet.kindOf(column);
    const chosen = sheet.look.columns[column]?.kind !== undefined;
    cell.className = `grid-headcell ${kind}${isActive ? ' active' : ''}${isFiltered ? ' filtered' : ''}`;
    cell.style.left = `${left}px`;
    cell.style.width = `${sheet.widthOf(column)}px`;
    cell.dataset['column'] = String(place);
    drawKind(cell.querySelector<HTMLElement>('.head-kind'), kind, chosen);
    cell.title = title;
    setAttribute(cell, 'aria-colindex', place + 1);
    setAttribute(cell, 'aria-sort', direction);
  }

  return {
    element: row,
    draw(span, leftOf, active) {
      add.hidden = sheet.readOnly !== undefined;
      add.style.left = `${leftOf(sheet.visible.length) + 6}px`;
      for (const [place, cell] of cells) {
        if (place >= span.first && place < span.end) continue;
        cell.remove();
        cells.delete(place);
      }
      for (let place = span.first; place < span.end; place += 1) {
        let cell = cells.get(place);
        if (!cell) {
          cell = newCell();
          cells.set(place, cell);
          row.append(cell);
        }
        cell.id = `cell--1-${place}`;
        drawCell(cell, place, leftOf(place), place === active);
      }
    },
  };
}

function drawKind(target: HTMLElement | null, kind: ColumnKind, chosen: boolean): void {
  if (!target || target.dataset['kind'] === `${kind} ${chosen}`) return;
  target.dataset['kind'] = `${kind} ${chosen}`;
  target.title = chosen ? 'Chosen type' : 'Type of most cells';
  target.replaceChildren(icon(kindIcons[kind]), element('span', { text: kindNames[kind] }));
}

function setText(target: Element | null, text: string): void {
  if (target && target.textContent !== text) target.textContent = text;
}
