type Listeners = {
  readonly [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => void;
};

export interface Looks {
  readonly class?: string;
  readonly text?: string;
  readonly on?: Listeners;
  /** `undefined` and `false` leave an attribute out. */
  readonly [attribute: string]: string | number | boolean | Listeners | undefined;
}

/** An element with its attributes, listeners and children. Text is only ever set as text. */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  looks: Looks = {},
  ...children: (Node | string | undefined)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  const { class: classes, text, on, ...attributes } = looks;
  if (classes !== undefined) made.className = classes;
  if (text !== undefined) made.textContent = text;
  for (const [name, value] of Object.entries(attributes))
    if (typeof value !== 'object') setAttribute(made, name, value);
  for (const [name, listener] of Object.entries(on ?? {}))
    made.addEventListener(name, listener as (event: Event) => void);
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

export function setAttribute(
  target: Element,
  name: string,
  value: string | number | boolean | undefined,
): void {
  if (value === undefined || value === false) target.removeAttribute(name);
  else if (target.getAttribute(name) !== String(value))
    target.setAttribute(name, value === true ? '' : String(value));
}

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
  const drawing = svg('svg', { viewBox: '0 0 16 16', class: 'icon', 'aria-hidden': 'true' });
  drawing.append(svg('path', { d: paths[name] }));
  return drawing;
}

export function svg(tag: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}
