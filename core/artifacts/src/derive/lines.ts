import { deriveLimits } from './limits.ts';

/** The line of what the platform works out by itself. */
export const platformLine = '';

interface Line {
  readonly ids: Set<string>;
  working: number;
}

/** Artifacts in line for their providers: each provider does one at a time, and each line gets its turn. */
export class Lines {
  readonly #lines = new Map<string, Line>();
  readonly #lineOf = new Map<string, string>();
  #working = 0;

  /** In line, or being worked on. */
  has(id: string): boolean {
    return this.#lineOf.has(id);
  }

  /** False when the line is full. */
  join(name: string, id: string): boolean {
    const line = this.#lines.get(name) ?? { ids: new Set<string>(), working: 0 };
    this.#lines.set(name, line);
    if (line.ids.size >= deriveLimits.inLine) return false;
    line.ids.add(id);
    this.#lineOf.set(id, name);
    return true;
  }

  /** The next one to work on; undefined while there is none, or enough is being worked on. */
  next(): string | undefined {
    if (this.#working >= deriveLimits.atOnce) return undefined;
    for (const [name, line] of this.#lines) {
      const most = name === platformLine ? deriveLimits.perPlatform : deriveLimits.perServer;
      const [id] = line.ids;
      if (id === undefined || line.working >= most) continue;
      line.ids.delete(id);
      line.working += 1;
      this.#working += 1;
      // To the end, so that the others come first next time.
      this.#lines.delete(name);
      this.#lines.set(name, line);
      return id;
    }
    return undefined;
  }

  /** The work on it is over. The result says whether its line could do with more. */
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
