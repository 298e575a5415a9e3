import type { CancelSignal } from '../cancel-signal.ts';

/** Callers that wait until something is decided. */
export class Settling {
  readonly #waiting = new Set<() => void>();

  /** Resolves at the next release. Rejects with the signal's reason if that comes first. */
  wait(signal?: CancelSignal): Promise<void> {
    return new Promise<void>((resolve, reject) => {
      const done = () => {
        this.#waiting.delete(done);
        signal?.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = () => {
        this.#waiting.delete(done);
        reject(signal?.reason as Error);
      };
      this.#waiting.add(done);
      signal?.addEventListener('abort', giveUp, { once: true });
    });
  }

  release(): void {
    for (const done of [...this.#waiting]) done();
  }
}

/** Resolves when the work is over, however it went. */
export async function overWith(work: Promise<unknown>): Promise<void> {
  await Promise.allSettled([work]);
}
