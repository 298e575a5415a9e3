import { element, svg } from '@loggia/kit/view/element';
import { chartData, isCounter, scaleOf, type ChartChoice, type ChartPoint } from '../src/chart-data.ts';
import { reckonings, type Reckoning } from '../src/aggregate.ts';
import { columnTitle } from '../src/table.ts';
import { icon } from './icons.ts';
import type { Sheet } from './sheet.ts';

const names: Readonly<Record<Reckoning, string>> = {
  sum: 'Sum',
  average: 'Average',
  min: 'Smallest',
  max: 'Largest',
  count: 'Count',
};

export interface ChartPanel {
  readonly element: HTMLElement;
  draw(): void;
}

/** A first guess that shows something: the first column of text, and the first of numbers that do not just count. */
export function firstChart(sheet: Sheet): ChartChoice {
  const numbers = [...sheet.table.columns.keys()].filter((column) => sheet.kindOf(column) === 'number');
  const value = numbers.find((column) => !isCounter(sheet.table, column)) ?? numbers[0] ?? -1;
  const text = sheet.table.columns.findIndex((_, column) => sheet.kindOf(column) === 'text');
  const date = sheet.table.columns.findIndex((_, column) => sheet.kindOf(column) === 'date');
  const label = text === -1 ? date : text;
  return {
    shape: text === -1 && date !== -1 ? 'line' : 'bar',
    label: label === -1 ? undefined : label,
    value: value === -1 ? undefined : value,
    how: value === -1 ? 'count' : 'sum',
  };
}

export function createChartPanel(sheet: Sheet, close: () => void): ChartPanel {
  const drawing = element('div', { class: 'chart-drawing' });
  const controls = element('div', { class: 'chart-controls' });
  const panel = element(
    'section',
    { class: 'chart', 'aria-label': 'Chart', hidden: true },
    controls,
    drawing,
  );
  new ResizeObserver(() => drawPicture()).observe(drawing);

  function change(part: Partial<ChartChoice>): void {
    const { chart } = sheet.look;
    if (chart) sheet.setLook({ chart: { ...chart, ...part } });
  }

  function drawControls(chart: ChartChoice): void {
    const { columns } = sheet.table;
    const options = columns.map((_, at) => [String(at), columnTitle(columns, at)] as const);
    const numbers = options.filter(
      ([at]) => sheet.kindOf(Number(at)) === 'number' || Number(at) === chart.value,
    );
    controls.replaceChildren(
      choice(
        'Shape',
        chart.shape,
        [
          ['bar', 'Bars'],
          ['line', 'Line'],
        ],
        (shape) => change({ shape: shape === 'line' ? 'line' : 'bar' }),
      ),
      choice(
        'Of',
        chart.value === undefined ? '' : String(chart.value),
        [['', 'Rows'], ...numbers],
        (value) =>
          change(
            value === ''
              ? { value: undefined, how: 'count' }
              : { value: Number(value), how: chart.value === undefined ? 'sum' : chart.how },
          ),
      ),
      chart.value === undefined
        ? ''
        : choice(
            'As',
            chart.how,
            reckonings.map((how) => [how, names[how]] as const),
            (how) => change({ how: reckonings.find((known) => known === how) ?? 'sum' }),
          ),
      choice(
        'By',
        chart.label === undefined ? '' : String(chart.label),
        [['', 'Row number'], ...options],
        (label) => change({ label: label === '' ? undefined : Number(label) }),
      ),
      element(
        'button',
        {
          class: 'button quiet square end',
          type: 'button',
          'aria-label': 'Close the chart',
          title: 'Close the chart',
          on: { click: close },
        },
        icon('close'),
      ),
    );
  }

  function drawPicture(): void {
    const { chart } = sheet.look;
    if (!chart || panel.hidden) return;
    const { points, left } = chartData(sheet.table, sheet.shown, chart, sheet.reading);
    const title = titleOf(sheet, chart);
    if (points.length === 0) {
      drawing.replaceChildren(
        element('p', {
          class: 'chart-empty',
          text: 'Nothing to chart: choose a numeric column, or clear some filters.',
        }),
      );
      return;
    }
    const width = Math.max(240, drawing.clientWidth);
    const picture = chart.shape === 'bar' ? bars(points, width) : line(points, width);
    picture.setAttribute('role', 'img');
    picture.setAttribute('aria-label', `${title}. ${inWords(points)}`);
    const note =
      left > 0 ? `${title} · the first ${points.length}, ${left.toLocaleString()} more not shown` : title;
    drawing.replaceChildren(element('p', { class: 'chart-title', text: note }), picture);
  }

  return {
    element: panel,
    draw() {
      const { chart } = sheet.look;
      panel.hidden = chart === undefined;
      if (!chart) return;
      // Not while somebody has one of them open.
      if (!controls.contains(document.activeElement)) drawControls(chart);
      drawPicture();
    },
  };
}

function titleOf(sheet: Sheet, { value, label, how }: ChartChoice): string {
  const { columns } = sheet.table;
  const what = value === undefined ? 'Rows' : `${names[how]} of ${columnTitle(columns, value)}`;
  return label === undefined ? what : `${what} by ${columnTitle(columns, label)}`;
}

/** For those who cannot see the picture: the extremes, and the first points one by one. */
function inWords(points: readonly ChartPoint[]): string {
  const high = points.reduce((best, point) => (point.value > best.value ? point : best));
  const low = points.reduce((best, point) => (point.value < best.value ? point : best));
  const list = points.slice(0, 12).map(({ label, value }) => `${label}: ${number(value)}`);
  const more = points.length > list.length ? `, and ${points.length - list.length} more` : '';
  return `Highest ${high.label} with ${number(high.value)}, lowest ${low.label} with ${number(low.value)}. ${list.join(', ')}${more}.`;
}

function choice(
  label: string,
  value: string,
  options: readonly (readonly [string, string])[],
  changed: (value: string) => void,
): HTMLElement {
  const select = element(
    'select',
    { class: 'field', 'aria-label': `${label} of the chart` },
    ...options.map(([key, name]) => element('option', { value: key, text: name, selected: key === value })),
  );
  select.addEventListener('change', () => {
    changed(select.value);
  });
  return element('label', { class: 'chart-choice' }, element('span', { text: label }), select);
}

const height = 190;
const bottom = 34;
const top = 8;

function frame(values: readonly number[], width: number) {
  const scale = scaleOf(values);
  const labels = scale.ticks.map(number);
  const left = Math.min(90, 14 + Math.max(...labels.map((label) => label.length)) * 6.6);
  const y = (value: number): number =>
    top + (height - top - bottom) * (1 - (value - scale.min) / (scale.max - scale.min));
  const picture = svg('svg', { viewBox: `0 0 ${width} ${height}`, width, height, class: 'chart-picture' });
  for (const [at, tick] of scale.ticks.entries()) {
    const grid = svg('line', {
      x1: left,
      x2: width - 4,
      y1: y(tick),
      y2: y(tick),
      class: tick === 0 ? 'chart-zero' : 'chart-rule',
    });
    const label = svg('text', { x: left - 8, y: y(tick) + 3.5, class: 'chart-label end' });
    label.textContent = labels[at] ?? '';
    picture.append(grid, label);
  }
  return { picture, y, left, right: width - 8 };
}

function bars(points: readonly ChartPoint[], width: number): SVGElement {
  const { picture, y, left, right } = frame(
    points.map(({ value }) => value),
    width,
  );
  const step = (right - left) / points.length;
  const thickness = Math.min(56, Math.max(2, step * 0.68));
  for (const [at, { label, value }] of points.entries()) {
    const middle = left + step * (at + 0.5);
    const upper = Math.min(y(value), y(0));
    const bar = svg('rect', {
      x: middle - thickness / 2,
      y: upper,
      width: thickness,
      height: Math.max(1, Math.abs(y(value) - y(0))),
      rx: Math.min(3, thickness / 4),
      class: 'chart-bar',
    });
    bar.append(tooltip(label, value));
    picture.append(bar);
  }
  labelsBelow(picture, points, (at) => left + step * (at + 0.5), step);
  return picture;
}

function line(points: readonly ChartPoint[], width: number): SVGElement {
  const { picture, y, left, right } = frame(
    points.map(({ value }) => value),
    width,
  );
  const step = points.length > 1 ? (right - left - 12) / (points.length - 1) : 0;
  const x = (at: number): number => left + 6 + step * at;
  const course = points.map(
    ({ value }, at) => `${at === 0 ? 'M' : 'L'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`,
  );
  const area = `${course.join('')}L${x(points.length - 1).toFixed(1)} ${y(0)}L${x(0).toFixed(1)} ${y(0)}Z`;
  picture.append(
    svg('path', { d: area, class: 'chart-area' }),
    svg('path', { d: course.join(''), class: 'chart-line' }),
  );
  if (points.length <= 60)
    for (const [at, { label, value }] of points.entries()) {
      const dot = svg('circle', { cx: x(at), cy: y(value), r: 3, class: 'chart-dot' });
      dot.append(tooltip(label, value));
      picture.append(dot);
    }
  labelsBelow(picture, points, x, Math.max(step, 1));
  return picture;
}

function tooltip(label: string, value: number): SVGElement {
  const title = svg('title', {});
  title.textContent = `${label}: ${number(value)}`;
  return title;
}

/** As many as fit side by side. */
function labelsBelow(
  picture: SVGElement,
  points: readonly ChartPoint[],
  x: (at: number) => number,
  step: number,
): void {
  const every = Math.max(1, Math.ceil(64 / step));
  const room = Math.max(3, Math.floor((step * every) / 6.6) - 1);
  for (const [at, { label }] of points.entries()) {
    if (at % every !== 0) continue;
    const text = svg('text', { x: x(at), y: height - 12, class: 'chart-label middle' });
    text.textContent = label.length > room ? `${label.slice(0, room - 1)}…` : label;
    picture.append(text);
  }
}

function number(value: number): string {
  return value.toLocaleString(undefined, { maximumFractionDigits: Math.abs(value) < 10 ? 3 : 1 });
}
