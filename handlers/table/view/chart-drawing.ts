import { svg } from '@loggia/kit/view/element';
import { scaleOf, type Scale } from '../src/chart-scale.ts';
import type { ChartData, ChartShape, ScatterData } from '../src/chart-data.ts';

export interface Drawing {
  readonly width: number;
  readonly titles: { readonly across: string; readonly up: string };
  /** Formats a value, shortened where there is little room. */
  number(value: number, length: 'short' | 'full'): string;
  /** Formats a value on the horizontal axis of a scatter chart. */
  across(value: number): string;
}

const height = 196;
const room = { top: 12, bottom: 42, right: 10 };
const letter = 6.4;

interface Frame {
  readonly picture: SVGElement;
  y(value: number): number;
  readonly left: number;
  readonly right: number;
}

function newPicture(width: number): SVGElement {
  return svg('svg', {
    xmlns: 'http://www.w3.org/2000/svg',
    viewBox: `0 0 ${width} ${height}`,
    width,
    height,
    class: 'chart-picture',
  });
}

function words(text: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = svg('text', { ...attributes, class: `chart-label ${attributes['class'] ?? ''}` });
  made.textContent = text;
  return made;
}

function tooltip(text: string): SVGElement {
  const title = svg('title', {});
  title.textContent = text;
  return title;
}

function frameOf(scale: Scale, { width, titles, number }: Drawing): Frame {
  const labels = scale.ticks.map((tick) => number(tick, 'short'));
  const left = 26 + Math.min(80, Math.max(...labels.map((label) => label.length)) * letter);
  const y = (value: number): number =>
    room.top + (height - room.top - room.bottom) * (1 - (value - scale.min) / (scale.max - scale.min));
  const picture = newPicture(width);
  for (const [at, tick] of scale.ticks.entries())
    picture.append(
      svg('line', {
        x1: left,
        x2: width - room.right,
        y1: y(tick),
        y2: y(tick),
        class: tick === 0 ? 'chart-zero' : 'chart-rule',
      }),
      words(labels[at] ?? '', { x: left - 7, y: y(tick) + 3.5, class: 'end' }),
    );
  const middle = (room.top + height - room.bottom) / 2;
  picture.append(
    words(shortened(titles.up, 28), {
      x: 0,
      y: 0,
      transform: `translate(11 ${middle}) rotate(-90)`,
      class: 'middle',
    }),
    words(shortened(titles.across, 60), { x: (left + width) / 2, y: height - 6, class: 'middle' }),
  );
  return { picture, y, left, right: width - room.right };
}

function shortened(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, Math.max(1, most - 1))}…` : text;
}

function labelsBelow(
  picture: SVGElement,
  labels: readonly string[],
  x: (at: number) => number,
  step: number,
): void {
  const every = Math.max(1, Math.ceil(64 / step));
  const most = Math.max(3, Math.floor((step * every) / letter) - 1);
  for (const [at, label] of labels.entries())
    if (at % every === 0)
      picture.append(
        words(shortened(label, most), { x: x(at), y: height - room.bottom + 16, class: 'middle' }),
      );
}

export function drawSeries(data: ChartData, shape: ChartShape, drawing: Drawing): SVGElement {
  if (shape === 'pie') return drawPie(data, drawing);
  const isStacked = shape === 'stacked' || (shape === 'area' && data.series.length > 1);
  const scale = scaleOf(
    isStacked
      ? stackEnds(data)
      : data.series.flatMap(({ values }) => values.filter((value) => value !== undefined)),
  );
  const frame = frameOf(scale, drawing);
  const { picture, left, right } = frame;
  const step = (right - left) / Math.max(1, data.categories.length);
  const x = (at: number): number => left + step * (at + 0.5);
  if (shape === 'line' || shape === 'area') drawLines(data, shape, isStacked, frame, x, drawing);
  else
    drawBars(
      data,
      isStacked ? 'stacked' : 'beside',
      frame,
      x,
      step * (shape === 'histogram' ? 1 : 0.7),
      drawing,
    );
  labelsBelow(picture, data.categories, x, step);
  return picture;
}

/** Positive values pile up from zero, negative ones down. */
function stackEnds({ categories, series }: ChartData): number[] {
  return categories.flatMap((_, at) => {
    const values = series.map(({ values: all }) => all[at] ?? 0);
    const sum = (test: (value: number) => boolean): number =>
      values.filter(test).reduce((total, value) => total + value, 0);
    return [sum((value) => value > 0), sum((value) => value < 0)];
  });
}

function drawBars(
  { categories, series }: ChartData,
  how: 'stacked' | 'beside',
  { picture, y }: Frame,
  x: (at: number) => number,
  wide: number,
  { number }: Drawing,
): void {
  const whole = Math.min(72, Math.max(2, wide));
  const thickness = how === 'stacked' ? whole : whole / Math.max(1, series.length);
  for (const [at, category] of categories.entries()) {
    const ends = { up: 0, down: 0 };
    for (const [index, { name, values }] of series.entries()) {
      const value = values[at];
      if (value === undefined) continue;
      const from = how === 'beside' ? 0 : value < 0 ? ends.down : ends.up;
      if (value < 0) ends.down += value;
      else ends.up += value;
      const [a, b] = [y(from), y(from + value)];
      const bar = svg('rect', {
        x: x(at) - whole / 2 + (how === 'stacked' ? 0 : thickness * index),
        y: Math.min(a, b),
        width: Math.max(1, thickness - (how === 'beside' && series.length > 1 ? 1 : 0)),
        height: Math.max(1, Math.abs(a - b)),
        rx: how === 'stacked' ? 0 : Math.min(3, thickness / 4),
        class: `chart-fill series-${index}`,
      });
      bar.append(tooltip(pointText(category, name, value, series.length, number)));
      picture.append(bar);
    }
  }
}

function pointText(
  category: string,
  name: string,
  value: number,
  count: number,
  number: Drawing['number'],
): string {
  return `${category}${count > 1 ? `, ${name}` : ''}: ${number(value, 'full')}`;
}

function drawLines(
  { categories, series }: ChartData,
  shape: 'line' | 'area',
  isStacked: boolean,
  { picture, y }: Frame,
  x: (at: number) => number,
  { number }: Drawing,
): void {
  const below = categories.map(() => 0);
  for (const [index, { name, values }] of series.entries()) {
    const tops = values.map((value, at) => (isStacked ? (below[at] ?? 0) + (value ?? 0) : value));
    const course = pathOf(tops, x, y);
    if (shape === 'area') {
      const back = tops.map(
        (_, at) => `L${x(tops.length - 1 - at).toFixed(1)} ${y(below[tops.length - 1 - at] ?? 0).toFixed(1)}`,
      );
      const area = pathOf(
        tops.map((top) => top ?? 0),
        x,
        y,
      );
      picture.append(svg('path', { d: `${area}${back.join('')}Z`, class: `chart-area series-${index}` }));
    }
    picture.append(svg('path', { d: course, class: `chart-line series-${index}` }));
    for (const [at, top] of tops.entries()) {
      if (isStacked) below[at] = top ?? 0;
      const value = values[at];
      if (top === undefined || value === undefined || categories.length > 60) continue;
      const dot = svg('circle', { cx: x(at), cy: y(top), r: 3, class: `chart-dot series-${index}` });
      dot.append(tooltip(pointText(categories[at] ?? '', name, value, series.length, number)));
      picture.append(dot);
    }
  }
}

/** A gap where a value is missing. */
function pathOf(
  values: readonly (number | undefined)[],
  x: (at: number) => number,
  y: (value: number) => number,
): string {
  let isOn = false;
  return values
    .map((value, at) => {
      if (value === undefined) {
        isOn = false;
        return '';
      }
      const step = `${isOn ? 'L' : 'M'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`;
      isOn = true;
      return step;
    })
    .join('');
}

function drawPie({ categories, series }: ChartData, { width, number }: Drawing): SVGElement {
  const picture = newPicture(width);
  const values = (series[0]?.values ?? []).map((value) => value ?? 0);
  const total = values.reduce((sum, value) => sum + value, 0);
  const [cx, cy, outer, inner] = [width / 2, height / 2, height / 2 - 16, (height / 2 - 16) * 0.56];
  let turn = -Math.PI / 2;
  for (const [index, value] of values.entries()) {
    // A whole circle has no two ends to draw an arc between.
    const part = Math.min(value / total, 0.99999);
    const next = turn + part * 2 * Math.PI;
    const large = part > 0.5 ? 1 : 0;
    const at = (angle: number, radius: number): string =>
      `${(cx + Math.cos(angle) * radius).toFixed(2)} ${(cy + Math.sin(angle) * radius).toFixed(2)}`;
    const slice = svg('path', {
      d: `M${at(turn, outer)}A${outer} ${outer} 0 ${large} 1 ${at(next, outer)}L${at(next, inner)}A${inner} ${inner} 0 ${large} 0 ${at(turn, inner)}Z`,
      class: `chart-fill chart-slice series-${index}`,
    });
    const share = `${Math.round((value / total) * 1000) / 10}%`;
    slice.append(tooltip(`${categories[index]}: ${number(value, 'full')} (${share})`));
    picture.append(slice);
    if (part > 0.06) {
      const angle = (turn + next) / 2;
      const middle = (outer + inner) / 2;
      picture.append(
        words(share, {
          x: cx + Math.cos(angle) * middle,
          y: cy + Math.sin(angle) * middle + 4,
          class: 'middle inside',
        }),
      );
    }
    turn = next;
  }
  picture.append(words(number(total, 'short'), { x: cx, y: cy + 5, class: 'middle total' }));
  return picture;
}

export function drawScatter({ points }: ScatterData, drawing: Drawing): SVGElement {
  const frame = frameOf(
    scaleOf(
      points.map(({ y }) => y),
      'values',
    ),
    drawing,
  );
  const { picture, left, right } = frame;
  const across = scaleOf(
    points.map(({ x }) => x),
    'values',
  );
  const x = (value: number): number =>
    left + ((right - left) * (value - across.min)) / (across.max - across.min);
  for (const tick of across.ticks)
    picture.append(
      words(drawing.across(tick), { x: x(tick), y: height - room.bottom + 16, class: 'middle' }),
    );
  for (const point of points) {
    const dot = svg('circle', { cx: x(point.x), cy: frame.y(point.y), r: 4, class: 'chart-point series-0' });
    dot.append(
      tooltip(
        `${point.name === '' ? '' : `${point.name}: `}${drawing.across(point.x)}, ${drawing.number(point.y, 'full')}`,
      ),
    );
    picture.append(dot);
  }
  return picture;
}
