import { asName } from '../ui/foreign-words.ts';

/** A place in sanitized text where a link is shown that the shell follows itself. */
export interface LinkSlot {
  readonly element: HTMLElement;
  readonly href: string;
  /** The label in the text. */
  readonly label: string;
  /** Whether nothing else stands in its paragraph or list item. */
  readonly isAlone: boolean;
}

/** No text can make one itself: the sanitizer leaves it neither classes nor data. */
const slotClass = 'markdown-slot';
const slotsPerBlock = 200;
const longestLabel = 200;

export function slotFor(href: string, label: string): HTMLElement {
  const slot = document.createElement('span');
  slot.className = slotClass;
  slot.dataset['href'] = href;
  slot.textContent = asName(label).slice(0, longestLabel);
  return slot;
}

/**
 * Empties the slots of a block, to be filled. Elements that were there before stay: what is drawn in them then lives on
 * while the text around them grows. Those beyond the limit keep their text and do nothing.
 */
export function takeSlots(block: ParentNode, before: readonly LinkSlot[]): readonly LinkSlot[] {
  const found = [...block.querySelectorAll<HTMLElement>(`.${slotClass}`)].slice(0, slotsPerBlock);
  if (found.length === 0 && before.length === 0) return before;
  return found.map((made, index) => {
    const { href = '' } = made.dataset;
    const label = made.textContent;
    const home = aloneIn(made);
    const known = before[index];
    const element = known?.href === href ? known.element : made;
    if (element === made) element.replaceChildren();
    else made.replaceWith(element);
    markHome(home);
    return { element, href, label, isAlone: home !== undefined };
  });
}

/** The paragraph or list item that has nothing else in it. */
function aloneIn(slot: HTMLElement): Element | undefined {
  const home = slot.parentElement;
  if (home === null || !['p', 'li'].includes(home.localName)) return undefined;
  const isOnly = [...home.childNodes].every(
    (node) => node === slot || (node.nodeType === Node.TEXT_NODE && node.textContent?.trim() === ''),
  );
  return isOnly ? home : undefined;
}

/** A list of nothing but such items is drawn as a grid, without bullets. */
function markHome(home: Element | undefined): void {
  const item = home?.closest('li');
  if (!home || !item || (home !== item && item.children.length > 1)) return;
  item.classList.add('markdown-card-item');
  const list = item.parentElement;
  if (list && [...list.children].every((child) => child.classList.contains('markdown-card-item')))
    list.classList.add('markdown-cards');
}
