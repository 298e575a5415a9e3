import { isGesture, type GestureEvidence } from './gesture.ts';

/**
 * A View asks in its click handler, and its request can arrive before the browser has reported focus and gesture: those
 * come from another process, on separate ways.
 */
const evidenceTakesMs = 500;
const lookEveryMs = 20;

interface Sign {
  readonly at: number;
  readonly isCertain: boolean;
}

type PageState = Pick<GestureEvidence, 'isActive' | 'hasFocus'>;

const ownEvents = ['pointerdown', 'keydown'] as const;

/** The place of the user's last gesture: the shell, or one of the Views. */
export class Gestures<View extends object> {
  readonly #signs = new Map<View, Sign>();
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

  /** The page of that View observed a gesture. `isCertain`: the View can't have forged that. */
  noteIn(view: View, isCertain: boolean): void {
    this.#signs.delete(view);
    this.#signs.set(view, { at: performance.now(), isCertain });
    const [oldest] = this.#signs.keys();
    if (this.#signs.size > 50 && oldest) this.#signs.delete(oldest);
  }

  /** Whether the user has just done something in that View. It may take a few seconds to be certain. */
  async isIn(view: View, state: () => PageState): Promise<boolean> {
    const askedAt = performance.now();
    for (;;) {
      const elsewhereAt = this.#elsewhereAt(view);
      const now = performance.now();
      const { at, isCertain } = this.#signs.get(view) ?? { at: -Infinity, isCertain: false };
      const found = isGesture({
        ...state(),
        sinceSign: now - at,
        isCertain,
        sinceElsewhere: now - elsewhereAt,
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
    const inOthers = [...this.#signs].map(([other, { at }]) => (other === view ? -Infinity : at));
    return Math.max(this.#ownAt, ...inOthers);
  }
}

/** The browser's evidence about gestures and focus of that frame. */
export function stateOf(page: HTMLIFrameElement): PageState {
  const { userActivation } = navigator as { readonly userActivation?: UserActivation };
  return { isActive: userActivation?.isActive ?? true, hasFocus: document.activeElement === page };
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
