import { Cell, type Readable } from '@loggia/client';
import { asError } from './as-error.ts';

export interface Page<Entry> {
  readonly entries: readonly Entry[];
  /** The cursor of the next page; undefined at the end. */
  readonly cursor: string | undefined;
}

export interface PagedListSnapshot<Entry> {
  /** Undefined before the first page. */
  readonly entries: readonly Entry[] | undefined;
  readonly error: Error | undefined;
  readonly isLoading: boolean;
  readonly hasMore: boolean;
}

export interface PagedListOptions<Entry> {
  read(cursor: string | undefined): Promise<Page<Entry>>;
  /** Combines the newest page with the previous entries; without it, a refresh reads as many entries as there were. */
  readonly join?: (before: Page<Entry>, newest: Page<Entry>) => Page<Entry>;
}

/** A list of the host that comes by the page. One question at a time: a later one makes an earlier one void. */
export class PagedList<Entry> implements Readable<PagedListSnapshot<Entry>> {
  readonly #options: PagedListOptions<Entry>;
  #page: Page<Entry> | undefined;
  #round = 0;
  readonly #snapshot = new Cell<PagedListSnapshot<Entry>>({
    entries: undefined,
    error: undefined,
    isLoading: false,
    hasMore: false,
  });
  readonly getSnapshot = this.#snapshot.getSnapshot;
  readonly subscribe = this.#snapshot.subscribe;

  constructor(options: PagedListOptions<Entry>) {
    this.#options = options;
  }

  /** The first page, unless somebody asked before. */
  begin(): void {
    if (this.#round === 0) this.more();
  }

  /** The next page; further ones, up to `patience`, until `enough` of what is there. */
  more(enough?: (entries: readonly Entry[]) => boolean, patience = 1): void {
    this.#load(async (isVoid) => {
      let now: Page<Entry> = this.#page ?? { entries: [], cursor: undefined };
      for (let pages = 0; pages < patience; pages += 1) {
        const next = await this.#options.read(now.cursor);
        if (isVoid()) break;
        now = { entries: [...now.entries, ...next.entries], cursor: next.cursor };
        this.#page = now;
        if (now.cursor === undefined || enough?.(now.entries) === true) break;
        this.#show({ entries: now.entries });
      }
      return now;
    });
  }

  /** Looks whether something is new. Does nothing while a page is on its way. */
  again(): void {
    if (this.getSnapshot().isLoading) return;
    const before = this.#page;
    const { join, read } = this.#options;
    this.#load(async () => {
      let now = await read(undefined);
      if (before !== undefined && join) return join(before, now);
      // Reads as many entries as there were, so that nothing jumps.
      while (now.cursor !== undefined && now.entries.length < (before?.entries.length ?? 0)) {
        const next = await read(now.cursor);
        now = { entries: [...now.entries, ...next.entries], cursor: next.cursor };
      }
      return now;
    });
  }

  #load(work: (isVoid: () => boolean) => Promise<Page<Entry>>): void {
    this.#round += 1;
    const round = this.#round;
    const isVoid = (): boolean => round !== this.#round;
    this.#show({ isLoading: true });
    const run = async (): Promise<void> => {
      try {
        const page = await work(isVoid);
        if (isVoid()) return;
        this.#page = page;
        this.#show({
          entries: page.entries,
          error: undefined,
          isLoading: false,
          hasMore: page.cursor !== undefined,
        });
      } catch (problem) {
        if (isVoid()) return;
        const error = asError(problem);
        this.#show({ error, isLoading: false });
      }
    };
    void run();
  }

  #show(change: Partial<PagedListSnapshot<Entry>>): void {
    this.#snapshot.set({ ...this.getSnapshot(), ...change });
  }
}
