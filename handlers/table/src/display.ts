import {
  hasPercent,
  numberOf,
  tidy,
  type ColumnKind,
  type CurrencySign,
  type DecimalMark,
} from './values.ts';

export interface CellFormat {
  readonly kind: ColumnKind;
  readonly decimal: DecimalMark;
  readonly sign?: CurrencySign | undefined;
}

const plainNumber = /^([+-]?)(\d+)(?:[.,](\d+))?$/;

/**
 * Formats a cell for reading: thousands separated, amounts with their currency sign, shares in percent. Cells that the
 * file already formats stay as they are, and so do cells that don't fit the column's type.
 */
export function displayed(text: string, { kind, decimal, sign }: CellFormat): string {
  if (kind !== 'number' && kind !== 'currency' && kind !== 'percent') return text;
  const bare = text.trim();
  const parts = plainNumber.exec(bare);
  // A leading zero is part of a key.
  if (!parts || /^[+-]?0\d/.test(bare)) return text;
  const value = numberOf(bare, decimal);
  if (Number.isNaN(value)) return text;
  if (kind === 'percent') return hasPercent(bare) ? text : `${plainText(tidy(value * 100), decimal)}%`;
  const [, minus = '', whole = '', fraction] = parts;
  if (kind === 'number') return minus + grouped(whole, decimal) + (fraction ? decimal + fraction : '');
  const [euros = '', cents = ''] = Math.abs(value).toFixed(2).split('.');
  const amount = `${grouped(euros, decimal)}${decimal}${cents}`;
  const before = value < 0 ? '-' : '';
  if (sign === undefined) return before + amount;
  return decimal === ',' ? `${before}${amount} ${sign}` : `${before}${sign}${amount}`;
}

/** Four digits stay together: most of them are years. */
function grouped(whole: string, decimal: DecimalMark): string {
  if (whole.length < 5) return whole;
  return whole.replace(/\B(?=(\d{3})+$)/g, decimal === ',' ? '.' : ',');
}

/** A number as the files of this decimal mark have it. */
export function plainText(value: number, decimal: DecimalMark): string {
  const text = String(value);
  return decimal === ',' ? text.replace('.', ',') : text;
}
