import { areaOf, isInside, type Selection } from './selection.ts';

export interface PointerPorts {
  selection(): Selection;
  lastColumn(): number;
  select(next: Selection): void;
  edit(): void;
  columnMenu(place: number, anchor: DOMRect): void;
  rowMenu(anchor: DOMRect): void;
}

/** Without a column: the number of a row, which stands for all of it. */
interface Hit {
  readonly row: number;
  readonly column: number | undefined;
}

/** Mouse and finger. A mouse selects as it is dragged; a finger scrolls, and selects with a tap. */
export function usePointer(grid: HTMLElement, ports: PointerPorts): void {
  function selectAt({ row, column }: Hit, how: 'anew' | 'extend'): void {
    const active = { row, column: column ?? ports.lastColumn() };
    const before = ports.selection().anchor;
    const anchor =
      how === 'extend'
        ? { row: before.row, column: column === undefined ? 0 : before.column }
        : { row, column: column ?? 0 };
    ports.select({ active, anchor });
  }

  function follow(first: Hit): void {
    const drag = (moved: PointerEvent): void => {
      const hit = hitAt(document.elementFromPoint(moved.clientX, moved.clientY));
      if (!hit) return;
      const { active, anchor } = ports.selection();
      const column = first.column === undefined ? ports.lastColumn() : (hit.column ?? active.column);
      ports.select({ anchor, active: { row: hit.row, column } });
    };
    const stop = (): void => {
      document.removeEventListener('pointermove', drag);
      document.removeEventListener('pointerup', stop);
      document.removeEventListener('pointercancel', stop);
    };
    document.addEventListener('pointermove', drag);
    document.addEventListener('pointerup', stop);
    document.addEventListener('pointercancel', stop);
  }

  grid.addEventListener('pointerdown', (event) => {
    const hit = hitAt(event.target);
    if (!hit || event.pointerType !== 'mouse') return;
    const isSelected = isInside(areaOf(ports.selection()), hit.row, hit.column ?? 0);
    if (event.button === 2 && isSelected) return;
    event.preventDefault();
    grid.focus({ preventScroll: true });
    selectAt(hit, event.shiftKey ? 'extend' : 'anew');
    if (event.button === 0) follow(hit);
  });
  grid.addEventListener('click', (event) => {
    const hit = hitAt(event.target);
    if (!hit || !(event instanceof PointerEvent) || event.pointerType === 'mouse') return;
    const { active } = ports.selection();
    const isAgain = hit.row === active.row && hit.column === active.column;
    selectAt(hit, 'anew');
    grid.focus({ preventScroll: true });
    if (isAgain) ports.edit();
  });
  grid.addEventListener('dblclick', (event) => {
    if (hitAt(event.target)?.column !== undefined) ports.edit();
  });
  grid.addEventListener('contextmenu', (event) => {
    const point = new DOMRect(event.clientX, event.clientY, 0, 0);
    const title =
      event.target instanceof Element ? event.target.closest<HTMLElement>('.grid-headcell') : null;
    if (title) ports.columnMenu(Number(title.dataset['column']), point);
    else if (hitAt(event.target)) ports.rowMenu(point);
    else return;
    event.preventDefault();
  });
}

function hitAt(target: EventTarget | null): Hit | undefined {
  if (!(target instanceof Element)) return undefined;
  const row = target.closest<HTMLElement>('.grid-row');
  if (!row) return undefined;
  const cell = target.closest<HTMLElement>('.grid-cell');
  return { row: Number(row.dataset['row']), column: cell ? Number(cell.dataset['column']) : undefined };
}
