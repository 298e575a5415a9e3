import type { Scheduler } from '@loggia/kernel';

/** Callers that wait for a condition. */
export class Waiters {
  readonly #scheduler: Scheduler;
  readonly #waiting = new Set<() => void>();

  constructor(scheduler: Scheduler) {
    this.#scheduler = scheduler;
  }

  get hasWaiters(): boolean {
    return this.#waiting.size > 0;
  }

  /** Resolves at `open`, at the signal, or at the timeout, and says which. */
  wait(ms: number, signal?: AbortSignal): Promise<'opened' | 'left' | 'late'> {
    if (signal?.aborted) return Promise.resolve('left');
    return new Promise((resolve) => {
      const finish = (how: 'opened' | 'left' | 'late'): void => {
        this.#waiting.delete(open);
        signal?.removeEventListener('abort', leave);
        cancel();
        resolve(how);
      };
      const open = (): void => finish('opened');
      const leave = (): void => finish('left');
      const cancel = this.#scheduler.after(ms, () => finish('late'));
      signal?.addEventListener('abort', leave, { once: true });
      this.#waiting.add(open);
    });
  }

  open(): void {
    for (const open of [...this.#waiting]) open();
  }
}
