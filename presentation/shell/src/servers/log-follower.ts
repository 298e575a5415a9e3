import { Cell, type ExtensionResult, type Readable } from '@loggia/client';
import { asError } from '../host/as-error.ts';
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
  #isAsking = false;
  readonly #snapshot = new Cell<LogFollowerSnapshot>({ tail: undefined, error: undefined });
  readonly getSnapshot = this.#snapshot.getSnapshot;
  readonly subscribe = this.#snapshot.subscribe;

  constructor(read: (after: number | undefined) => Promise<Answer>) {
    this.#read = read;
  }

  /** Does nothing while an answer is on its way. */
  async look(): Promise<void> {
    if (this.#isAsking) return;
    this.#isAsking = true;
    const { tail } = this.getSnapshot();
    try {
      const answer = await this.#read(tail?.entries.at(-1)?.seq);
      this.#show({ tail: withEntries(tail ?? emptyTail, answer), error: undefined });
    } catch (problem) {
      this.#show({ tail, error: asError(problem) });
    } finally {
      this.#isAsking = false;
    }
  }

  #show(next: LogFollowerSnapshot): void {
    const { tail, error } = this.getSnapshot();
    if (next.tail !== tail || next.error !== error) this.#snapshot.set(next);
  }
}
