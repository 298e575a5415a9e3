import { isGesture, type GestureEvidence } from './gesture.ts';

const ownEvents = ['pointerdown', 'keydown'] as const;

/** Where the user did something last: in the shell, or in which View. */
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
  async isIn(view: View, page: HTMLIFrameElement, inner: GestureEvidence['inner']): Promise<boolean> {
    const signAt = this.#signs.get(view) ?? -Infinity;
    const elsewhere = (): number =>
      Math.max(this.#ownAt, ...[...this.#signs].map(([other, at]) => (other === view ? -Infinity : at)));
    const elsewhereAt = elsewhere();
    const state = (): Pick<GestureEvidence, 'isActive' | 'hasFocus'> => ({
      isActive: (navigator as { readonly userActivation?: UserActivation }).userActivation?.isActive ?? true,
      hasFocus: document.activeElement === page,
    });
    const now = performance.now();
    const found = isGesture({
      ...state(),
      sinceSign: now - signAt,
      sinceElsewhere: now - elsewhereAt,
      inner,
    });
    if (typeof found === 'boolean') return found;
    await new Promise((resolve) => setTimeout(resolve, found));
    const { isActive, hasFocus } = state();
    return isActive && hasFocus && elsewhere() === elsewhereAt;
  }
}
