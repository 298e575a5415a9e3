import { element, setAttribute } from '@loggia/kit/view/element';
import { columnTitle } from '../src/table.ts';
import { icon } from './icons.ts';
import type { Sheet } from './sheet.ts';
import { clamp, type Span } from './windowing.ts';

/** Of a column, in pixels. */
export const widths = { least: 48, most: 1200 } as const;

export interface HeadRowPorts {
  pressed(place: number, mode: 'alone' | 'adding'): void;
  menu(column: number, anchor: DOMRect): void;
  fit(column: number): void;
}

export interface HeadRow {
  readonly element: HTMLElement;
  draw(span: Span, leftOf: (column: number) => number, active: number | undefined): void;
}

/** The titles of the columns in sight. What their buttons do, the keys of the grid do, too. */
export function createHeadRow(sheet: Sheet, ports: HeadRowPorts): HeadRow {
  const row = element(
    'div',
    { class: 'grid-head', role: 'row', 'aria-rowindex': 1 },
    element('div', { class: 'grid-corner', role: 'presentation' }),
  );
  const cells = new Map<number, HTMLElement>();
  const placeOf = (cell: HTMLElement): number => Number(cell.dataset['column']);
  const columnOf = (cell: HTMLElement): number => sheet.visible[placeOf(cell)] ?? 0;

  function newCell(): HTMLElement {
    const menu = element('span', { class: 'head-menu', 'aria-hidden': 'true' }, icon('down'));
    const edge = element('span', { class: 'head-edge', 'aria-hidden': 'true' });
    const title = element('span', { class: 'head-title' });
    const order = element('span', { class: 'head-sort', 'aria-hidden': 'true' });
    const cell = element('div', { class: 'grid-headcell', role: 'columnheader' }, title, order, menu, edge);
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
    setText(
      cell.querySelector('.head-sort'),
      arrow + (arrow !== '' && sort.length > 1 ? String(at + 1) : ''),
    );
    const kind = sheet.kindOf(column);
    cell.className = `grid-headcell ${kind}${isActive ? ' active' : ''}${isFiltered ? ' filtered' : ''}`;
    cell.style.left = `${left}px`;
    cell.style.width = `${sheet.widthOf(column)}px`;
    cell.dataset['column'] = String(place);
    cell.title = `${title} · ${kind}`;
    setAttribute(cell, 'aria-colindex', place + 1);
    setAttribute(cell, 'aria-sort', direction);
  }

  return {
    element: row,
    draw(span, leftOf, active) {
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

function setText(target: Element | null, text: string): void {
  if (target && target.textContent !== text) target.textContent = text;
}
