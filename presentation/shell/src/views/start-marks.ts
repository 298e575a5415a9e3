import { StoredNames } from './stored-names.ts';

interface Ports {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  now(): number;
  after(ms: number, run: () => void): () => void;
}

/** A View that has run for so long has not frozen the page. */
const watchedMs = 10_000;
const beatEveryMs = 1000;

/**
 * Marks Views in the storage of the browser while they start. A page that freezes clears no mark, so the next page
 * knows which Views were starting then, and does not start them by itself. A page that runs renews its marks each
 * second, which tells it from one that is frozen.
 */
export class StartMarks {
  readonly #marks: StoredNames;
  readonly #ports: Ports;
  /** The marks of this page, each with the function that ends it. */
  readonly #own = new Map<string, () => void>();

  constructor(ports: Ports) {
    this.#ports = ports;
    this.#marks = new StoredNames('loggia.starting-views', 100, ports.storage);
  }

  /** Whether another page began to show that View and has stopped since. Takes a moment where there is such a page. */
  async isSuspect(view: string): Promise<boolean> {
    const before = this.#marks.get(view);
    if (before === undefined || this.#own.has(view)) return false;
    if (this.#ports.now() - Number(before) > 3 * beatEveryMs) return true;
    await new Promise<void>((resolve) => this.#ports.after(2.5 * beatEveryMs, resolve));
    return this.#marks.get(view) === before;
  }

  begin(view: string): void {
    this.end(view);
    let left = watchedMs / beatEveryMs;
    let cancel = (): void => {};
    const beat = (): void => {
      if (left === 0) return this.end(view);
      left -= 1;
      this.#marks.set(view, String(this.#ports.now()));
      cancel = this.#ports.after(beatEveryMs, beat);
    };
    this.#own.set(view, () => cancel());
    beat();
  }

  /** It behaved, or is gone. */
  end(view: string): void {
    this.#own.get(view)?.();
    if (this.#own.delete(view)) this.#marks.delete(view);
  }

  /** The user wants it to run all the same. */
  forget(view: string): void {
    this.#marks.delete(view);
  }

  /** The page goes away in good order. */
  endAll(): void {
    for (const view of [...this.#own.keys()]) this.end(view);
  }
}
