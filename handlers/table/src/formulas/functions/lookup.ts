import { isArea, type Area } from '../scope.ts';
import { asNumber, compareValues, Failure, failures, type Value } from '../value.ts';
import { many, single, type Functions } from './definition.ts';

const noRange = new Failure('#VALUE!', 'A range is needed here, such as A2:C9.');
const outside = new Failure('#REF!', 'The range has fewer rows or columns than that.');

function line(area: Area): { readonly length: number; at(index: number): Value } {
  const isRow = area.height === 1;
  return {
    length: isRow ? area.width : area.height,
    at: (index) => (isRow ? area.at(0, index) : area.at(index, 0)),
  };
}

/** The position of a value, or in a sorted list, of the last one that isn't larger. */
function position(wanted: Value, area: Area, how: 'exact' | 'ordered'): number {
  const cells = line(area);
  let best = -1;
  for (let index = 0; index < cells.length; index += 1) {
    const value = cells.at(index);
    if (value === null || value instanceof Failure) continue;
    const order = compareValues(value, wanted);
    if (order === 0 && typeof value === typeof wanted) return index;
    if (how === 'ordered' && order < 0) best = index;
  }
  return best;
}

function inside(area: Area, row: number, column: number): Value {
  const fits = row >= 0 && row < area.height && column >= 0 && column < area.width;
  return fits ? area.at(row, column) : outside;
}

export const lookupFunctions: Functions = {
  VLOOKUP: {
    least: 3,
    most: 4,
    run([wanted, area, column, ordered]) {
      const value = single(wanted);
      const place = asNumber(single(column));
      if (value instanceof Failure) return value;
      if (place instanceof Failure) return place;
      if (area === undefined || !isArea(area)) return noRange;
      // The default is an exact match: in an unsorted list, an ordered search would return nonsense.
      const row = position(value, area, single(ordered) === true ? 'ordered' : 'exact');
      return row === -1 ? failures.missing : inside(area, row, Math.trunc(place) - 1);
    },
  },
  XLOOKUP: {
    least: 3,
    most: 4,
    run([wanted, area, results, otherwise]) {
      const value = single(wanted);
      if (value instanceof Failure) return value;
      if (area === undefined || !isArea(area) || results === undefined || !isArea(results)) return noRange;
      const at = position(value, area, 'exact');
      if (at === -1) return otherwise === undefined ? failures.missing : single(otherwise);
      return results.height === 1 ? inside(results, 0, at) : inside(results, at, 0);
    },
  },
  MATCH: {
    least: 2,
    most: 3,
    run([wanted, area, how]) {
      const value = single(wanted);
      if (value instanceof Failure) return value;
      if (area === undefined || !isArea(area)) return noRange;
      const at = position(value, area, single(how) === 1 ? 'ordered' : 'exact');
      return at === -1 ? failures.missing : at + 1;
    },
  },
  INDEX: {
    least: 2,
    most: 3,
    run([area, row, column]) {
      const [down, across] = [asNumber(single(row)), asNumber(single(column ?? 1))];
      if (down instanceof Failure) return down;
      if (across instanceof Failure) return across;
      if (area === undefined || !isArea(area)) return noRange;
      const isRow = area.height === 1 && column === undefined;
      const [at, place] = isRow ? [0, Math.trunc(down) - 1] : [Math.trunc(down) - 1, Math.trunc(across) - 1];
      return inside(area, at, place);
    },
  },
  CHOOSE: {
    least: 2,
    most: many,
    choose([which, ...choices], evaluate) {
      const at = asNumber(single(evaluate(which)));
      if (at instanceof Failure) return at;
      const place = Math.trunc(at) - 1;
      return place >= 0 && place < choices.length
        ? evaluate(choices[place])
        : new Failure('#VALUE!', `There are only ${choices.length} choices.`);
    },
  },
  ROW: {
    least: 0,
    most: 1,
    run: ([area], { cell }) => (area !== undefined && isArea(area) ? area.block.top : cell.row) + 2,
  },
  COLUMN: {
    least: 0,
    most: 1,
    run: ([area], { cell }) => (area !== undefined && isArea(area) ? area.block.left : cell.column) + 1,
  },
  ROWS: { least: 1, most: 1, run: ([area]) => (area !== undefined && isArea(area) ? area.height : 1) },
  COLUMNS: { least: 1, most: 1, run: ([area]) => (area !== undefined && isArea(area) ? area.width : 1) },
};
