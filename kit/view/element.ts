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

/** A drawing of 16 by 16, in strokes, that says nothing by itself: what it stands for needs a text or a label. */
export function strokes(path: string): SVGElement {
  const drawing = svg('svg', { viewBox: '0 0 16 16', class: 'icon', 'aria-hidden': 'true' });
  drawing.append(svg('path', { d: path }));
  return drawing;
}

export function svg(tag: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const made = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  return made;
}
