import { StoredNames } from '../host/stored-names.ts';

interface Ports {
  readonly storage: Pick<Storage, 'getItem' | 'setItem'>;
  now(): number;
  after(ms: number, run: () => void): () => void;
}

/** A View that has run this long has not frozen the page. */
const watchedMs = 10_000;
const beatEveryMs = 1000;

/**
 * Marks Views in the browser's storage while they start. A frozen page doesn't clear its marks, so the next page knows
 * which Views were starting, and doesn't start them by itself. A running page renews its marks each second, which tells
 * it from a frozen one.
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

  /** Whether another page started that View and has frozen since. It takes a moment if there is such a page. */
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

  /** It behaved, or was removed. */
  end(view: string): void {
    this.#own.get(view)?.();
    if (this.#own.delete(view)) this.#marks.delete(view);
  }

  /** The user wants to run it anyway. */
  forget(view: string): void {
    this.#marks.delete(view);
  }

  /** The page is closing normally. */
  endAll(): void {
    for (const view of [...this.#own.keys()]) this.end(view);
  }
}
