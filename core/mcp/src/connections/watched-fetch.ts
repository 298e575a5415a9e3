import { AuthNeeded } from '../failures.ts';

/** Remembers the last demand for a sign-in: not every path through the SDK hands on what `fetch` threw. */
export class WatchedFetch {
  #authNeeded: AuthNeeded | undefined;
  readonly fetch: typeof fetch;

  constructor(inner: typeof fetch) {
    this.fetch = async (input, init) => {
      try {
        return await inner(input, init);
      } catch (error) {
        if (error instanceof AuthNeeded) this.#authNeeded = error;
        throw error;
      }
    };
  }

  get authNeeded(): AuthNeeded | undefined {
    return this.#authNeeded;
  }
}
