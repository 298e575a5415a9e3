import { isPersistent, isTheft } from './focus-theft.ts';
import type { ViewInstance } from './view-instance.ts';

interface Found {
  readonly view: ViewInstance;
  readonly slot: HTMLElement | undefined;
}

/**
 * Keeps the focus where the user put it. A View that takes it from a user who is typing has to give it back, and can't
 * have it again until the pointer moves there. One that keeps trying is stopped.
 */
export function guardFocus({ frameOf }: { frameOf(page: Element): Found | undefined }): () => void {
  let writingIn: HTMLElement | undefined;
  let keyAt = -Infinity;
  let tabAt = -Infinity;
  let pointedAt = -Infinity;
  /** The page gets no events for touches inside a View, so they may happen at any time. */
  let hasFingers = false;
  const thefts = new WeakMap<ViewInstance, readonly number[]>();
  let inside: ViewInstance | undefined;

  const focused = (event: FocusEvent): void => {
    // An editor is in a shadow tree; the event's target is then only its host element.
    const [target = event.target] = event.composedPath();
    // The page sees that focus entered a View, but not where it goes inside.
    if (target instanceof HTMLIFrameElement) return;
    leave();
    writingIn = target instanceof HTMLElement && isEditable(target) ? target : undefined;
  };
  const pressed = ({ key }: KeyboardEvent): void => {
    keyAt = performance.now();
    if (key === 'Tab') tabAt = keyAt;
  };
  const pointed = ({ target }: PointerEvent): void => {
    if (target instanceof HTMLIFrameElement) pointedAt = performance.now();
  };
  const touched = ({ pointerType }: PointerEvent): void => {
    hasFingers = pointerType === 'touch';
  };
  const blurred = (): void => {
    // The active element is known once the event is over.
    setTimeout(() => {
      const page = document.activeElement;
      const found = page instanceof HTMLIFrameElement ? frameOf(page) : undefined;
      if (!page || !found) return;
      const now = performance.now();
      const stolen = isTheft({
        wasWriting: writingIn?.isConnected === true,
        msSinceKey: now - keyAt,
        msSinceTab: now - tabAt,
        isPointedAt: hasFingers || page.matches(':hover'),
        hasPointed: pointedAt > keyAt,
      });
      if (stolen) takeBack(found);
      else enter(found.view);
    });
  };
  const takeBack = ({ view, slot }: Found): void => {
    const { element } = view.frame;
    element.inert = true;
    // An inert element lets the pointer through to the element below.
    for (const type of ['pointermove', 'pointerdown'])
      slot?.addEventListener(type, () => (element.inert = false), { once: true });
    writingIn?.focus({ preventScroll: true });
    const all = [...(thefts.get(view) ?? []), performance.now()].slice(-10);
    thefts.set(view, all);
    // An inert element can't be focused, but its window still can, so the View may go on.
    if (isPersistent(all)) view.stopFor('It kept taking the focus away while you were typing.');
    else view.refuseFocus();
  };
  /** Tabbing out of a View reaches one of its guards, which lead back to its place in the page. */
  const enter = (view: ViewInstance): void => {
    inside = view;
    view.frame.before.tabIndex = 0;
    view.frame.after.tabIndex = 0;
  };
  const leave = (): void => {
    const view = inside;
    if (!view) return;
    inside = undefined;
    const { before, after } = view.frame;
    before.tabIndex = -1;
    after.tabIndex = -1;
    const { activeElement } = document;
    const { slot } = view.getSnapshot();
    if (activeElement === before) guardOf(slot, 'before')?.focus();
    else if (activeElement === after) guardOf(slot, 'after')?.focus();
  };

  window.addEventListener('focusin', focused, true);
  window.addEventListener('keydown', pressed, true);
  window.addEventListener('pointerover', pointed, true);
  window.addEventListener('pointerdown', touched, true);
  window.addEventListener('blur', blurred);
  return () => {
    window.removeEventListener('focusin', focused, true);
    window.removeEventListener('keydown', pressed, true);
    window.removeEventListener('pointerover', pointed, true);
    window.removeEventListener('pointerdown', touched, true);
    window.removeEventListener('blur', blurred);
  };
}

function guardOf(slot: HTMLElement | undefined, side: 'before' | 'after'): HTMLElement | null | undefined {
  return slot?.querySelector<HTMLElement>(`[data-view-edge="${side}"]`);
}

function isEditable(element: HTMLElement): boolean {
  return element.isContentEditable || /^(?:input|textarea|select)$/i.test(element.tagName);
}
