import { randomUUID } from 'node:crypto';
import { ProcessReaper } from './process-reaper.ts';

const variable = 'LOGGIA_GUARDED_PROCESS';

/**
 * Ends processes with the host that aren't servers, such as agents: their groups, and whatever has left a group but
 * still has the variable in its environment. It works however the host ends, even by `kill -9`.
 */
export class ProcessGuard {
  readonly #id = randomUUID();
  readonly #reaper: ProcessReaper;

  constructor({ report }: { report(problem: string, error: unknown): void }) {
    const marks = { shows: 'environ' as const, pattern: `${variable}=${this.#id}` };
    this.#reaper = new ProcessReaper({ marks, report });
  }

  /** Call this before a process is started, with these variables, so that it never runs unguarded. */
  starting(): Readonly<Record<string, string>> {
    this.#reaper.start();
    return { [variable]: this.#id };
  }

  /** Call the result when the group has ended: its number may be reused then. */
  started(group: number): () => void {
    this.#reaper.add(group);
    return () => this.#reaper.remove(group);
  }

  /** Ends what is left. */
  stop(): void {
    this.#reaper.stop();
  }
}
