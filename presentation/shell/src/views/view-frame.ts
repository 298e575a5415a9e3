import { isSamePlace, type Placement } from './geometry.ts';

/** Room above and below for scrolling over a View that can't scroll itself; the style sheet has the same value. */
const slack = 5000;

/**
 * The frame of a View in the layer. It is added to the document once and never moved; only its style places it.
 *
 * The frame isn't a descendant of the element that scrolls around its slot, so wheel events over it would have no
 * effect. Scrolling that the View doesn't use itself moves the box around the frame, which passes it on. The box
 * returns to its middle when it is far from there and the wheel is at rest: earlier, the return would cancel scrolling
 * that is still to come.
 */
export class ViewFrame {
  readonly element = document.createElement('div');
  readonly page = document.createElement('iframe');
  readonly before = document.createElement('span');
  readonly after = document.createElement('span');
  readonly #track = document.createElement('div');
  #place: Placement | undefined;
  #isPassingOn = false;
  #scrolled = 0;
  /** Its position before it was recentered. */
  #left: number | undefined;
  /** Receives scrolling over it that is for others. */
  passOn: (by: number) => void = () => {};

  constructor() {
    const { element, page, before, after } = this;
    element.className = 'view-frame';
    this.#track.className = 'view-track';
    page.className = 'view-page';
    page.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms');
    page.referrerPolicy = 'no-referrer';
    // The slot represents it in the tab order.
    page.tabIndex = -1;
    for (const guard of [before, after]) {
      guard.className = 'unseen';
      guard.tabIndex = -1;
    }
    this.#track.append(before, page, after);
    element.append(this.#track);
    element.style.visibility = 'hidden';
    element.addEventListener('scroll', () => this.#hear(element.scrollTop));
    element.addEventListener('scrollend', () => this.#stopped());
  }

  set title(title: string) {
    if (this.page.title !== title) this.page.title = title;
  }

  /** A View that is not ready loads invisibly, at its final size. */
  set isReady(isReady: boolean) {
    const text = String(isReady);
    if (this.element.dataset['isReady'] !== text) this.element.dataset['isReady'] = text;
  }

  /** Undefined: it is hidden and keeps its size. */
  place(
    place: Placement | undefined,
    { kind, layer }: { readonly kind: string; readonly layer: number },
  ): boolean {
    const { element, page } = this;
    const { style } = element;
    if (element.dataset['kind'] !== kind) element.dataset['kind'] = kind;
    const order = String(layer);
    if (style.zIndex !== order) style.zIndex = order;
    const visibility = place?.isSeen === true ? 'visible' : 'hidden';
    if (style.visibility !== visibility) style.visibility = visibility;
    const before = this.#place;
    if (!place || place.width === 0 || place.height === 0 || (before && isSamePlace(before, place)))
      return false;
    this.#place = place;
    style.transform = `translate(${place.left}px, ${place.top}px)`;
    style.clipPath = place.clip;
    // Also while hidden: a page laid out for another width reports the wrong height.
    if (before?.width !== place.width) style.width = `${place.width}px`;
    if (before?.height !== place.height) {
      style.height = `${place.height}px`;
      page.style.height = `${place.height}px`;
    }
    return true;
  }

  /** Whether scrolling over it scrolls the elements around it. */
  set passesOn(passesOn: boolean) {
    // An element without a box can't be scrolled to its middle.
    if (this.#isPassingOn === passesOn && (!passesOn || this.#scrolled > 0)) return;
    this.#isPassingOn = passesOn;
    this.element.dataset['passesOn'] = String(passesOn);
    this.#rewind();
  }

  #hear(top: number): void {
    const [middle, left] = [this.#scrolled, this.#left];
    // Browsers scroll asynchronously, and the recentering may not have happened yet.
    const hasStayed = left !== undefined && Math.abs(top - left) < Math.abs(top - middle);
    const by = top - (hasStayed ? left : middle);
    this.#scrolled = top;
    this.#left = undefined;
    if (hasStayed && by === 0) this.#rewind();
    else if (this.#isPassingOn && by !== 0) this.passOn(by);
  }

  #stopped(): void {
    if (Math.abs(this.#scrolled - slack) > slack / 2) this.#rewind();
  }

  #rewind(): void {
    const before = this.element.scrollTop;
    const middle = this.#isPassingOn ? slack : 0;
    if (before !== middle) this.element.scrollTop = middle;
    // With less room, the position differs from the middle.
    this.#scrolled = this.element.scrollTop;
    this.#left = this.#scrolled === before ? undefined : before;
  }
}
