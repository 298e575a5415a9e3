import { deriveLimits } from './limits.ts';

/** The queue for the platform's own work. */
export const platformLine = '';

interface Line {
  readonly ids: Set<string>;
  working: number;
}

/** Artifacts queued for their providers: each provider works on one at a time, and queues take turns. */
export class Lines {
  readonly #lines = new Map<string, Line>();
  readonly #lineOf = new Map<string, string>();
  #working = 0;

  /** Queued, or being worked on. */
  has(id: string): boolean {
    return this.#lineOf.has(id);
  }

  /** False if the queue is full. */
  join(name: string, id: string): boolean {
    const line = this.#lines.get(name) ?? { ids: new Set<string>(), working: 0 };
    this.#lines.set(name, line);
    if (line.ids.size >= deriveLimits.inLine) return false;
    line.ids.add(id);
    this.#lineOf.set(id, name);
    return true;
  }

  /** The next one to work on; undefined if there is none, or enough is being worked on. */
  next(): string | undefined {
    if (this.#working >= deriveLimits.atOnce) return undefined;
    for (const [name, line] of this.#lines) {
      const most = name === platformLine ? deriveLimits.perPlatform : deriveLimits.perServer;
      const [id] = line.ids;
      if (id === undefined || line.working >= most) continue;
      line.ids.delete(id);
      line.working += 1;
      this.#working += 1;
      // Moved to the end, so that the others come first next time.
      this.#lines.delete(name);
      this.#lines.set(name, line);
      return id;
    }
    return undefined;
  }

  /** The work on it is over. Returns whether its queue can take more. */
  leave(id: string): boolean {
    const name = this.#lineOf.get(id);
    const line = name === undefined ? undefined : this.#lines.get(name);
    if (name === undefined || line === undefined) return false;
    this.#lineOf.delete(id);
    line.working -= 1;
    this.#working -= 1;
    if (line.ids.size === 0 && line.working === 0) this.#lines.delete(name);
    return line.ids.size < deriveLimits.inLine / 4;
  }
}
