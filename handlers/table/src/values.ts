import type { Table } from './table.ts';

export const columnKinds = ['text', 'number', 'date', 'boolean'] as const;
export type ColumnKind = (typeof columnKinds)[number];

/** Files with semicolons usually come from where the comma is for decimals. */
export type DecimalMark = '.' | ',';

export function decimalMarkOf(delimiter: string): DecimalMark {
  return delimiter === ';' ? ',' : '.';
}

const withPoint = /^[+-]?(?:\d+|\d{1,3}(?:,\d{3})+)?(?:\.\d+)?(?:e[+-]?\d{1,3})?$/i;
const withComma = /^[+-]?(?:\d+|\d{1,3}(?:\.\d{3})+)?(?:,\d+)?(?:e[+-]?\d{1,3})?$/i;
const longestNumber = 40;

/** NaN where the text is no number. Currency signs and a percent sign are passed over. */
export function numberOf(text: string, decimal: DecimalMark = '.'): number {
  if (text.length > longestNumber) return Number.NaN;
  const bare = text
    .trim()
    .replace(/^([+-]?)\s*[€$£¥]\s*/u, '$1')
    .replace(/\s*[€$£¥%]$/u, '');
  if (!/\d/.test(bare)) return Number.NaN;
  if (decimal === ',') {
    if (withComma.test(bare)) return Number(bare.replaceAll('.', '').replace(',', '.'));
    return /^[+-]?\d+\.\d+$/.test(bare) ? Number(bare) : Number.NaN;
  }
  return withPoint.test(bare) ? Number(bare.replaceAll(',', '')) : Number.NaN;
}

const iso =
  /^(\d{4})-(\d{2})(?:-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?(Z|[+-]\d{2}:?\d{2})?)?)?$/;
const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/;
const slashed = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/;

/** Milliseconds in UTC; NaN where the text is no date that the calendar has. */
export function dateOf(text: string): number {
  const bare = text.trim();
  if (bare.length < 7 || bare.length > longestNumber) return Number.NaN;
  const parts = iso.exec(bare);
  if (parts) {
    const [, year, month, day = '1', hour = '0', minute = '0', second = '0', zone] = parts;
    const at = utc(Number(year), Number(month), Number(day));
    const clock = (Number(hour) * 60 + Number(minute)) * 60 + Number(second);
    return Number(hour) > 24 || Number(minute) > 59 || Number(second) > 60
      ? Number.NaN
      : at + (clock - zoneSeconds(zone)) * 1000;
  }
  const german = dotted.exec(bare);
  if (german) return utc(Number(german[3]), Number(german[2]), Number(german[1]));
  const other = slashed.exec(bare);
  if (!other) return Number.NaN;
  const [first, second] = [Number(other[1]), Number(other[2])];
  return first > 12 ? utc(Number(other[3]), second, first) : utc(Number(other[3]), first, second);
}

function utc(year: number, month: number, day: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const real = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return real ? date.getTime() : Number.NaN;
}

function zoneSeconds(zone: string | undefined): number {
  if (zone === undefined || zone === 'Z') return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return (zone.startsWith('-') ? -minutes : minutes) * 60;
}

const booleans: Readonly<Record<string, number>> = { true: 1, yes: 1, false: 0, no: 0 };

function booleanOf(text: string): number {
  return booleans[text.trim().toLowerCase()] ?? Number.NaN;
}

/** Upper and lower case and accents make no difference to who searches or sorts. */
export function folded(text: string): string {
  // Most cells are plain, and normalising costs more than looking.
  // oxlint-disable-next-line no-control-regex -- the range is that of ASCII
  if (/^[\x00-\x7F]*$/.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}+/gu, '')
    .toLowerCase();
}

/** The number to order and reckon by; NaN for text and for what does not fit its column. */
export function measureOf(text: string, kind: ColumnKind, decimal: DecimalMark): number {
  switch (kind) {
    case 'number':
      return numberOf(text, decimal);
    case 'date':
      return dateOf(text);
    case 'boolean':
      return booleanOf(text);
    default:
      return Number.NaN;
  }
}

const sampledRows = 500;

/** What all its values are, judged by a sample over the whole length; an empty column is text. */
export function inferKind({ rows }: Table, column: number, decimal: DecimalMark): ColumnKind {
  const step = Math.max(1, Math.floor(rows.length / sampledRows));
  const fits = { number: true, date: true, boolean: true };
  let seen = 0;
  for (let at = 0; at < rows.length; at += step) {
    const text = rows[at]?.[column] ?? '';
    if (text.trim() === '') continue;
    seen += 1;
    // A leading zero is a key such as a postal code: as a number it would lose what it is.
    if (fits.number && (/^0\d/.test(text.trim()) || Number.isNaN(numberOf(text, decimal))))
      fits.number = false;
    if (fits.date && Number.isNaN(dateOf(text))) fits.date = false;
    if (fits.boolean && Number.isNaN(booleanOf(text))) fits.boolean = false;
  }
  if (seen === 0) return 'text';
  if (fits.number) return 'number';
  if (fits.date) return 'date';
  return fits.boolean ? 'boolean' : 'text';
}

export function inferKinds(table: Table, decimal: DecimalMark): ColumnKind[] {
  return table.columns.map((_, column) => inferKind(table, column, decimal));
}
