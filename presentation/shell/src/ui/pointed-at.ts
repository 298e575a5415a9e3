import { Cell, type Readable } from '@loggia/client';
import type { DraggedArtifact } from './dragged-artifacts.ts';

/** The artifacts that the user means by “this”: those selected on the desk, or the one in the window used last. */
export class Pointing implements Readable<readonly DraggedArtifact[]> {
  readonly #pointedAt = new Cell<readonly DraggedArtifact[]>([]);
  readonly getSnapshot = this.#pointedAt.getSnapshot;
  readonly subscribe = this.#pointedAt.subscribe;
  readonly #inWindows = new Map<string, DraggedArtifact>();
  #cards: readonly DraggedArtifact[] = [];
  /** Undefined if the desk was used since. */
  #window: string | undefined;
  /** The user doesn't want to send these. */
  #dismissed = '';

  /** These cards are selected now. Another selection counts more than a window that was used before. */
  readonly select = (cards: readonly DraggedArtifact[]): void => {
    if (idsOf(cards) !== idsOf(this.#cards)) this.#window = undefined;
    this.#cards = cards;
    this.#update();
  };

  readonly touchWindow = (window: string): void => {
    if (this.#window === window) return;
    this.#window = window;
    this.#update();
  };

  /** The artifact in a window on screen; call the result once it is gone. */
  readonly showInWindow = (window: string, artifact: DraggedArtifact): (() => void) => {
    this.#inWindows.set(window, artifact);
    this.#update();
    return () => {
      this.#inWindows.delete(window);
      this.#update();
    };
  };

  /** Until something else is pointed at. */
  readonly dismiss = (): void => {
    this.#dismissed = idsOf(this.#current());
    this.#update();
  };

  #current(): readonly DraggedArtifact[] {
    const shown = this.#window === undefined ? undefined : this.#inWindows.get(this.#window);
    return shown ? [shown] : this.#cards;
  }

  #update(): void {
    const current = this.#current();
    const ids = idsOf(current);
    if (ids !== this.#dismissed) this.#dismissed = '';
    const next = ids === this.#dismissed ? [] : current;
    if (essenceOf(next) !== essenceOf(this.getSnapshot())) this.#pointedAt.set(next);
  }
}

function idsOf(artifacts: readonly DraggedArtifact[]): string {
  return artifacts.map(({ id }) => id).join(' ');
}

function essenceOf(artifacts: readonly DraggedArtifact[]): string {
  return JSON.stringify(artifacts.map(({ id, title, type }) => [id, title, type]));
}

export const pointing = new Pointing();
