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
  download: 'M8 2.5v8M4.5 7.5 8 11l3.5-3.5M3 13.5h10',
  close: 'm4 4 8 8M12 4l-8 8',
  down: 'm4.5 6.5 3.5 3.5 3.5-3.5',
  check: 'm3 8.5 3.5 3.5L13 4.5',
  kindText: 'M3 4h10M8 4v9M6 13h4',
  kindNumber: 'M6.5 2.5 5 13.5M11 2.5 9.5 13.5M3 6h10.5M2.5 10H13',
  kindCurrency:
    'M11 5C10.5 4 9.4 3.5 8 3.5c-1.8 0-3 .8-3 2.2C5 8.8 11.2 7 11.2 10.2c0 1.4-1.3 2.3-3.2 2.3-1.6 0-2.8-.6-3.3-1.7M8 1.8v12.4',
  kindPercent:
    'm12.5 3.5-9 9M4.5 6.2a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4M11.5 13.2a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4',
  kindDate: 'M2.5 3.5h11v10h-11zM2.5 6.5h11M5.5 2v3M10.5 2v3',
  kindBoolean: 'M2.5 2.5h11v11h-11zM5.5 8l2 2 3.5-4',
  warning: 'M8 2 1.5 13.5h13zM8 6.5v3.5M8 12h.01',
} as const;
export type IconName = keyof typeof paths;

export function icon(name: IconName): SVGElement {
  return strokes(paths[name]);
}
