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
  const drawing = svg('svg', { viewBox: '0 0 16 16', class: 'icon', 'aria-hidden': 'true' });
  drawing.append(svg('path', { d: paths[name] }));
  return drawing;
}

function svg(tag: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}
