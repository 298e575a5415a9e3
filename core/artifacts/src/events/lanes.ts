import type { Clock } from '@loggia/kernel';
import { deliveryLimits } from './limits.ts';

interface Underway {
  readonly event: string;
  readonly server: string;
  readonly abort: AbortController;
}

interface ServerLoad {
  calls: number;
  /** When it last started or finished a call. */
  movedAt: number;
}

/** The running deliveries: one per artifact, a few per server, and a total limit. */
export class Lanes {
  readonly #clock: Clock;
  readonly #byArtifact = new Map<string, Underway>();
  readonly #byServer = new Map<string, ServerLoad>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get size(): number {
    return this.#byArtifact.size;
  }

  has(artifact: string): boolean {
    return this.#byArtifact.has(artifact);
  }

  admits(server: string): boolean {
    const calls = this.#byServer.get(server)?.calls ?? 0;
    return this.size < deliveryLimits.atOnce && calls < deliveryLimits.atOncePerServer;
  }

  /** Whether the server is busy and hasn't finished a call for a while. */
  isSlow(server: string): boolean {
    const load = this.#byServer.get(server);
    return load !== undefined && this.#clock.now() - load.movedAt >= deliveryLimits.slowMs;
  }

  enter(artifact: string, underway: Underway): void {
    this.#byArtifact.set(artifact, underway);
    const load = this.#byServer.get(underway.server);
    if (load === undefined) {
      this.#byServer.set(underway.server, { calls: 1, movedAt: this.#clock.now() });
    } else {
      load.calls += 1;
      load.movedAt = this.#clock.now();
    }
  }

  leave(artifact: string): void {
    const underway = this.#byArtifact.get(artifact);
    if (underway === undefined) return;
    this.#byArtifact.delete(artifact);
    const load = this.#byServer.get(underway.server);
    if (load === undefined) return;
    load.calls -= 1;
    load.movedAt = this.#clock.now();
    if (load.calls === 0) this.#byServer.delete(underway.server);
  }

  /** Aborts the call for this event, if there is one. */
  abort(artifact: string, event: string): void {
    const underway = this.#byArtifact.get(artifact);
    if (underway?.event === event) underway.abort.abort();
  }

  abortAll(): void {
    for (const { abort } of this.#byArtifact.values()) abort.abort();
  }
}
