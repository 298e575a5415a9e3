import { AuthNeeded } from '../failures.ts';

/** Remembers the last sign-in request: not every path through the SDK passes on the error of `fetch`. */
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
