import { element } from '@loggia/kit/view/element';
import { reckonings, type Reckoning } from '../src/aggregate.ts';
import {
  chartData,
  chartShapes,
  scatterData,
  type ChartChoice,
  type ChartData,
  type ChartShape,
} from '../src/chart-data.ts';
import { chartNumber, type NumberLook } from '../src/chart-scale.ts';
import { columnTitle } from '../src/table.ts';
import { isNumeric } from '../src/values.ts';
import { drawScatter, drawSeries, type Drawing } from './chart-drawing.ts';
import { pixels, standalone, type Downloads } from './chart-export.ts';
import { icon } from './icons.ts';
import { showMenu } from './menu.ts';
import type { Sheet } from './sheet.ts';

const summaries: Readonly<Record<Reckoning, string>> = {
  sum: 'Sum',
  average: 'Average',
  min: 'Smallest',
  max: 'Largest',
  count: 'Count',
};
const shapeNames: Readonly<Record<ChartShape, string>> = {
  bar: 'Bars',
  stacked: 'Stacked bars',
  line: 'Lines',
  area: 'Areas',
  pie: 'Donut',
  scatter: 'Scatter',
  histogram: 'Histogram',
};
const mostListed = 200;

export interface ChartPanel {
  readonly element: HTMLElement;
  draw(): void;
}

export function createChartPanel(
  sheet: Sheet,
  ports: { readonly downloads: Downloads; close(): void; say(text: string): void },
): ChartPanel {
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
      ([at]) => isNumeric(sheet.kindOf(Number(at))) || Number(at) === chart.value,
    );
    const { shape } = chart;
    const isPlain = shape === 'scatter' || shape === 'histogram';
    const parts = [
      choice(
        'Chart',
        shape,
        chartShapes.map((each) => [each, shapeNames[each]] as const),
        (value) => change({ shape: chartShapes.find((known) => known === value) ?? 'bar' }),
      ),
      choice('Value', placeText(chart.value), isPlain ? numbers : [['', 'Rows'], ...numbers], (value) =>
        change(
          value === ''
            ? { value: undefined, how: 'count' }
            : { value: Number(value), how: chart.value === undefined ? 'sum' : chart.how },
        ),
      ),
      isPlain || chart.value === undefined
        ? undefined
        : choice(
            'Summarize',
            chart.how,
            reckonings.map((how) => [how, summaries[how]] as const),
            (how) => change({ how: reckonings.find((known) => known === how) ?? 'sum' }),
          ),
      shape === 'histogram'
        ? undefined
        : choice(
            shape === 'scatter' ? 'Across' : 'Group by',
            placeText(chart.label),
            shape === 'scatter' ? measurable() : [['', 'Row number'], ...options],
            (label) => change({ label: label === '' ? undefined : Number(label) }),
          ),
      isPlain || shape === 'pie'
        ? undefined
        : choice('Series', placeText(chart.split), [['', 'One'], ...options], (split) =>
            change({ split: split === '' ? undefined : Number(split) }),
          ),
      panelButton(
        'download',
        'Save the chart',
        (rect) => showMenu(rect, saveItems(), 'Save the chart'),
        'end',
      ),
      panelButton('close', 'Close the chart', () => ports.close(), ''),
    ];
    controls.replaceChildren(...parts.filter((part) => part !== undefined));
  }

  function measurable(): readonly (readonly [string, string])[] {
    const { columns } = sheet.table;
    return columns.flatMap((_, at) => {
      const kind = sheet.kindOf(at);
      return isNumeric(kind) || kind === 'date' ? [[String(at), columnTitle(columns, at)] as const] : [];
    });
  }

  function saveItems() {
    return [
      { label: 'As SVG', run: () => void save('svg') },
      { label: 'As PNG', run: () => void save('png') },
    ];
  }

  async function save(format: 'svg' | 'png'): Promise<void> {
    const picture = drawing.querySelector<SVGElement>('.chart-picture');
    const { chart } = sheet.look;
    if (!picture || !chart) return;
    const title = titleOf(sheet, chart);
    const name = `${
      title
        .replaceAll(/[^\p{L}\p{N} _-]+/gu, '')
        .trim()
        .slice(0, 60) || 'Chart'
    }.${format}`;
    const text = standalone(picture, title);
    if (format === 'svg') ports.say(await ports.downloads.save(name, { text }, 'image/svg+xml'));
    else {
      const [width, height] = ['width', 'height'].map((side) => Number(picture.getAttribute(side)));
      const blob = await pixels(text, { width: width ?? 640, height: height ?? 196 });
      ports.say(await ports.downloads.save(name, { blob }, 'image/png'));
    }
  }

  function drawPicture(): void {
    const { chart } = sheet.look;
    if (!chart || panel.hidden) return;
    const usable = completed(sheet, chart);
    const title = titleOf(sheet, usable);
    const look = lookOf(sheet, usable);
    const width = Math.max(240, Math.floor(drawing.clientWidth));
    const made: Drawing = {
      width,
      titles: axisTitles(sheet, usable),
      number: (value, length) => chartNumber(value, look, length),
      across: (value) => chartNumber(value, columnLook(sheet, usable.label), 'short'),
    };
    const { picture, left, data } =
      usable.shape === 'scatter' ? scatterPicture(sheet, usable, made) : seriesPicture(sheet, usable, made);
    if (!picture) {
      drawing.replaceChildren(
        element('p', {
          class: 'chart-empty',
          text: 'Nothing to chart: choose a numeric column, or clear some filters.',
        }),
      );
      return;
    }
    picture.setAttribute('role', 'img');
    picture.setAttribute('aria-label', title);
    const note = left > 0 ? `${title} · ${left.toLocaleString('en')} more not shown` : title;
    drawing.replaceChildren(
      element('p', { class: 'chart-title', text: note }),
      picture,
      ...(data
        ? [legendOf(data, usable.shape), dataTable(data, title, look)].filter((each) => each !== undefined)
        : []),
    );
  }

  return {
    element: panel,
    draw() {
      const { chart } = sheet.look;
      panel.hidden = chart === undefined;
      if (!chart) return;
      // Don't redraw while one of them is open.
      if (!controls.contains(document.activeElement)) drawControls(completed(sheet, chart));
      drawPicture();
    },
  };
}

/** Fills in the columns that a shape needs from the available ones. */
function completed(sheet: Sheet, chart: ChartChoice): ChartChoice {
  const columns = [...sheet.table.columns.keys()];
  const number = columns.find((column) => isNumeric(sheet.kindOf(column)));
  if (chart.shape === 'histogram') return { ...chart, value: chart.value ?? number };
  if (chart.shape !== 'scatter') return chart;
  const value = chart.value ?? number;
  const fits = (column: number): boolean =>
    isNumeric(sheet.kindOf(column)) || sheet.kindOf(column) === 'date';
  const label =
    chart.label !== undefined && fits(chart.label)
      ? chart.label
      : columns.find((each) => fits(each) && each !== value);
  return { ...chart, value, label };
}

function seriesPicture(sheet: Sheet, chart: ChartChoice, made: Drawing) {
  const data = chartData(sheet.values, sheet.shown, chart, sheet.reading);
  const picture = data.categories.length === 0 ? undefined : drawSeries(data, chart.shape, made);
  return { picture, left: data.left, data };
}

function scatterPicture(sheet: Sheet, chart: ChartChoice, made: Drawing) {
  const data = scatterData(sheet.values, sheet.shown, chart, sheet.reading);
  return {
    picture: data.points.length === 0 ? undefined : drawScatter(data, made),
    left: data.left,
    data: undefined,
  };
}

function columnLook(sheet: Sheet, column: number | undefined): NumberLook {
  return column === undefined ? { kind: 'number' } : sheet.formatOf(column);
}

function lookOf(sheet: Sheet, { value, how, shape }: ChartChoice): NumberLook {
  const counts = value === undefined || shape === 'histogram' || (how === 'count' && shape !== 'scatter');
  return counts ? { kind: 'number' } : columnLook(sheet, value);
}

function axisTitles(sheet: Sheet, { value, label, how, shape }: ChartChoice): Drawing['titles'] {
  const { columns } = sheet.table;
  const title = (column: number | undefined): string =>
    column === undefined ? 'Row' : columnTitle(columns, column);
  if (shape === 'histogram') return { across: title(value), up: 'Rows' };
  if (shape === 'scatter') return { across: title(label), up: title(value) };
  return { across: title(label), up: value === undefined ? 'Rows' : `${summaries[how]} of ${title(value)}` };
}

function titleOf(sheet: Sheet, chart: ChartChoice): string {
  const { across, up } = axisTitles(sheet, chart);
  if (chart.shape === 'histogram') return `Distribution of ${across}`;
  if (chart.shape === 'scatter') return `${up} by ${across}`;
  return chart.label === undefined ? up : `${up} by ${across}`;
}

function legendOf({ categories, series }: ChartData, shape: ChartShape): HTMLElement | undefined {
  const names = shape === 'pie' ? categories : series.map(({ name }) => name);
  if (names.length < 2) return undefined;
  return element(
    'ul',
    { class: 'chart-legend', 'aria-hidden': 'true' },
    ...names.map((name, at) => element('li', {}, element('span', { class: `chart-key series-${at}` }), name)),
  );
}

/** The same data for screen readers. */
function dataTable({ categories, series }: ChartData, title: string, look: NumberLook): HTMLElement {
  const head = ['', ...series.map(({ name }) => name)].map((text) => element('th', { scope: 'col', text }));
  const rows = categories.slice(0, mostListed).map((category, at) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row', text: category }),
      ...series.map(({ values }) => {
        const value = values[at];
        return element('td', { text: value === undefined ? '' : chartNumber(value, look) });
      }),
    ),
  );
  return element(
    'table',
    { class: 'unseen' },
    element('caption', { text: title }),
    element('thead', {}, element('tr', {}, ...head)),
    element('tbody', {}, ...rows),
  );
}

function placeText(column: number | undefined): string {
  return column === undefined ? '' : String(column);
}

function panelButton(
  name: 'download' | 'close',
  label: string,
  run: (rect: DOMRect) => void,
  more: string,
): HTMLButtonElement {
  return element(
    'button',
    {
      class: `button quiet square ${more}`,
      type: 'button',
      'aria-label': label,
      title: label,
      on: { click: (event) => run((event.currentTarget as HTMLElement).getBoundingClientRect()) },
    },
    icon(name),
  );
}

function choice(
  label: string,
  value: string,
  options: readonly (readonly [string, string])[],
  changed: (value: string) => void,
): HTMLElement {
  const select = element(
    'select',
    { class: 'field' },
    ...options.map(([key, name]) => element('option', { value: key, text: name, selected: key === value })),
  );
  select.addEventListener('change', () => changed(select.value));
  return element('label', { class: 'chart-choice' }, element('span', { text: label }), select);
}
