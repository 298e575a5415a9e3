import { chartShapes, type ChartChoice } from '../src/chart-data.ts';
import { reckonings } from '../src/aggregate.ts';
import { columnKinds, currencySigns } from '../src/values.ts';
import { plainLook, type Look } from './sheet.ts';

type Loose = Readonly<Record<string, unknown>>;

/** Reads the layout from the context, as far as it is valid: others may have written it. */
export function lookOf(layout: unknown): Look {
  const context = isObject(layout) ? layout : {};
  return {
    columns: listOf(context['columns']).map((column) => ({
      kind: columnKinds.find((kind) => kind === column['kind']),
      sign: currencySigns.find((sign) => sign === column['sign']),
      width: numberIn(column['width'], 40, 2000),
      hidden: column['hidden'] === true ? true : undefined,
    })),
    sort: listOf(context['sort']).flatMap(({ column, descending }) => {
      const at = placeIn(column);
      return at === undefined ? [] : [{ column: at, descending: descending === true }];
    }),
    filters: listOf(context['filters']).flatMap(({ column, text }) => {
      const at = placeIn(column);
      return at === undefined || typeof text !== 'string' ? [] : [{ column: at, text }];
    }),
    chart: chartOf(context['chart']),
  };
}

function chartOf(value: unknown): ChartChoice | undefined {
  if (!isObject(value)) return plainLook.chart;
  return {
    shape: chartShapes.find((shape) => shape === value['shape']) ?? 'bar',
    label: placeIn(value['label']),
    value: placeIn(value['value']),
    split: placeIn(value['split']),
    how: reckonings.find((how) => how === value['how']) ?? 'sum',
  };
}

function listOf(value: unknown): readonly Loose[] {
  return Array.isArray(value) ? value.slice(0, 1000).map((item) => (isObject(item) ? item : {})) : [];
}

function placeIn(value: unknown): number | undefined {
  const at = numberIn(value, 0, 999);
  return at !== undefined && Number.isInteger(at) ? at : undefined;
}

function numberIn(value: unknown, least: number, most: number): number | undefined {
  return typeof value === 'number' && value >= least && value <= most ? value : undefined;
}

function isObject(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
