import { strokes } from '@loggia/kit/view/element';

type Properties = Readonly<Record<string, string | boolean | number | undefined | ((event: never) => void)>>;

/**
 * An element. Properties that start with `on` listen, all others are attributes; texts become text, never markup.
 */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Properties = {},
  ...children: readonly (Node | string | undefined)[]
): HTMLElementTagNameMap[Tag] {
  const created = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'function') created.addEventListener(name.slice(2), value as (event: Event) => void);
    else setAttribute(created, name, value);
  }
  created.append(...children.filter((child) => child !== undefined));
  return created;
}

export function setAttribute(
  target: Element,
  name: string,
  value: string | boolean | number | undefined,
): void {
  if (value === undefined || value === false) target.removeAttribute(name);
  else target.setAttribute(name, value === true ? '' : String(value));
}

/** Makes `wanted` the children of `parent` with as few moves as needed, so that focus and scroll survive. */
export function arrange(parent: Element, wanted: readonly Element[]): void {
  const keep = new Set(wanted);
  for (const child of [...parent.children]) if (!keep.has(child)) child.remove();
  wanted.forEach((child, index) => {
    if (parent.children[index] !== child) parent.insertBefore(child, parent.children[index] ?? null);
  });
}

const paths = {
  add: 'M8 3.25v9.5M3.25 8h9.5',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  check: 'M3.75 8.5l2.75 2.75 5.75-6.25',
  undo: 'M3 6.5h6.25a3.25 3.25 0 0 1 0 6.5H6M3 6.5l3-3M3 6.5l3 3',
  redo: 'M13 6.5H6.75a3.25 3.25 0 0 0 0 6.5H10M13 6.5l-3-3M13 6.5l-3 3',
  search: 'M7.25 12a4.75 4.75 0 1 0 0-9.5 4.75 4.75 0 0 0 0 9.5ZM13.5 13.5l-2.9-2.9',
  calendar:
    'M3 6.25h10M5.5 2.5v2M10.5 2.5v2M4 3.75h8a1 1 0 0 1 1 1v7.5a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-7.5a1 1 0 0 1 1-1Z',
  text: 'M3 4.5h10M3 8h10M3 11.5h6',
  close: 'M4 4l8 8M12 4l-8 8',
  left: 'M9.75 3.5 5.25 8l4.5 4.5',
  right: 'M6.25 3.5 10.75 8l-4.5 4.5',
  trash: 'M2.75 4.5h10.5M6.25 4.5V3h3.5v1.5M4.25 4.5l.6 8.5h6.3l.6-8.5',
  pencil: 'M3 13l.6-2.6 7.4-7.4 2 2-7.4 7.4L3 13Z',
  archive: 'M2.75 3.25h10.5v2.5H2.75zM3.75 5.75v7h8.5v-7M6.5 8.25h3',
  keyboard: 'M2.5 4.25h11v7.5h-11zM5 6.75h.01M8 6.75h.01M11 6.75h.01M5.5 9.25h5',
} as const;
export type IconName = keyof typeof paths;

export function icon(name: IconName): SVGElement {
  return strokes(paths[name]);
}

export function iconButton(name: IconName, label: string, onclick: () => void, kind = 'icon-button') {
  return element(
    'button',
    { type: 'button', class: kind, 'aria-label': label, title: label, onclick },
    icon(name),
  );
}

/** Grows with its text. */
export function fitHeight(area: HTMLTextAreaElement): void {
  area.style.height = 'auto';
  area.style.height = `${area.scrollHeight + 2}px`;
}
