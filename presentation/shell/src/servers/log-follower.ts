import type { ExtensionResult, Readable } from '@loggia/client';
import { emptyTail, withEntries, type LogTail } from './log-tail.ts';

export interface LogFollowerSnapshot {
  /** Undefined before the first answer. */
  readonly tail: LogTail | undefined;
  readonly error: Error | undefined;
}

type Answer = Pick<ExtensionResult<'x-loggia/serverLogs'>, 'entries' | 'dropped'>;

/** Follows a server's log: each look asks only for what is newer. */
export class LogFollower implements Readable<LogFollowerSnapshot> {
  readonly #read: (after: number | undefined) => Promise<Answer>;
  readonly #listeners = new Set<() => void>();
  #isAsking = false;
  #snapshot: LogFollowerSnapshot = { tail: undefined, error: undefined };

  constructor(read: (after: number | undefined) => Promise<Answer>) {
    this.#read = read;
  }

  readonly getSnapshot = (): LogFollowerSnapshot => this.#snapshot;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  /** Does nothing while an answer is on its way. */
  async look(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    const { tail } = this.#snapshot;
    try {
      const answer = await this.#read(tail?.entries.at(-1)?.seq);
      this.#show({ tail: withEntries(tail ?? emptyTail, answer), error: undefined });
    } catch (problem) {
      this.#show({ tail, error: problem instanceof Error ? problem : new Error(String(problem)) });
    } finally {
      this.#isAsking = false;
    }
  }

  #show(next: LogFollowerSnapshot): void {
    const isSame = next.tail === this.#snapshot.tail && next.error === this.#snapshot.error;
    if (isSame) return;
    this.#snapshot = next;
    for (const listener of this.#listeners) listener();
  }
}
