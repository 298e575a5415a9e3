import type { Report } from './problem.ts';

/** A set of listeners. One that throws is reported, and the others are still called. */
export class Listeners<Event> {
  readonly #entries = new Set<{ readonly hear: (event: Event) => void }>();
  readonly #report: Report;

  constructor(report: Report) {
    this.#report = report;
  }

  /** The same function may be added twice; each result removes one of them. */
  add(hear: (event: Event) => void): () => void {
    const entry = { hear };
    this.#entries.add(entry);
    return () => {
      this.#entries.delete(entry);
    };
  }

  tell(event: Event): void {
    for (const { hear } of [...this.#entries]) {
      try {
        hear(event);
      } catch (error) {
        this.#report({ kind: 'listener', message: 'A listener threw; the others were served.', error });
      }
    }
  }
}
