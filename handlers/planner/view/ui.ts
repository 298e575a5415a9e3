import { element, strokes, type Looks } from '@loggia/kit/view/element';
import type { PlanStore } from './plan-store.ts';

/** The state and callbacks shared by the parts of the View. */
export interface Ui {
  readonly store: PlanStore;
  readonly isReadOnly: boolean;
  readonly locale: string | undefined;
  /** Tells a screen reader. */
  announce(text: string): void;
}

/** A part of the page that is made once and shows what is new from then on. */
export interface Part<Shown> {
  readonly element: HTMLElement;
  update(shown: Shown, ui: Ui): void;
}

/** Keeps one part for each item, in the order of the items: focus, caret and scroll survive. */
export function keyedParts<Item extends { readonly id: string }>(
  parent: HTMLElement,
  make: (id: string) => Part<Item>,
): (items: readonly Item[], ui: Ui) => void {
  const parts = new Map<string, Part<Item>>();
  return (items, ui) => {
    const wanted = new Set(items.map(({ id }) => id));
    for (const [id, part] of parts) {
      if (wanted.has(id)) continue;
      part.element.remove();
      parts.delete(id);
    }
    items.forEach((item, index) => {
      const part = parts.get(item.id) ?? make(item.id);
      parts.set(item.id, part);
      if (parent.children[index] !== part.element)
        parent.insertBefore(part.element, parent.children[index] ?? null);
      part.update(item, ui);
    });
  };
}

/** A text that is edited where it stands: Enter or leaving it saves, Escape puts it back. */
export function plainField(looks: Looks, save: (text: string) => void) {
  let shown = '';
  const input = element('input', {
    autocomplete: 'off',
    ...looks,
    class: `plain ${looks.class ?? ''}`,
    on: {
      change: () => {
        const text = input.value.trim();
        if (text === '') input.value = shown;
        else if (text !== shown) save(text);
      },
      keydown: (event) => {
        if (event.key === 'Escape') input.value = shown;
        if (event.key === 'Escape' || event.key === 'Enter') input.blur();
      },
    },
  });
  return {
    input,
    show(text: string, { isReadOnly }: Ui): void {
      shown = text;
      input.readOnly = isReadOnly;
      // Don't overwrite a field while somebody is typing in it.
      if (document.activeElement !== input) input.value = text;
    },
  };
}

const paths = { add: 'M8 3.25v9.5M3.25 8h9.5', remove: 'M4 4l8 8M12 4l-8 8' } as const;

export function iconButton(icon: keyof typeof paths, label: string, run: () => void): HTMLButtonElement {
  return element(
    'button',
    {
      type: 'button',
      class: `button quiet square ${icon}`,
      'aria-label': label,
      title: label,
      on: { click: run },
    },
    strokes(paths[icon]),
  );
}

export function newId(kind: string): string {
  return `${kind}-${crypto.randomUUID().slice(0, 8)}`;
}
