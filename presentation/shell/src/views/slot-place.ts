import type { Rectangle } from './geometry.ts';

export type SlotKind = 'inline' | 'window' | 'pip' | 'fullscreen';

interface SlotPlace {
  readonly kind: SlotKind;
  readonly element: HTMLElement;
}

/** All ancestors that clip a slot. */
export function around(slot: HTMLElement): readonly HTMLElement[] {
  const found: HTMLElement[] = [];
  for (
    let element = slot.parentElement;
    element && element !== document.body;
    element = element.parentElement
  ) {
    const { overflowX, overflowY } = getComputedStyle(element);
    if (overflowX !== 'visible' || overflowY !== 'visible') found.push(element);
  }
  return found;
}

export function cached(boxes: Map<HTMLElement, Rectangle>, element: HTMLElement): Rectangle {
  const known = boxes.get(element);
  if (known) return known;
  const { left, top } = element.getBoundingClientRect();
  const { clientLeft, clientTop, clientWidth, clientHeight } = element;
  const box = {
    left: left + clientLeft,
    top: top + clientTop,
    right: left + clientLeft + clientWidth,
    bottom: top + clientTop + clientHeight,
  };
  boxes.set(element, box);
  return box;
}

/** The layer directly above the slot's window. Outside of windows, inline Views are below all others. */
export function layerOf({ kind, element }: SlotPlace): number {
  const holder = element.closest<HTMLElement>('[data-window-order]');
  if (holder) return orderOf(holder) + 1;
  return kind === 'inline' ? 1 : 2;
}

function orderOf({ dataset }: HTMLElement): number {
  const order = Number(dataset['windowOrder']);
  return Number.isFinite(order) ? order : 0;
}
