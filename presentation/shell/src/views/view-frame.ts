import { isSamePlace, type Placement } from './geometry.ts';

/** Room above and below for what is scrolled over a View that has nothing to scroll itself; the style sheet has both. */
const slack = 5000;

/**
 * The frame of a View in the layer. It is put into the document once and never moved; where it is seen is all a matter
 * of style.
 *
 * The frame is no descendant of what scrolls around its slot, so a wheel over it would turn in vain. What the View does
 * not use itself scrolls the box around it, which passes it on, and goes back to its middle when it is far from there
 * and the wheel is at rest: before that, it would take back what is still to come.
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
  /** Hears what was scrolled over it and is for others. */
  passOn: (by: number) => void = () => {};

  constructor() {
    const { element, page, before, after } = this;
    element.className = 'view-frame';
    this.#track.className = 'view-track';
    page.className = 'view-page';
    page.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms');
    page.referrerPolicy = 'no-referrer';
    // The slot stands for it where people tab through the page.
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

  /** Undefined: it is not seen, and keeps its size. */
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
    // Out of sight too: a page that is laid out for another width reports the wrong height.
    if (before?.width !== place.width) style.width = `${place.width}px`;
    if (before?.height !== place.height) {
      style.height = `${place.height}px`;
      page.style.height = `${place.height}px`;
    }
    return true;
  }

  /** Whether what scrolls over it scrolls something else. */
  set passesOn(passesOn: boolean) {
    // An element without a box can't be scrolled to its middle.
    if (this.#isPassingOn === passesOn && (!passesOn || this.#scrolled > 0)) return;
    this.#isPassingOn = passesOn;
    this.element.dataset['passesOn'] = String(passesOn);
    this.#rewind();
  }

  #hear(top: number): void {
    const [middle, left] = [this.#scrolled, this.#left];
    // Browsers scroll beside the page, and one that was just told to go back may not have gone.
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
    // With less room than that, it is not the middle.
    this.#scrolled = this.element.scrollTop;
    this.#left = this.#scrolled === before ? undefined : before;
  }
}
