import { strokes } from '@loggia/kit/view/element';

const paths = {
  search: 'M7 12.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11ZM11 11l3.5 3.5',
  filter: 'M2 3.5h12M4.5 8h7M6.5 12.5h3',
  chart: 'M2.5 13.5v-5M6.2 13.5v-10M9.8 13.5v-7M13.5 13.5v-3.5',
  columns: 'M2 3h12v10H2zM6 3v10M10 3v10',
  plus: 'M8 3v10M3 8h10',
  undo: 'M5.5 3 2.5 6l3 3M2.5 6H10a3.5 3.5 0 0 1 0 7H6',
  redo: 'm10.5 3 3 3-3 3M13.5 6H6a3.5 3.5 0 0 0 0 7h4',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  close: 'm4 4 8 8M12 4l-8 8',
  down: 'm4.5 6.5 3.5 3.5 3.5-3.5',
  check: 'm3 8.5 3.5 3.5L13 4.5',
  warning: 'M8 2 1.5 13.5h13zM8 6.5v3.5M8 12h.01',
} as const;
export type IconName = keyof typeof paths;

export function icon(name: IconName): SVGElement {
  return strokes(paths[name]);
}
