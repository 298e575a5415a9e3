import type { Kernel } from '@loggia/kernel';
import { isClosing } from './closing.ts';
import type { Equipment } from './equipment.ts';

export interface SessionUsePorts {
  readonly kernel: Kernel;
  readonly equipment: Pick<Equipment, 'use' | 'idle' | 'disposed'>;
  /** Called before equipment first learns of a session: stale states that a crash left must be cleared. */
  settle(uri: string): void;
  report(problem: string, error: unknown): void;
}

/**
 * Tracks the sessions in use, which are those that a client watches or that have a turn running, and tells equipment.
 */
export class SessionUse {
  readonly #ports: SessionUsePorts;
  readonly #watched = new Set<string>();
  readonly #turns = new Map<string, number>();
  #stopped = false;

  constructor(ports: SessionUsePorts) {
    this.#ports = ports;
  }

  created(uri: string): void {
    this.#use(uri);
    this.#idleUnlessUsed(uri);
  }

  /** Accepts any channel and ignores those that turn out not to be sessions. */
  watched(uri: string): void {
    if (this.#stopped) return;
    this.#watched.add(uri);
    if (this.#ports.kernel.peek(uri)) this.#useWatched(uri);
    else void this.#loadWatched(uri);
  }

  unwatched(uri: string): void {
    if (this.#watched.delete(uri) && this.#isSession(uri)) this.#idleUnlessUsed(uri);
  }

  turnStarted(uri: string): void {
    this.#turns.set(uri, (this.#turns.get(uri) ?? 0) + 1);
    this.#use(uri);
  }

  turnEnded(uri: string): void {
    const running = this.#turns.get(uri);
    if (running === undefined) return;
    if (running > 1) return void this.#turns.set(uri, running - 1);
    this.#turns.delete(uri);
    this.#idleUnlessUsed(uri);
  }

  /** Keeps the session in use until the returned function is called. */
  hold(uri: string): () => void {
    this.turnStarted(uri);
    return () => this.turnEnded(uri);
  }

  disposed(uri: string): void {
    this.#watched.delete(uri);
    this.#turns.delete(uri);
    this.#ports.equipment.disposed(uri);
  }

  /** Stops telling equipment; from now on it is up to the next run. */
  stop(): void {
    this.#stopped = true;
    this.#watched.clear();
    this.#turns.clear();
  }

  async #loadWatched(uri: string): Promise<void> {
    try {
      await this.#ports.kernel.load(uri);
      this.#useWatched(uri);
    } catch (error) {
      // Clients will reconnect to the next host.
      if (isClosing(error)) return;
      this.#ports.report(`Could not load ${uri} for its watchers`, error);
    }
  }

  #useWatched(uri: string): void {
    if (!this.#watched.has(uri)) return;
    if (this.#isSession(uri)) this.#use(uri);
    else this.#watched.delete(uri);
  }

  #isSession(uri: string): boolean {
    return this.#ports.kernel.peek(uri)?.kind === 'session';
  }

  #use(uri: string): void {
    this.#ports.settle(uri);
    this.#ports.equipment.use(uri);
  }

  #idleUnlessUsed(uri: string): void {
    if (!this.#watched.has(uri) && !this.#turns.has(uri)) this.#ports.equipment.idle(uri);
  }
}
