import { strokes } from '@loggia/kit/view/element';

const paths = {
  play: 'M5 3.5v9l7.5-4.5z',
  stop: 'M4 4h8v8H4z',
  restart: 'M13 8a5 5 0 1 1-1.6-3.7M13 2v3h-3',
  plus: 'M8 3v10M3 8h10',
  close: 'm4 4 8 8M12 4l-8 8',
  check: 'm3 8.5 3.5 3.5L13 4.5',
  warning: 'M8 2 1.5 13.5h13zM8 6.5v3.5M8 12h.01',
  key: 'M10 9a3.5 3.5 0 1 0-3.3-2.3L2 11.4V14h2.6v-1.8h1.8v-1.8l1.3-1.3c.6.6 1.4.9 2.3.9ZM10.8 5.2h.01',
  right: 'm6 4 4 4-4 4',
} as const;
export type IconName = keyof typeof paths;

export function icon(name: IconName): SVGElement {
  return strokes(paths[name]);
}
