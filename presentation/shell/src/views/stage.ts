import type { ShellHost } from '../host/shell-host.ts';
import { browserEnvironment, startMarks } from './browser-environment.ts';
import { guardFocus } from './focus-guard.ts';
import { Gestures, stateOf } from './gestures.ts';
import { placeOver, type Rectangle } from './geometry.ts';
import { ViewInstance } from './view-instance.ts';
import { SparePages } from './spare-page.ts';
import type { ViewSubject } from './subject.ts';
import type { StagePorts } from './view-environment.ts';

export type SlotKind = 'inline' | 'window' | 'pip' | 'fullscreen';

/** A place where a View may be shown. */
export interface Slot {
  readonly view: ViewInstance;
  readonly kind: SlotKind;
  readonly element: HTMLElement;
  /** The elements that clip it, innermost first. */
  readonly around: readonly HTMLElement[];
  /** The higher one is where the View is. */
  claim: number;
}

/** Ways of being shown that there is room for one View in. */
const soleModes = ['pip', 'fullscreen'] as const;
type SoleMode = (typeof soleModes)[number];

/** More pages than this are more than a browser, or anybody, can follow. */
const mostAlive = 20;
/** Frames without a change after which nothing moves any more. */
const calmFrames = 1;
const transitionFrames = 24;
const checkEveryMs = 400;

const stages = new WeakMap<ShellHost, ViewStage>();

export function stageOf(host: ShellHost): ViewStage {
  const known = stages.get(host);
  if (known) return known;
  const stage = new ViewStage(host);
  stages.set(host, stage);
  return stage;
}

/**
 * All Views that are alive, and where they are seen. Slots only say where: the frames stay where they are in the
 * document, since a page that is moved in it starts anew.
 */
export class ViewStage {
  readonly #host: ShellHost;
  /** By name, in the order in which they were last seen. */
  readonly #views = new Map<string, ViewInstance>();
  readonly #slots = new Set<Slot>();
  readonly #resizes: ResizeObserver;
  readonly #watched = new Map<Element, number>();
  readonly #mutations: MutationObserver;
  readonly #listeners = new Set<() => void>();
  readonly #sole: { [Mode in SoleMode]?: ViewInstance | undefined } = {};
  readonly #gestures = new Gestures<ViewInstance>();
  #layer: HTMLElement | undefined;
  #spares: SparePages | undefined;
  #frame: number | undefined;
  #calm = 0;
  #claims = 1;
  #stops: (() => void)[] = [];

  constructor(host: ShellHost) {
    this.#host = host;
    this.#resizes = new ResizeObserver(() => this.nudge());
    this.#mutations = new MutationObserver(() => this.nudge());
  }

  /** The View of that name; made, though not begun, where there is none. */
  summon<Subject extends ViewSubject>(id: string, make: () => Subject): ViewInstance {
    const known = this.#views.get(id);
    if (known) return known;
    const ports: StagePorts = {
      passOn: (by) => this.#scrollAround(view, by),
      takePage: (need) => this.#spares?.take(need),
      put: (frame) => this.#layer?.append(frame),
      noteGesture: () => this.#gestures.noteIn(view),
      hasGesture: (inner) =>
        this.#gestures.isIn(
          view,
          () => stateOf(view.frame.page),
          inner === 'opaque' ? 'opaque' : 'same-origin',
        ),
    };
    const view = new ViewInstance(this.#host, make(), ports, browserEnvironment);
    this.#views.set(id, view);
    let { phase } = view.getSnapshot();
    view.subscribe(() => {
      this.#takeMode(view);
      const before = phase;
      ({ phase } = view.getSnapshot());
      if (phase === 'ready' && before !== 'ready') this.#expectAnother(view);
      this.nudge();
    });
    return view;
  }

  #expectAnother(view: ViewInstance): void {
    const { resourceUri } = view.getSnapshot().facts;
    const { channel } = view;
    if (channel !== undefined && resourceUri !== undefined) this.#spares?.expect({ channel, resourceUri });
  }

  /** The newcomer replaces the View that held this mode. */
  #takeMode(view: ViewInstance): void {
    const { mode } = view.getSnapshot();
    let hasChanged = false;
    for (const sole of soleModes) {
      const before = this.#sole[sole];
      if ((before === view) === (mode === sole)) continue;
      this.#sole[sole] = mode === sole ? view : undefined;
      if (mode === sole) before?.setMode('inline');
      hasChanged = true;
    }
    if (hasChanged) for (const listener of this.#listeners) listener();
  }

  /** The element in which the frames live for as long as the shell is on screen. */
  attach(layer: HTMLElement): () => void {
    this.#layer = layer;
    this.#spares = new SparePages(this.#host, layer);
    for (const { view } of this.#slots) this.begin(view);
    const options = { capture: true, passive: true };
    const nudge = (): void => this.nudge();
    const moving = (): void => {
      this.#calm = -transitionFrames;
      this.nudge();
    };
    const dragging = (event: Event): void => {
      const isBegun = event.type === 'pointerdown' || event.type === 'dragstart';
      layer.dataset['dragging'] = String(isBegun);
    };
    const goodbye = (): void => {
      for (const view of this.#views.values()) view.sayGoodbye();
      startMarks.endAll();
    };
    const drag = ['pointerdown', 'pointerup', 'pointercancel', 'dragstart', 'dragend', 'drop'];
    const motion = ['transitionrun', 'animationstart'];
    window.addEventListener('scroll', nudge, options);
    window.addEventListener('resize', nudge, options);
    window.addEventListener('pagehide', goodbye);
    for (const name of motion) window.addEventListener(name, moving, options);
    // While something is dragged, no View may swallow where the pointer is.
    for (const name of drag) window.addEventListener(name, dragging, options);
    this.#mutations.observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeFilter: ['style', 'class', 'hidden', 'open', 'data-window-order'],
    });
    // Pictures, fonts and style sheets that arrive late move things without a word. To ask for a frame would have the
    // whole page drawn, and mostly nothing has moved.
    const check = setInterval(() => {
      if (this.#slots.size > 0 && !document.hidden) this.#pass();
    }, checkEveryMs);
    this.#stops = [
      () => clearInterval(check),
      () => window.removeEventListener('scroll', nudge, options),
      () => window.removeEventListener('resize', nudge, options),
      () => window.removeEventListener('pagehide', goodbye),
      ...motion.map((name) => () => window.removeEventListener(name, moving, options)),
      ...drag.map((name) => () => window.removeEventListener(name, dragging, options)),
      () => this.#mutations.disconnect(),
      this.#gestures.watch(),
      guardFocus({ frameOf: (page) => this.#viewOf(page) }),
      ...(['tools', 'resources', 'prompts'] as const).map((of) =>
        this.#host.client.onNotification(`notifications/${of}/list_changed`, ({ channel }) => {
          for (const view of this.#views.values()) if (view.channel === channel) view.listChanged(of);
        }),
      ),
    ];
    return () => this.#detach(layer);
  }

  /** The View is seen there until the result is called, unless another slot has more of a claim. */
  addSlot(view: ViewInstance, kind: SlotKind, element: HTMLElement): () => void {
    const slot: Slot = { view, kind, element, around: around(element), claim: kind === 'inline' ? 0 : 1 };
    this.#slots.add(slot);
    const stopWatching = this.#watch(element);
    // At once: a View that is told its room when it begins need not be told again.
    this.#pass();
    this.begin(view);
    return () => {
      this.#slots.delete(slot);
      stopWatching();
      this.nudge();
    };
  }

  /** Does nothing as long as there is no place for pages. */
  begin(view: ViewInstance): void {
    if (this.#layer) view.start();
  }

  /** An element above a slot that grows moves the slot and grows their common ancestors. */
  #watch(slot: HTMLElement): () => void {
    const watched: Element[] = [];
    for (
      let element: Element | null = slot;
      element && element !== document.body;
      element = element.parentElement
    ) {
      watched.push(element);
      const count = this.#watched.get(element) ?? 0;
      if (count === 0) this.#resizes.observe(element);
      this.#watched.set(element, count + 1);
    }
    return () => {
      for (const element of watched) {
        const count = (this.#watched.get(element) ?? 1) - 1;
        if (count > 0) this.#watched.set(element, count);
        else {
          this.#watched.delete(element);
          this.#resizes.unobserve(element);
        }
      }
    };
  }

  /** Shows a View here rather than where it is. */
  claim(element: HTMLElement): void {
    for (const slot of this.#slots) {
      if (slot.element !== element) continue;
      this.#claims += 1;
      slot.claim = this.#claims;
    }
    this.nudge();
  }

  /** Hears when another View is shown in a way that there is room for one View in. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  viewIn(mode: SoleMode): ViewInstance | undefined {
    return this.#sole[mode];
  }

  /** Something may have moved. */
  nudge(): void {
    this.#calm = Math.min(this.#calm, 0);
    this.#frame ??= requestAnimationFrame(this.#pass);
  }

  readonly #pass = (): void => {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
    const chosen = this.#chosen();
    // First everything is read, then everything is written: the page is laid out once.
    const screen = { left: 0, top: 0, right: window.innerWidth, bottom: window.innerHeight };
    const boxes = new Map<HTMLElement, Rectangle>();
    const floating = [...document.querySelectorAll('[data-over-views]')].map((element) =>
      element.getBoundingClientRect(),
    );
    const places = [...chosen].map(([view, slot]) => ({
      view,
      slot,
      place: placeOver(
        slot.element.getBoundingClientRect(),
        [screen, ...slot.around.map((element) => cached(boxes, element))],
        slot.kind === 'inline' ? floating : [],
      ),
      layer: layerOf(slot),
    }));
    let isMoving = false;
    for (const view of this.#views.values()) {
      if (chosen.has(view)) continue;
      isMoving = view.frame.place(undefined, { kind: 'parked', layer: 0 }) || isMoving;
      view.setSlot(undefined, undefined);
    }
    for (const { view, slot, place, layer } of places) {
      isMoving = view.frame.place(place, { kind: slot.kind, layer }) || isMoving;
      view.frame.passesOn = slot.kind === 'inline';
      view.frame.isReady = view.getSnapshot().phase === 'ready';
      const isFixed = slot.kind !== 'inline';
      const hasRoom = place.width > 0 && place.height > 0;
      view.setSlot(
        slot.element,
        hasRoom ? view.roomIn(isFixed ? 'fixed' : 'inline', place.width, place.height) : undefined,
      );
      if (!place.isSeen) continue;
      // The most recently visible Views go last.
      this.#views.delete(view.id);
      this.#views.set(view.id, view);
      view.wake();
    }
    this.#thinOut(new Set(places.filter(({ place }) => place.isSeen).map(({ view }) => view)));
    this.#calm = isMoving ? Math.min(this.#calm + 1, 0) : this.#calm + 1;
    if (this.#calm < calmFrames) this.#frame ??= requestAnimationFrame(this.#pass);
  };

  /** By View the slot over which it lies: as the View's mode says, else the one with the highest claim. */
  #chosen(): ReadonlyMap<ViewInstance, Slot> {
    const chosen = new Map<ViewInstance, Slot>();
    const weight = ({ kind, claim, view }: Slot): number =>
      kind === 'pip' || kind === 'fullscreen' ? (kind === view.getSnapshot().mode ? Infinity : -1) : claim;
    for (const slot of this.#slots) {
      const other = chosen.get(slot.view);
      if (!other || weight(slot) >= weight(other)) chosen.set(slot.view, slot);
    }
    return chosen;
  }

  /** Views that nobody has seen for longest give up their pages; those without any slot are forgotten. */
  #thinOut(seen: ReadonlySet<ViewInstance>): void {
    const alive = [...this.#views.values()].filter((view) => view.isAlive);
    const slotted = new Set([...this.#slots].map(({ view }) => view));
    for (const view of alive
      .filter((other) => !seen.has(other))
      .slice(0, Math.max(0, alive.length - mostAlive))) {
      if (slotted.has(view)) void view.rest();
      else {
        this.#views.delete(view.id);
        void view.dispose();
      }
    }
  }

  #scrollAround(view: ViewInstance, by: number): void {
    const slot = this.#chosen().get(view);
    const scrolled = slot?.around.find(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight);
    scrolled?.scrollBy({ top: by, behavior: 'instant' });
  }

  #viewOf(
    page: Element,
  ): { readonly view: ViewInstance; readonly slot: HTMLElement | undefined } | undefined {
    const view = [...this.#views.values()].find(({ frame }) => frame.page === page);
    return view && { view, slot: view.getSnapshot().slot };
  }

  #detach(layer: HTMLElement): void {
    if (this.#layer !== layer) return;
    this.#layer = undefined;
    this.#spares?.clear();
    this.#spares = undefined;
    for (const stop of this.#stops) stop();
    this.#stops = [];
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.#frame = undefined;
    const views = [...this.#views.values()];
    this.#views.clear();
    for (const view of views) void view.dispose();
  }
}

/** Everything around a slot that does not let it be seen beyond its own edge. */
function around(slot: HTMLElement): readonly HTMLElement[] {
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

function cached(boxes: Map<HTMLElement, Rectangle>, element: HTMLElement): Rectangle {
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

/** Directly above the window that the slot is in. Outside of windows, inline Views are below all others. */
function layerOf({ kind, element }: Slot): number {
  const holder = element.closest<HTMLElement>('[data-window-order]');
  if (holder) return orderOf(holder) + 1;
  return kind === 'inline' ? 1 : 2;
}

function orderOf({ dataset }: HTMLElement): number {
  const order = Number(dataset['windowOrder']);
  return Number.isFinite(order) ? order : 0;
}
