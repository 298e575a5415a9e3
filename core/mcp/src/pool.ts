import type { Scheduler } from '@loggia/kernel';
import type { LeaseRequest, ServerLease } from './connection.ts';
import type { SupervisedConnection } from './connections/supervised-connection.ts';

export interface PoolPorts {
  readonly scheduler: Scheduler;
  /** How long a connection stays that nobody holds, so that a reloaded page finds it as it was. */
  readonly lingerMs: number;
  open(request: LeaseRequest): SupervisedConnection;
}

interface Shared {
  readonly connection: SupervisedConnection;
  /** How many leases each holder has. */
  readonly holders: Map<string, number>;
  cancelLinger: (() => void) | undefined;
}

/** One connection for all who want the same, for as long as anybody wants it. */
export class Pool {
  readonly #ports: PoolPorts;
  readonly #shared = new Map<string, Shared>();
  readonly #ending = new Set<Promise<void>>();
  #stopped = false;

  constructor(ports: PoolPorts) {
    this.#ports = ports;
  }

  lease(request: LeaseRequest): ServerLease {
    const key = keyOf(request);
    const shared = this.#shared.get(key) ?? this.#open(key, request);
    shared.cancelLinger?.();
    shared.cancelLinger = undefined;
    // A fresh start for who comes after everybody had left a server that failed.
    if (shared.holders.size === 0 && shared.connection.state.kind === 'error') shared.connection.restart();
    shared.holders.set(request.holder, (shared.holders.get(request.holder) ?? 0) + 1);
    let released = false;
    const release = () => {
      if (released) return;
      released = true;
      this.#release(key, shared, request.holder);
    };
    return { connection: shared.connection, release };
  }

  users(request: LeaseRequest): number {
    return this.#shared.get(keyOf(request))?.holders.size ?? 0;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const [key, shared] of this.#shared) this.#end(key, shared);
    await Promise.all(this.#ending);
  }

  #open(key: string, request: LeaseRequest): Shared {
    const shared: Shared = {
      connection: this.#ports.open(request),
      holders: new Map(),
      cancelLinger: undefined,
    };
    if (this.#stopped) void shared.connection.stop();
    else this.#shared.set(key, shared);
    return shared;
  }

  #release(key: string, shared: Shared, holder: string): void {
    const left = (shared.holders.get(holder) ?? 0) - 1;
    if (left > 0) shared.holders.set(holder, left);
    else shared.holders.delete(holder);
    if (shared.holders.size > 0 || this.#stopped) return;
    shared.cancelLinger = this.#ports.scheduler.after(this.#ports.lingerMs, () => this.#end(key, shared));
  }

  #end(key: string, shared: Shared): void {
    shared.cancelLinger?.();
    if (this.#shared.get(key) === shared) this.#shared.delete(key);
    const ending = shared.connection.stop();
    this.#ending.add(ending);
    void ending.finally(() => this.#ending.delete(ending));
  }
}

/** Whoever has the same key gets the same connection, so everything that makes a difference is in it. */
export function keyOf({ server, definition, principal, workspace, holder }: LeaseRequest): string {
  const own = definition.isolation === 'session' ? holder : null;
  return canonical([server, definition, principal.kind, principal.id, workspace ?? null, own]);
}

/** JSON in which the order of the keys makes no difference. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
