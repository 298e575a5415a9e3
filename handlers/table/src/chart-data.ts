import { groupRows, reckon, summariseColumn, type Reckoning } from './aggregate.ts';
import type { Reading } from './order.ts';
import type { Table } from './table.ts';

export interface ChartChoice {
  readonly shape: 'bar' | 'line';
  /** What the points are called; without it, by row number. */
  readonly label?: number | undefined;
  /** Without it, rows are counted. */
  readonly value?: number | undefined;
  readonly how: Reckoning;
}

export interface ChartPoint {
  readonly label: string;
  readonly value: number;
}

export interface ChartData {
  readonly points: readonly ChartPoint[];
  /** How many more there would be. */
  readonly left: number;
}

const mostBars = 40;
const mostLinePoints = 400;

/** The points of a chart over the rows that are shown, in their order. Rows of one label make one point. */
export function chartData(
  table: Table,
  rows: readonly number[],
  { shape, label, value, how }: ChartChoice,
  reading: Reading,
): ChartData {
  const groups =
    label === undefined
      ? rows.map((row) => ({ key: String(row + 1), rows: [row] }))
      : groupRows(table, rows, label);
  const most = shape === 'bar' ? mostBars : mostLinePoints;
  const points: ChartPoint[] = [];
  for (const group of groups.slice(0, most)) {
    const measure =
      value === undefined
        ? group.rows.length
        : reckon(summariseColumn(table, group.rows, value, reading), how);
    if (measure !== undefined && Number.isFinite(measure))
      points.push({ label: group.key === '' ? '(empty)' : group.key, value: measure });
  }
  return { points, left: Math.max(0, groups.length - most) };
}

/** Whether a column only numbers its rows, so that its sum means nothing. */
export function isCounter({ rows }: Table, column: number): boolean {
  const sample = rows.slice(0, 50).map((row) => Number(row[column] ?? Number.NaN));
  return sample.length > 1 && sample.every((value, at) => at === 0 || value === (sample[at - 1] ?? 0) + 1);
}

/** Round numbers that cover the values and zero: some four or five lines to read them by. */
export function scaleOf(values: readonly number[]): { min: number; max: number; ticks: number[] } {
  const low = Math.min(0, ...values);
  const high = Math.max(0, ...values);
  // Nothing to tell apart, or too far apart for numbers to express.
  if (high - low < 1e-290 || !Number.isFinite(high - low)) return { min: 0, max: 1, ticks: [0, 1] };
  const rough = (high - low) / 4;
  const magnitude = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 5, 10].find((factor) => factor * magnitude >= rough) ?? 10) * magnitude;
  const first = Math.floor(low / step);
  const last = Math.ceil(high / step);
  const ticks = Array.from({ length: last - first + 1 }, (_, at) =>
    Number(((first + at) * step).toPrecision(12)),
  );
  return { min: ticks[0] ?? 0, max: ticks.at(-1) ?? 1, ticks };
}
