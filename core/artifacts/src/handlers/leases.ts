import type { Clock, Scheduler } from '@loggia/kernel';
import type { HandlerAccess } from './handler-access.ts';

interface Lease {
  until: number;
  readonly release: () => void;
  cancel: () => void;
}

/** Keeps the servers of workspaces running while there is work for them, and for a while after. */
export class Leases {
  readonly #handlers: Pick<HandlerAccess, 'use'>;
  readonly #clock: Clock;
  readonly #scheduler: Scheduler;
  readonly #leases = new Map<string, Lease>();

  constructor(ports: {
    readonly handlers: Pick<HandlerAccess, 'use'>;
    readonly clock: Clock;
    readonly scheduler: Scheduler;
  }) {
    this.#handlers = ports.handlers;
    this.#clock = ports.clock;
    this.#scheduler = ports.scheduler;
  }

  /** Never shortens a longer lease. */
  need(workspace: string, forMs: number): void {
    const until = this.#clock.now() + forMs;
    const held = this.#leases.get(workspace);
    if (held !== undefined) {
      held.until = Math.max(held.until, until);
      return;
    }
    const lease: Lease = { until, release: this.#handlers.use(workspace), cancel: () => {} };
    this.#leases.set(workspace, lease);
    this.#await(workspace, lease);
  }

  releaseAll(): void {
    for (const { release, cancel } of this.#leases.values()) {
      cancel();
      release();
    }
    this.#leases.clear();
  }

  #await(workspace: string, lease: Lease): void {
    const left = lease.until - this.#clock.now();
    lease.cancel = this.#scheduler.after(Math.max(0, left), () => {
      if (lease.until > this.#clock.now()) {
        this.#await(workspace, lease);
        return;
      }
      this.#leases.delete(workspace);
      lease.release();
    });
  }
}
