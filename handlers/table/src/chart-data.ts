import { groupRows, reckon, summarizeColumn, type Reckoning } from './aggregate.ts';
import { bins } from './chart-scale.ts';
import type { Reading } from './order.ts';
import { columnTitle, type Table } from './table.ts';
import { isNumeric, measureOf } from './values.ts';

export const chartShapes = ['bar', 'stacked', 'line', 'area', 'pie', 'scatter', 'histogram'] as const;
export type ChartShape = (typeof chartShapes)[number];

export interface ChartChoice {
  readonly shape: ChartShape;
  /** The column with the names of the points; row numbers if absent. The horizontal axis of a scatter chart. */
  readonly label?: number | undefined;
  /** Without it, rows are counted. */
  readonly value?: number | undefined;
  /** A series for each of its texts. */
  readonly split?: number | undefined;
  readonly how: Reckoning;
}

export interface Series {
  readonly name: string;
  /** One for each category; undefined where there is nothing to show. */
  readonly values: readonly (number | undefined)[];
}

export interface ChartData {
  readonly categories: readonly string[];
  readonly series: readonly Series[];
  /** How many more there would be. */
  readonly left: number;
}

export interface ScatterData {
  readonly points: readonly { readonly x: number; readonly y: number; readonly name: string }[];
  readonly left: number;
}

const mostCategories: Readonly<Record<ChartShape, number>> = {
  bar: 40,
  stacked: 40,
  line: 400,
  area: 400,
  pie: 8,
  scatter: 2000,
  histogram: 40,
};
const mostSeries = 7;

/** The series of a chart over the rows that are shown, in their order. Rows of one label make one point. */
export function chartData(
  table: Table,
  rows: readonly number[],
  choice: ChartChoice,
  reading: Reading,
): ChartData {
  const { shape, label, value, how } = choice;
  if (shape === 'histogram') return histogramOf(table, rows, value, reading);
  const groups =
    label === undefined
      ? rows.map((row) => ({ key: String(row + 1), rows: [row] }))
      : groupRows(table, rows, label);
  const measure = (some: readonly number[]): number | undefined => {
    if (some.length === 0) return undefined;
    const found =
      value === undefined ? some.length : reckon(summarizeColumn(table, some, value, reading), how);
    return found !== undefined && Number.isFinite(found) ? found : undefined;
  };
  const measured = groups
    .map(({ key, rows: members }) => ({
      key: key === '' ? '(empty)' : key,
      members,
      value: measure(members),
    }))
    .filter((group) => group.value !== undefined);
  if (shape === 'pie') return pieOf(measured, seriesName(table, choice));
  const kept = measured.slice(0, mostCategories[shape]);
  const categories = kept.map(({ key }) => key);
  const left = measured.length - kept.length;
  if (choice.split === undefined) {
    const values = kept.map((group) => group.value);
    return { categories, series: [{ name: seriesName(table, choice), values }], left };
  }
  const column = choice.split;
  const names = groupRows(
    table,
    kept.flatMap(({ members }) => members),
    column,
  ).map(({ key }) => key);
  const own = names.slice(0, names.length > mostSeries ? mostSeries - 1 : mostSeries);
  const split = (wanted: (text: string) => boolean): Series['values'] =>
    kept.map(({ members }) =>
      measure(members.filter((row) => wanted(table.rows[row]?.[column]?.trim() ?? ''))),
    );
  const series = own.map((name) => ({
    name: name === '' ? '(empty)' : name,
    values: split((text) => text === name),
  }));
  const known = new Set(own);
  if (names.length > own.length) series.push({ name: 'Other', values: split((text) => !known.has(text)) });
  return { categories, series, left };
}

function seriesName({ columns }: Table, { value }: ChartChoice): string {
  return value === undefined ? 'Rows' : columnTitle(columns, value);
}

/** The largest parts, and the rest as one: slivers can't be told apart. */
function pieOf(
  groups: readonly { readonly key: string; readonly value: number | undefined }[],
  name: string,
): ChartData {
  const parts = groups
    .map(({ key, value = 0 }) => ({ key, value }))
    .filter(({ value }) => value > 0)
    .toSorted((a, b) => b.value - a.value);
  const most = mostCategories.pie;
  const shown = parts.length > most ? parts.slice(0, most - 1) : parts;
  const rest = parts.slice(shown.length).reduce((sum, { value }) => sum + value, 0);
  const all = rest > 0 ? [...shown, { key: 'Other', value: rest }] : shown;
  return {
    categories: all.map(({ key }) => key),
    series: [{ name, values: all.map(({ value }) => value) }],
    left: 0,
  };
}

function histogramOf(
  table: Table,
  rows: readonly number[],
  column: number | undefined,
  { kinds, decimal }: Reading,
): ChartData {
  if (column === undefined) return { categories: [], series: [], left: 0 };
  const kind = kinds[column] ?? 'text';
  const values = rows
    .map((row) => measureOf(table.rows[row]?.[column] ?? '', kind, decimal))
    .filter((value) => Number.isFinite(value));
  const { edges, counts } = bins(values);
  return {
    categories: counts.map((_, at) => `${edges[at]} – ${edges[at + 1]}`),
    series: [{ name: 'Rows', values: counts }],
    left: 0,
  };
}

/** One point for each row with a number in both columns. */
export function scatterData(
  table: Table,
  rows: readonly number[],
  { label, value }: ChartChoice,
  { kinds, decimal }: Reading,
): ScatterData {
  if (label === undefined || value === undefined) return { points: [], left: 0 };
  const measure = (row: number, column: number): number =>
    measureOf(table.rows[row]?.[column] ?? '', kinds[column] ?? 'text', decimal);
  const name = kinds.findIndex((kind) => kind === 'text');
  const points = rows
    .map((row) => ({ x: measure(row, label), y: measure(row, value), name: table.rows[row]?.[name] ?? '' }))
    .filter(({ x, y }) => Number.isFinite(x) && Number.isFinite(y));
  return {
    points: points.slice(0, mostCategories.scatter),
    left: Math.max(0, points.length - mostCategories.scatter),
  };
}

/** A first guess that shows something: the first column of text, and the first of numbers that do not just count. */
export function firstChart(table: Table, { kinds }: Reading): ChartChoice {
  const numbers = [...table.columns.keys()].filter((column) => isNumeric(kinds[column] ?? 'text'));
  const value = numbers.find((column) => !isCounter(table, column)) ?? numbers[0];
  const text = kinds.indexOf('text');
  const date = kinds.indexOf('date');
  const label = text === -1 ? date : text;
  return {
    shape: text === -1 && date !== -1 ? 'line' : 'bar',
    label: label === -1 ? undefined : label,
    value,
    how: value === undefined ? 'count' : 'sum',
  };
}

/** Whether a column only numbers its rows, so that its sum means nothing. */
export function isCounter({ rows }: Table, column: number): boolean {
  const sample = rows.slice(0, 50).map((row) => Number(row[column] ?? Number.NaN));
  return sample.length > 1 && sample.every((value, at) => at === 0 || value === (sample[at - 1] ?? 0) + 1);
}
