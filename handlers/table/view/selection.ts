import { clamp } from './windowing.ts';

/** Counted as shown: row 0 is the first that passed the filters, and −1 the header. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

export interface Selection {
  readonly active: Place;
  /** The corner that stays while the other one is moved. */
  readonly anchor: Place;
}

export interface Extent {
  readonly rows: number;
  readonly columns: number;
  /** Rows that fit into sight. */
  readonly page: number;
}

export interface Area {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
  readonly right: number;
}

export function selectionAt(place: Place): Selection {
  return { active: place, anchor: place };
}

export function areaOf({ active, anchor }: Selection): Area {
  return {
    top: Math.max(0, Math.min(active.row, anchor.row)),
    bottom: Math.max(active.row, anchor.row),
    left: Math.min(active.column, anchor.column),
    right: Math.max(active.column, anchor.column),
  };
}

export function isInside({ top, bottom, left, right }: Area, row: number, column: number): boolean {
  return row >= top && row <= bottom && column >= left && column <= right;
}

export interface Stroke {
  readonly key: string;
  readonly shift: boolean;
  /** Control, or Command on a Mac. */
  readonly control: boolean;
}

/** Where a key takes the selection; undefined for a key that moves nothing. */
export function moveSelection(selection: Selection, stroke: Stroke, extent: Extent): Selection | undefined {
  const { key, shift, control } = stroke;
  const { rows, columns } = extent;
  if (control && key.toLowerCase() === 'a')
    return {
      anchor: { row: 0, column: 0 },
      active: { row: Math.max(0, rows - 1), column: Math.max(0, columns - 1) },
    };
  const target = targetOf(selection.active, key, control, extent);
  if (target === undefined) return undefined;
  const active = {
    // With Shift, the selection can't reach the header: it isn't copied or cleared.
    row: clamp(target.row, shift && selection.anchor.row >= 0 ? 0 : -1, rows - 1),
    column: clamp(target.column, 0, Math.max(0, columns - 1)),
  };
  return shift && selection.anchor.row >= 0 ? { active, anchor: selection.anchor } : selectionAt(active);
}

function targetOf({ row, column }: Place, key: string, control: boolean, extent: Extent): Place | undefined {
  const { rows, columns, page } = extent;
  switch (key) {
    case 'ArrowUp':
      return { row: control ? 0 : row - 1, column };
    case 'ArrowDown':
      return { row: control ? rows - 1 : row + 1, column };
    case 'ArrowLeft':
      return { row, column: control ? 0 : column - 1 };
    case 'ArrowRight':
      return { row, column: control ? columns - 1 : column + 1 };
    case 'PageUp':
      return { row: Math.max(0, row - page), column };
    case 'PageDown':
      return { row: row + page, column };
    case 'Home':
      return { row: control ? 0 : row, column: 0 };
    case 'End':
      return { row: control ? rows - 1 : row, column: columns - 1 };
    default:
      return undefined;
  }
}

/** After rows or columns went: still inside. */
export function keepInside(
  selection: Selection,
  { rows, columns }: Pick<Extent, 'rows' | 'columns'>,
): Selection {
  const inside = ({ row, column }: Place): Place => ({
    row: row === -1 ? -1 : clamp(row, 0, Math.max(0, rows - 1)),
    column: clamp(column, 0, Math.max(0, columns - 1)),
  });
  return { active: inside(selection.active), anchor: inside(selection.anchor) };
}
