import { isGesture, type GestureEvidence } from './gesture.ts';

/**
 * A View asks in the handler of a click, and its question can be here before the browser has told this page of the
 * focus and the gesture: they come from another process, each by a way of its own.
 */
const evidenceTakesMs = 500;
const lookEveryMs = 20;

type PageState = Pick<GestureEvidence, 'isActive' | 'hasFocus'>;

const ownEvents = ['pointerdown', 'keydown'] as const;

/** The place of the user's last gesture: the shell, or one of the Views. */
export class Gestures<View extends object> {
  readonly #signs = new Map<View, number>();
  #ownAt = -Infinity;

  watch(): () => void {
    const note = ({ isTrusted, timeStamp }: Event): void => {
      if (isTrusted) this.#ownAt = timeStamp;
    };
    for (const name of ownEvents) window.addEventListener(name, note, true);
    return () => {
      for (const name of ownEvents) window.removeEventListener(name, note, true);
    };
  }

  /** The page of that View saw one. */
  noteIn(view: View): void {
    this.#signs.delete(view);
    this.#signs.set(view, performance.now());
    const [oldest] = this.#signs.keys();
    if (this.#signs.size > 50 && oldest) this.#signs.delete(oldest);
  }

  /** Whether the user has just done something in that View. It may take a few seconds until that is certain. */
  async isIn(view: View, state: () => PageState, inner: GestureEvidence['inner']): Promise<boolean> {
    const askedAt = performance.now();
    for (;;) {
      const elsewhereAt = this.#elsewhereAt(view);
      const now = performance.now();
      const found = isGesture({
        ...state(),
        sinceSign: now - (this.#signs.get(view) ?? -Infinity),
        sinceElsewhere: now - elsewhereAt,
        inner,
      });
      if (found === true) return true;
      if (typeof found === 'number') {
        await wait(found);
        const { isActive, hasFocus } = state();
        return isActive && hasFocus && this.#elsewhereAt(view) === elsewhereAt;
      }
      if (now - askedAt > evidenceTakesMs) return false;
      await wait(lookEveryMs);
    }
  }

  #elsewhereAt(view: View): number {
    const inOthers = [...this.#signs].map(([other, at]) => (other === view ? -Infinity : at));
    return Math.max(this.#ownAt, ...inOthers);
  }
}

/** The browser's evidence about gestures and focus of that frame. */
export function stateOf(page: HTMLIFrameElement): PageState {
  const { userActivation } = navigator as { readonly userActivation?: UserActivation };
  return { isActive: userActivation?.isActive ?? true, hasFocus: document.activeElement === page };
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
