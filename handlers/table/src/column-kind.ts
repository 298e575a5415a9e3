import type { Table } from './table.ts';
import {
  currencySigns,
  dateOf,
  hasPercent,
  measureOf,
  numberOf,
  signIn,
  type ColumnKind,
  type CurrencySign,
  type DecimalMark,
} from './values.ts';

const sampledRows = 500;

/**
 * The type of most of its cells, judged by a sample over the whole length. Cells of another type don't change it: they
 * are marked. A column without a majority, and an empty one, is text.
 */
export function inferKind({ rows }: Table, column: number, decimal: DecimalMark): ColumnKind {
  const step = Math.max(1, Math.floor(rows.length / sampledRows));
  const counts = { number: 0, percent: 0, currency: 0, date: 0, boolean: 0 };
  const keys = { lengths: new Set<number>(), leadingZero: false };
  let seen = 0;
  for (let at = 0; at < rows.length; at += step) {
    const text = (rows[at]?.[column] ?? '').trim();
    if (text === '') continue;
    seen += 1;
    if (/^\d+$/.test(text)) {
      keys.lengths.add(text.length);
      keys.leadingZero ||= text.length > 1 && text.startsWith('0');
    }
    if (!Number.isNaN(numberOf(text, decimal))) {
      counts.number += 1;
      if (hasPercent(text)) counts.percent += 1;
      else if (signIn(text) !== undefined) counts.currency += 1;
    } else if (!Number.isNaN(dateOf(text))) counts.date += 1;
    else if (!Number.isNaN(measureOf(text, 'boolean', decimal))) counts.boolean += 1;
  }
  // Digits of one length, some with a leading zero, are keys such as postal codes: numbers would lose the zero.
  const areKeys = keys.leadingZero && keys.lengths.size === 1;
  if (counts.number > seen / 2 && !areKeys) {
    if (counts.percent > counts.number / 2) return 'percent';
    return counts.currency > counts.number / 2 ? 'currency' : 'number';
  }
  if (counts.date > seen / 2) return 'date';
  return counts.boolean > seen / 2 ? 'boolean' : 'text';
}

export function inferKinds(table: Table, decimal: DecimalMark): ColumnKind[] {
  return table.columns.map((_, column) => inferKind(table, column, decimal));
}

/** The sign that most amounts of a column have. */
export function inferSign({ rows }: Table, column: number): CurrencySign | undefined {
  const counts = new Map<CurrencySign, number>();
  for (const row of rows.slice(0, sampledRows)) {
    const sign = signIn(row[column] ?? '');
    if (sign !== undefined) counts.set(sign, (counts.get(sign) ?? 0) + 1);
  }
  return currencySigns
    .filter((sign) => counts.has(sign))
    .toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))[0];
}

const wanted: Readonly<Record<Exclude<ColumnKind, 'text'>, string>> = {
  number: 'a number',
  currency: 'an amount',
  percent: 'a percentage',
  date: 'a date, such as 2026-01-31',
  boolean: 'yes or no',
};

/** Why a cell stands out in its column; undefined where it fits. */
export function oddReason(text: string, kind: ColumnKind, decimal: DecimalMark): string | undefined {
  if (kind === 'text' || text.trim() === '' || !Number.isNaN(measureOf(text, kind, decimal)))
    return undefined;
  return `This isn't ${wanted[kind]} like the rest of the column. It is sorted last and left out of sums.`;
}
