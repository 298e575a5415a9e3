import { closeWindow } from '../arrangement/arrange.ts';
import { deskWindowsOf } from '../arrangement/desk-windows.ts';
import { runCommand } from '../commands/command-registry.ts';
import type { ShellHost } from '../host/shell-host.ts';
import { browserEnvironment, startMarks } from './browser-environment.ts';
import { guardFocus } from './focus-guard.ts';
import { Gestures, stateOf } from './gestures.ts';
import { placeOver, type Rectangle } from './geometry.ts';
import { around, cached, layerOf, type SlotKind } from './slot-place.ts';
import { ViewInstance } from './view-instance.ts';
import { SparePages } from './spare-page.ts';
import type { ViewSubject } from './subject.ts';
import type { StagePorts } from './view-environment.ts';
import { ViewKeys } from './view-keys.ts';
import { WindowTenants } from './window-tenants.ts';

/** A place where a View may be shown. */
export interface Slot {
  readonly view: ViewInstance;
  readonly kind: SlotKind;
  readonly element: HTMLElement;
  /** The elements that clip it, innermost first. */
  readonly around: readonly HTMLElement[];
  /** The window that contains it. */
  readonly window: string | undefined;
  /** The View is shown at the slot with the highest claim. */
  claim: number;
}

/** Modes that only one View can have at a time. */
const soleModes = ['pip', 'fullscreen'] as const;
type SoleMode = (typeof soleModes)[number];

/** The most pages at a time, for the browser's sake and the user's. */
const mostAlive = 20;
/** The number of unchanged frames after which the layout counts as settled. */
const calmFrames = 1;
const transitionFrames = 24;

const stages = new WeakMap<ShellHost, ViewStage>();

export function stageOf(host: ShellHost): ViewStage {
  const known = stages.get(host);
  if (known) return known;
  const stage = new ViewStage(host);
  stages.set(host, stage);
  return stage;
}

/**
 * All running Views, and where they are shown. Slots only give the position: the frames stay where they are in the
 * document, since a moved iframe reloads.
 */
export class ViewStage {
  readonly #host: ShellHost;
  /** By id, in the order in which they were last visible. */
  readonly #views = new Map<string, ViewInstance>();
  readonly #slots = new Set<Slot>();
  readonly #resizes: ResizeObserver;
  readonly #watched = new Map<Element, number>();
  readonly #mutations: MutationObserver;
  readonly #listeners = new Set<() => void>();
  readonly #sole: { [Mode in SoleMode]?: ViewInstance | undefined } = {};
  readonly #gestures = new Gestures<ViewInstance>();
  readonly #tenants = new WindowTenants<ViewInstance>();
  readonly #keys = new ViewKeys<ViewInstance>({
    now: () => performance.now(),
    hasFocus: ({ frame }) => document.hasFocus() && document.activeElement === frame.page,
    openPalette: () => runCommand('palette.open'),
    go: (direction) => runCommand(`window.${direction}`),
    leave: (direction) => runCommand(`region.${direction}`),
    close: (view) => this.#closeWindowOf(view),
  });
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

  /** The View with that id; created, but not started, if it doesn't exist. */
  summon<Subject extends ViewSubject>(id: string, make: () => Subject): ViewInstance {
    const known = this.#views.get(id);
    if (known) return known;
    const ports: StagePorts = {
      passOn: (by) => this.#scrollAround(view, by),
      takePage: (need) => this.#spares?.take(need),
      put: (frame) => this.#layer?.append(frame),
      noteGesture: (isCertain) => this.#gestures.noteIn(view, isCertain),
      pressed: (key) => this.#keys.pressed(view, key),
      hasGesture: () => this.#gestures.isIn(view, () => stateOf(view.frame.page)),
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

  /** The element that holds the frames as long as the shell is on screen. */
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
    // During a drag, no View may swallow pointer events.
    for (const name of drag) window.addEventListener(name, dragging, options);
    this.#mutations.observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
      attributeFilter: ['style', 'class', 'hidden', 'open', 'data-window-order'],
    });
    // Pictures and style sheets that load late, fonts, unfolded details and pinch zoom move things without a mutation.
    const loads = ['load', 'error', 'toggle'];
    for (const name of loads) document.addEventListener(name, nudge, options);
    document.fonts.addEventListener('loadingdone', nudge);
    window.visualViewport?.addEventListener('resize', nudge);
    document.addEventListener('visibilitychange', nudge);
    this.#stops = [
      ...loads.map((name) => () => document.removeEventListener(name, nudge, options)),
      () => document.fonts.removeEventListener('loadingdone', nudge),
      () => window.visualViewport?.removeEventListener('resize', nudge),
      () => document.removeEventListener('visibilitychange', nudge),
      () => window.removeEventListener('scroll', nudge, options),
      () => window.removeEventListener('resize', nudge, options),
      () => window.removeEventListener('pagehide', goodbye),
      ...motion.map((name) => () => window.removeEventListener(name, moving, options)),
      ...drag.map((name) => () => window.removeEventListener(name, dragging, options)),
      () => this.#mutations.disconnect(),
      this.#gestures.watch(),
      deskWindowsOf(this.#host).onClosed((id) => this.#end(this.#tenants.close(id))),
      guardFocus({ frameOf: (page) => this.#viewOf(page) }),
      ...(['tools', 'resources', 'prompts'] as const).map((of) =>
        this.#host.client.onNotification(`notifications/${of}/list_changed`, ({ channel }) => {
          for (const view of this.#views.values()) if (view.channel === channel) view.listChanged(of);
        }),
      ),
    ];
    return () => this.#detach(layer);
  }

  /** Shows the View there until the returned function is called, unless another slot has a higher claim. */
  addSlot(view: ViewInstance, kind: SlotKind, element: HTMLElement): () => void {
    const window = element.closest<HTMLElement>('[data-window]')?.dataset['window'];
    const claim = kind === 'inline' ? 0 : 1;
    const slot: Slot = { view, kind, element, around: around(element), window, claim };
    this.#slots.add(slot);
    if (window !== undefined) this.#end(this.#tenants.enter(window, view));
    const stopWatching = this.#watch(element);
    // Synchronously: a View that knows its room when it starts need not be told again.
    this.#pass();
    this.begin(view);
    return () => {
      this.#slots.delete(slot);
      stopWatching();
      if (this.#tenants.isHomeless(view)) this.#end([view]);
      this.nudge();
    };
  }

  /**
   * Ends Views whose windows were closed, unless they are shown elsewhere: their pages are removed, and nothing of them
   * keeps running.
   */
  #end(views: readonly ViewInstance[]): void {
    for (const view of views) {
      const kinds = [...this.#slots].filter((slot) => slot.view === view).map(({ kind }) => kind);
      if (kinds.length === 0 || kinds.includes('inline')) this.#tenants.forget(view);
      if (kinds.length > 0) continue;
      if (this.#views.get(view.id) === view) this.#views.delete(view.id);
      void view.dispose();
    }
  }

  #closeWindowOf(view: ViewInstance): void {
    const window = this.#chosen().get(view)?.window;
    const workspace = window === undefined ? undefined : deskWindowsOf(this.#host).deskOf(window);
    if (window !== undefined && workspace !== undefined) closeWindow(this.#host, workspace, window);
  }

  /** Does nothing until the layer for pages exists. */
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

  /** Moves a View here from where it is. */
  claim(element: HTMLElement): void {
    for (const slot of this.#slots) {
      if (slot.element !== element) continue;
      this.#claims += 1;
      slot.claim = this.#claims;
    }
    this.nudge();
  }

  /** Called when another View enters a mode that only one can have. */
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
    // All reads come before all writes, so that the page is laid out once.
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
      // Moves visible Views to the end of the order.
      this.#views.delete(view.id);
      this.#views.set(view.id, view);
      view.wake();
    }
    this.#thinOut(new Set(places.filter(({ place }) => place.isSeen).map(({ view }) => view)));
    this.#calm = isMoving ? Math.min(this.#calm + 1, 0) : this.#calm + 1;
    if (this.#calm < calmFrames) this.#frame ??= requestAnimationFrame(this.#pass);
  };

  /** The slot of each View: by its mode, else the one with the highest claim. */
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

  /** The Views unseen for longest lose their pages; those without a slot are removed. */
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
