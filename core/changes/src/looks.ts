import { createLocks } from '@loggia/files';

/** More at once would only compete for the disk. */
const mostAtOnce = 4;

/** Looks at folders: one at a time in each, in the order in which they were asked for, and only a few in all. */
export class Looks {
  readonly #folders = createLocks();
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  at<Value>(folder: string, look: () => Promise<Value>): Promise<Value> {
    return this.#folders.hold([folder], async () => {
      await this.#enter();
      try {
        return await look();
      } finally {
        this.#leave();
      }
    });
  }

  async #enter(): Promise<void> {
    if (this.#running < mostAtOnce) this.#running++;
    else await new Promise<void>((resolve) => void this.#waiting.push(resolve));
  }

  /** The place goes to whoever has waited longest. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next) next();
    else this.#running--;
  }
}
