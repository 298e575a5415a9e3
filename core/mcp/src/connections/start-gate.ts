import type { ServerDefinition } from '../definition.ts';
import { installerOf } from './install/installer.ts';

interface Waiting {
  enter(): void;
}

/** Limits concurrent starts, in order of arrival, so that a hundred don't starve the machine. */
export class StartGate {
  readonly #width: number;
  readonly #waiting = new Set<Waiting>();
  #inside = 0;

  constructor(width: number) {
    this.#width = width;
  }

  /**
   * Resolves to a function that admits the next one; safe to call twice. Rejects with the signal's reason if it aborts
   * first.
   */
  async enter(signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    if (this.#inside < this.#width) this.#inside += 1;
    else await this.#wait(signal);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      this.#leave();
    };
  }

  #wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        enter: () => {
          signal.removeEventListener('abort', giveUp);
          resolve();
        },
      };
      const giveUp = () => {
        this.#waiting.delete(waiting);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.#waiting.add(waiting);
    });
  }

  #leave(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#inside -= 1;
      return;
    }
    this.#waiting.delete(next);
    next.enter();
  }
}

/** One gate for each kind of start, so that what starts at once never waits behind an installation. */
export class StartGates {
  readonly #addresses: StartGate;
  readonly #programs: StartGate;
  readonly #installers: StartGate;

  constructor(width: number) {
    // A connection costs little, and one that doesn't answer must not keep the host's own tools waiting.
    this.#addresses = new StartGate(16 * width);
    this.#programs = new StartGate(width);
    this.#installers = new StartGate(width);
  }

  of({ transport }: ServerDefinition): StartGate {
    if (transport.kind !== 'stdio') return this.#addresses;
    return installerOf(transport) ? this.#installers : this.#programs;
  }
}
