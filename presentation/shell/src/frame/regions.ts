/** The parts of the page, in the order in which they are gone through, and where each begins if nobody was there yet. */
const regions = [
  { place: '.top-bar', start: '.top-bar-search' },
  { place: '.rail', start: '[aria-current]' },
  { place: '.frame-main', start: '[role=listbox] [tabindex="0"], [role=textbox], textarea' },
  { place: '.window[data-front=true]', start: undefined },
  { place: '.dock', start: 'textarea, [role=textbox]' },
  { place: '.comments', start: 'textarea, button' },
  { place: '.terminals', start: '.xterm-helper-textarea' },
  { place: '.toasts:has(button)', start: 'button' },
] as const;

/** The element that last had the focus in each region. */
const visited = new WeakMap<Element, HTMLElement>();

/** The next of those that are there, or the one before; the first or last from outside of all. */
export function nextRegion(at: number, count: number, direction: 'forward' | 'back'): number {
  if (at < 0) return direction === 'forward' ? 0 : count - 1;
  return (at + (direction === 'forward' ? 1 : -1) + count) % count;
}

/** Takes F6 before the list of messages does, which would get it every other time while it shows one. */
export function watchRegionKey(page: Window): () => void {
  const stop = new AbortController();
  page.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'F6' || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      goToRegion(event.shiftKey ? 'back' : 'forward');
    },
    { capture: true, signal: stop.signal },
  );
  return () => stop.abort();
}

/** Moves the focus to another part of the page, to where it was there last. A dialog that is open keeps it. */
export function goToRegion(direction: 'forward' | 'back'): void {
  if (document.querySelector('.dialog') !== null) return;
  const there = regions.flatMap(({ place, start }) => {
    const element = document.querySelector<HTMLElement>(place);
    return element?.checkVisibility() === true ? [{ element, start }] : [];
  });
  const focused = document.activeElement;
  const at = there.findLastIndex(({ element }) => focused !== null && isIn(focused, element));
  const from = there[at]?.element;
  if (from && focused instanceof HTMLIFrameElement) {
    // A View could claim the key. Its place takes no letters, so nothing that is typed does anything there.
    const slots = [...from.querySelectorAll<HTMLElement>('[data-view-slot]')];
    (slots.find((slot) => isIn(focused, slot)) ?? from).focus({ preventScroll: true });
    return;
  }
  if (from && focused instanceof HTMLElement) visited.set(from, focused);
  const to = there[nextRegion(at, there.length, direction)];
  if (!to) return;
  const { element, start } = to;
  const last = visited.get(element);
  const first = start === undefined ? null : element.querySelector<HTMLElement>(start);
  const target = last && element.contains(last) ? last : (first ?? element);
  target.focus();
  // Parts that can't have the focus themselves begin with what can.
  if (document.activeElement !== target)
    element.querySelector<HTMLElement>('a[href], button, [tabindex="0"]')?.focus();
}

/** The frame of a View lies in a layer of its own, over the place where it is shown. */
function isIn(focused: Element, region: Element): boolean {
  if (!(focused instanceof HTMLIFrameElement)) return region.contains(focused);
  const [frame, around] = [focused.getBoundingClientRect(), region.getBoundingClientRect()];
  const [x, y] = [frame.x + frame.width / 2, frame.y + frame.height / 2];
  return x > around.left && x < around.right && y > around.top && y < around.bottom;
}
