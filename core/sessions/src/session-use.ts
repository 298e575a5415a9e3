import type { Kernel } from '@loggia/kernel';
import { isClosing } from './closing.ts';
import type { Equipment } from './equipment.ts';

export interface SessionUsePorts {
  readonly kernel: Kernel;
  readonly equipment: Pick<Equipment, 'use' | 'idle' | 'disposed'>;
  /** Before equipment hears of a session for the first time: what a crash left in it must not pass for the truth. */
  settle(uri: string): void;
  report(problem: string, error: unknown): void;
}

/** Which sessions are in use: those that somebody watches or that have a turn under way. Equipment is told. */
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

  /** Any channel: those that are no sessions are passed over, once they are known. */
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

  disposed(uri: string): void {
    this.#watched.delete(uri);
    this.#turns.delete(uri);
    this.#ports.equipment.disposed(uri);
  }

  /** What happens to sessions from now on is the next run's to tell. */
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
      // Whoever watched it will find the next host.
      if (isClosing(error)) return;
      this.#ports.report(`Could not load ${uri} for those who watch it`, error);
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
