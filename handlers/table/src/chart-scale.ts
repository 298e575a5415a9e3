import { day } from './day.ts';
import type { ColumnKind, CurrencySign } from './values.ts';

export interface Scale {
  readonly min: number;
  readonly max: number;
  readonly ticks: readonly number[];
}

/** Round numbers that cover the values, and zero where it belongs to them: some four or five lines to read them by. */
export function scaleOf(values: readonly number[], from: 'zero' | 'values' = 'zero'): Scale {
  const zero = from === 'zero' ? [0] : [];
  const all = [...zero, ...values];
  const low = all.reduce((least, value) => Math.min(least, value), all[0] ?? 0);
  const high = all.reduce((most, value) => Math.max(most, value), all[0] ?? 0);
  if (from === 'values' && low === high) return scaleOf([low - 1, high + 1], 'values');
  // Nothing to tell apart, or too far apart for numbers to express.
  if (high - low < 1e-290 || !Number.isFinite(high - low)) return { min: 0, max: 1, ticks: [0, 1] };
  const step = roundStep((high - low) / 4);
  const first = Math.floor(low / step);
  const last = Math.ceil(high / step);
  const ticks = Array.from({ length: last - first + 1 }, (_, at) =>
    Number(((first + at) * step).toPrecision(12)),
  );
  return { min: ticks[0] ?? 0, max: ticks.at(-1) ?? 1, ticks };
}

function roundStep(rough: number): number {
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  return ([1, 2, 2.5, 5, 10].find((factor) => factor * magnitude >= rough) ?? 10) * magnitude;
}

/** Counts of values between round edges: about as many classes as the root of their number. */
export function bins(values: readonly number[]): {
  readonly edges: readonly number[];
  readonly counts: readonly number[];
} {
  if (values.length === 0) return { edges: [], counts: [] };
  const low = values.reduce((least, value) => Math.min(least, value));
  const high = values.reduce((most, value) => Math.max(most, value));
  if (!Number.isFinite(high - low)) return { edges: [], counts: [] };
  const wanted = Math.min(20, Math.max(1, Math.ceil(Math.sqrt(values.length))));
  const step = high - low < 1e-290 ? 1 : roundStep((high - low) / wanted);
  const first = Math.floor(low / step);
  const count = Math.max(1, Math.min(40, Math.floor(high / step) - first + 1));
  const counts = Array.from<number>({ length: count }).fill(0);
  for (const value of values) {
    const at = Math.min(count - 1, Math.max(0, Math.floor(value / step) - first));
    counts[at] = (counts[at] ?? 0) + 1;
  }
  const edges = Array.from({ length: count + 1 }, (_, at) => Number(((first + at) * step).toPrecision(12)));
  return { edges, counts };
}

export interface NumberLook {
  readonly kind: ColumnKind;
  readonly sign?: CurrencySign | undefined;
}

/** A number of a chart: separators, as many decimals as help, a sign where the column has one. */
export function chartNumber(
  value: number,
  { kind, sign }: NumberLook,
  length: 'short' | 'full' = 'full',
): string {
  if (kind === 'date') return day(value);
  const isShort = length === 'short' && Math.abs(value) >= 10_000;
  const text = new Intl.NumberFormat('en', {
    maximumFractionDigits: isShort ? 1 : Math.abs(value) < 10 ? 3 : Math.abs(value) < 1000 ? 2 : 0,
    ...(isShort && { notation: 'compact' as const }),
    ...(kind === 'currency' &&
      !isShort &&
      length === 'full' && { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
  }).format(value);
  if (kind === 'percent') return `${text}%`;
  if (kind !== 'currency' || sign === undefined) return text;
  return text.startsWith('-') ? `-${sign}${text.slice(1)}` : sign + text;
}
