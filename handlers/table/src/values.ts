export const columnKinds = ['text', 'number', 'currency', 'percent', 'date', 'boolean'] as const;
export type ColumnKind = (typeof columnKinds)[number];

export const currencySigns = ['$', '€', '£', '¥'] as const;
export type CurrencySign = (typeof currencySigns)[number];

export function isNumeric(kind: ColumnKind): boolean {
  return kind === 'number' || kind === 'currency' || kind === 'percent';
}

/** Files with semicolons usually come from where the comma is for decimals. */
export type DecimalMark = '.' | ',';

export function decimalMarkOf(delimiter: string): DecimalMark {
  return delimiter === ';' ? ',' : '.';
}

const withPoint = /^[+-]?(?:\d+|\d{1,3}(?:,\d{3})+)?(?:\.\d+)?(?:e[+-]?\d{1,3})?$/i;
const withComma = /^[+-]?(?:\d+|\d{1,3}(?:\.\d{3})+)?(?:,\d+)?(?:e[+-]?\d{1,3})?$/i;
const longestNumber = 40;

/** NaN where the text is not a number. Currency signs and a percent sign are ignored. */
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

/** Milliseconds in UTC; NaN where the text is not a valid calendar date. */
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
  // Most cells are plain, and normalizing costs more than looking.
  // oxlint-disable-next-line no-control-regex -- the range is that of ASCII
  if (/^[\x00-\x7F]*$/.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}+/gu, '')
    .toLowerCase();
}

/** The number to order and calculate by; NaN for text and for what does not fit its column. */
export function measureOf(text: string, kind: ColumnKind, decimal: DecimalMark): number {
  switch (kind) {
    case 'number':
    case 'currency':
      return numberOf(text, decimal);
    case 'percent':
      // A share without its sign, such as the result of a division: 0.25 is 25 %.
      return hasPercent(text) ? numberOf(text, decimal) : tidy(numberOf(text, decimal) * 100);
    case 'date':
      return dateOf(text);
    case 'boolean':
      return booleanOf(text);
    default:
      return Number.NaN;
  }
}

export function hasPercent(text: string): boolean {
  return text.trimEnd().endsWith('%');
}

export function signIn(text: string): CurrencySign | undefined {
  return currencySigns.find((sign) => text.includes(sign));
}

/** Rounds away floating-point noise: readers of a table expect 0.1 + 0.2 to be 0.3. */
export function tidy(value: number): number {
  return Number.isFinite(value) ? Number(value.toPrecision(12)) : value;
}
