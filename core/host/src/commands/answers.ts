import type { Kernel } from '@loggia/kernel';
import type { StallGuard } from './stall-guard.ts';

/** The data that an answer depends on. */
export interface Foundation {
  /**
   * The answer shows only durable data, or data of this process alone, apart from the newest records of these
   * namespaces. Absent: it depends on everything done so far.
   */
  readonly reads?: readonly string[] | undefined;
  /** It may wait for others, such as servers. */
  readonly detached?: boolean | undefined;
}

/** Shows stored data, or data of this process alone. */
export const stored: readonly string[] = [];

/**
 * An answer is sent when the data it depends on is durable, and so is a refusal: a crash must not make either untrue.
 * While storage doesn't accept writes, callers wait no longer than the guard allows.
 */
export class Answers {
  readonly #kernel: Kernel;
  readonly #guard: StallGuard;

  constructor(kernel: Kernel, guard: StallGuard) {
    this.#kernel = kernel;
    this.#guard = guard;
  }

  to<Result>({ reads, detached }: Foundation, work: () => Promise<Result>): Promise<Result> {
    const answer = this.#answer(reads, work);
    // A call that waits for a slow server doesn't concern the guard as long as it stores nothing.
    return reads !== undefined && detached ? answer : this.#guard.run(answer);
  }

  /** For an answer that says that channels are missing: resolves when a crash can't bring them back. */
  removals(): Promise<void> {
    return this.#guard.run(this.#kernel.removalsSettled());
  }

  async #answer<Result>(reads: readonly string[] | undefined, work: () => Promise<Result>): Promise<Result> {
    try {
      const result = await work();
      await this.#settled(reads);
      return result;
    } catch (error) {
      const settled = Promise.all([this.#settled(reads), this.#kernel.removalsSettled()]);
      await this.#guard.run(settled).catch(() => undefined);
      throw error;
    }
  }

  #settled(reads: readonly string[] | undefined): Promise<void> {
    return reads === undefined
      ? this.#kernel.settled()
      : this.#guard.run(this.#kernel.records.settled(reads));
  }
}
