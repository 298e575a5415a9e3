import { day } from '../day.ts';
import { plainText } from '../display.ts';
import { dateOf, numberOf, tidy, type DecimalMark } from '../values.ts';

export type FailureCode =
  | '#REF!'
  | '#DIV/0!'
  | '#NAME?'
  | '#VALUE!'
  | '#NUM!'
  | '#N/A'
  | '#CYCLE!'
  | '#ERROR!'
  | '#LIMIT!';

/** An error as a value: it shows in the cell and propagates to every formula that reads the cell. */
export class Failure {
  readonly code: FailureCode;
  /** One sentence for the reader of the cell. */
  readonly why: string;

  constructor(code: FailureCode, why: string) {
    this.code = code;
    this.why = why;
  }
}

/** A day, or a day and a time, in UTC. */
export class Moment {
  readonly time: number;

  constructor(time: number) {
    this.time = time;
  }
}

/** `null` is an empty cell. */
export type Value = number | string | boolean | null | Moment | Failure;

/** As much as a cell may hold in other spreadsheets. */
export const longestText = 32_767;
export const dayLength = 86_400_000;

export const failures = {
  reference: new Failure('#REF!', 'The formula refers to a cell that was deleted.'),
  division: new Failure('#DIV/0!', "Numbers can't be divided by zero or by an empty cell."),
  cycle: new Failure('#CYCLE!', 'The formula depends on its own result. Remove one of the references.'),
  limit: new Failure('#LIMIT!', 'The formulas of this table read more cells than can be calculated here.'),
  tooLong: new Failure(
    '#VALUE!',
    `The text would be longer than ${longestText.toLocaleString('en')} characters.`,
  ),
  area: new Failure('#VALUE!', 'A single cell is needed here, not a range.'),
  missing: new Failure('#N/A', 'Nothing was found.'),
  number: new Failure('#NUM!', 'The result is not a number that can be shown.'),
};

function notNumber(text: string): Failure {
  const shown = text.length > 30 ? `${text.slice(0, 30)}…` : text;
  return new Failure('#VALUE!', `A number is needed, and “${shown}” isn't one.`);
}

/** The value of a cell as formulas see it. A number with a leading zero is an identifier, so it stays text. */
export function valueOfText(text: string, decimal: DecimalMark): Value {
  const bare = text.trim();
  if (bare === '') return null;
  const number = /^[+-]?0\d/.test(bare) ? Number.NaN : numberOf(bare, decimal);
  if (!Number.isNaN(number)) return bare.endsWith('%') ? tidy(number / 100) : number;
  const time = dateOf(bare);
  if (!Number.isNaN(time)) return new Moment(time);
  const lower = bare.toLowerCase();
  if (lower === 'true' || lower === 'false') return lower === 'true';
  return text;
}

/** How a result is written into its cell. */
export function textOfValue(value: Value, decimal: DecimalMark): string {
  if (value === null) return '';
  if (value instanceof Failure) return value.code;
  if (value instanceof Moment) return day(value.time);
  if (typeof value === 'number') return plainText(tidy(value), decimal);
  return typeof value === 'boolean' ? String(value).toUpperCase() : value;
}

export function asNumber(value: Value): number | Failure {
  if (typeof value === 'number') return value;
  if (value === null) return 0;
  if (typeof value === 'boolean') return Number(value);
  if (value instanceof Moment) return value.time / dayLength;
  if (value instanceof Failure) return value;
  const read = valueOfText(value, '.');
  return typeof read === 'number' ? read : notNumber(value);
}

export function asText(value: Value): string | Failure {
  return value instanceof Failure ? value : textOfValue(value, '.');
}

export function asBoolean(value: Value): boolean | Failure {
  if (typeof value === 'boolean') return value;
  if (typeof value === 'string') {
    const lower = value.trim().toLowerCase();
    if (lower === 'true' || lower === 'false') return lower === 'true';
    return new Failure('#VALUE!', 'TRUE or FALSE is needed here, and this is text.');
  }
  const number = asNumber(value);
  return number instanceof Failure ? number : number !== 0;
}

export function asTime(value: Value): number | Failure {
  if (value instanceof Moment) return value.time;
  if (value instanceof Failure) return value;
  const time = typeof value === 'string' ? dateOf(value) : Number.NaN;
  return Number.isNaN(time) ? new Failure('#VALUE!', 'A date is needed here, such as 2026-01-31.') : time;
}

/** Dates beyond what a calendar can show are errors rather than nonsense. */
export function momentOf(time: number): Moment | Failure {
  return Math.abs(time) <= 8.64e15 && !Number.isNaN(time) ? new Moment(time) : failures.number;
}

export function finite(value: number): number | Failure {
  return Number.isFinite(value) ? value : failures.number;
}

/** Numbers before texts before booleans, as other spreadsheets order them; upper and lower case are the same. */
export function compareValues(a: Value, b: Value): number {
  const [first, second] = [comparable(a, b), comparable(b, a)];
  if (typeof first !== typeof second) return rank(first) - rank(second);
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

function comparable(value: Value, other: Value): number | string | boolean {
  if (value === null) {
    if (typeof other === 'string') return '';
    return typeof other === 'boolean' ? false : 0;
  }
  if (value instanceof Moment) return value.time / dayLength;
  if (value instanceof Failure) return value.code;
  return typeof value === 'string' ? value.toLowerCase() : value;
}

function rank(value: number | string | boolean): number {
  return typeof value === 'number' ? 0 : typeof value === 'string' ? 1 : 2;
}
