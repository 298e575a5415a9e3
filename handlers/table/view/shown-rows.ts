import type { Operation } from '../src/operations.ts';
import { countBelow } from '../src/sorted.ts';

/**
 * The visible rows after an edit, without filtering and sorting again, so that an edited row doesn't jump away.
 * Undefined where rows must be filtered and sorted again.
 */
export function shownAfter(shown: readonly number[], operation: Operation): readonly number[] | undefined {
  switch (operation.kind) {
    case 'setCells':
    case 'renameColumn':
      return shown;
    case 'removeRows':
      return withoutRows(shown, operation.at);
    case 'insertRows':
      return withRows(
        shown,
        operation.rows.map(([at]) => at),
      );
    default:
      return undefined;
  }
}

function withoutRows(shown: readonly number[], removed: readonly number[]): readonly number[] {
  const gone = new Set(removed);
  const sorted = [...gone].sort((a, b) => a - b);
  return shown.filter((row) => !gone.has(row)).map((row) => row - countBelow(sorted, row));
}

function withRows(shown: readonly number[], inserted: readonly number[]): readonly number[] {
  const added = new Set(inserted);
  const moved = placesAfter(shown, inserted);
  const result: number[] = [];
  /** A row that was added follows the one before it, wherever sorting put that. */
  const emitAddedFrom = (place: number): void => {
    for (let next = place; added.delete(next); next += 1) result.push(next);
  };
  emitAddedFrom(0);
  for (const row of shown) {
    const place = moved[row] ?? row;
    result.push(place);
    emitAddedFrom(place + 1);
  }
  return [...result, ...added];
}

/** The new position of each old row. */
function placesAfter(shown: readonly number[], inserted: readonly number[]): readonly number[] {
  let last = -1;
  for (const row of shown) if (row > last) last = row;
  const places: number[] = [];
  let place = 0;
  let next = 0;
  for (let row = 0; row <= last; row += 1) {
    for (; inserted[next] === place; next += 1) place += 1;
    places.push(place);
    place += 1;
  }
  return places;
}
