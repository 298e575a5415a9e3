import { isMet, type Result } from './result.ts';

const columns = ['name', 'ours', 'baseline', 'ratio', 'target', 'ok'];

export function asTable(results: readonly Result[]): string {
  const rows = [columns, ...results.map(cellsOf)];
  const widths = columns.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, column) => pad(cell, column, widths))
      .join('  ')
      .trimEnd(),
  );
  const meanings = results.map(({ name, means }) => `${name}: ${means}`);
  return [...lines, '', ...meanings].join('\n');
}

export function asJson(result: Result): string {
  const { name, ratio, target, bound, ours, baseline, unit, means } = result;
  return JSON.stringify({
    name,
    ratio: rounded(ratio),
    target,
    ok: isMet(result),
    bound,
    ours: rounded(ours),
    baseline: rounded(baseline),
    unit,
    means,
  });
}

function cellsOf(result: Result): string[] {
  const { name, ours, baseline, unit, ratio, bound, target } = result;
  return [
    name,
    `${readable(ours)} ${unit}`,
    `${readable(baseline)} ${unit}`,
    ratio.toFixed(2),
    `${bound} ${target}`,
    isMet(result) ? 'yes' : 'NO',
  ];
}

/** Names and verdicts are left-aligned, figures right-aligned. */
function pad(cell: string, column: number, widths: readonly number[]): string {
  const width = widths[column] ?? 0;
  return column === 0 || column === columns.length - 1 ? cell.padEnd(width) : cell.padStart(width);
}

function readable(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 100 ? 1 : 0 });
}

function rounded(value: number): number {
  return Math.round(value * 1000) / 1000;
}
