import type { Scheduler } from '@loggia/kernel';
import type { LeaseRequest, ServerLease } from './connection.ts';
import type { Company } from './connections/company.ts';
import type { ServerTally } from './gateway.ts';
import type { SupervisedConnection } from './connections/supervised-connection.ts';

export interface PoolPorts {
  readonly scheduler: Scheduler;
  /** How long an unused connection stays, so that a reloaded page finds it running. */
  readonly lingerMs: number;
  open(request: LeaseRequest, company: Company): SupervisedConnection;
}

interface Shared {
  readonly server: string;
  readonly key: string;
  /** The folders that it is for. They only make a difference once the server has asked for them. */
  folders: readonly string[];
  readonly connection: SupervisedConnection;
  readonly leases: Set<LeaseRequest>;
  cancelLinger: (() => void) | undefined;
}

/**
 * One connection for all equal requests, for as long as anybody needs it. Requests for different folders are equal
 * until the server asks for its folders; from then on, each set of folders has a connection of its own. If the only
 * holder of a connection moves to other folders, the connection moves along.
 */
export class Pool {
  readonly #ports: PoolPorts;
  readonly #shared = new Set<Shared>();
  /** By connection that ends, the id of its server. */
  readonly #ending = new Map<Promise<void>, string>();
  /** Restarts of connections that have ended. */
  #restarts = 0;
  #stopped = false;

  constructor(ports: PoolPorts) {
    this.#ports = ports;
  }

  lease(request: LeaseRequest): ServerLease {
    const shared = this.#find(request) ?? this.#moved(request) ?? this.#open(request);
    shared.cancelLinger?.();
    shared.cancelLinger = undefined;
    // A new user of a failed server that everybody had left gets a fresh start.
    if (shared.leases.size === 0 && shared.connection.state.kind === 'error') shared.connection.restart();
    const held = { ...request };
    shared.leases.add(held);
    return {
      connection: shared.connection,
      get fits() {
        return isFor(shared, request);
      },
      release: (how) => {
        if (shared.leases.delete(held)) this.#released(shared, how);
      },
    };
  }

  users(request: LeaseRequest): number {
    return new Set([...(this.#find(request)?.leases ?? [])].map(({ holder }) => holder)).size;
  }

  tally(): ServerTally {
    const states = new Map<string, number>();
    let restarts = this.#restarts;
    for (const { connection } of this.#shared) {
      states.set(connection.state.kind, (states.get(connection.state.kind) ?? 0) + 1);
      restarts += connection.restarts;
    }
    return { states, restarts };
  }

  /** Ends the connections of the server that nobody holds any more. */
  retire(server: string): void {
    for (const shared of this.#shared)
      if (shared.server === server && shared.leases.size === 0) this.#end(shared);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const shared of this.#shared) this.#end(shared);
    await Promise.all(this.#ending.keys());
  }

  #find(request: LeaseRequest): Shared | undefined {
    const key = keyOf(request);
    return [...this.#shared].find((shared) => shared.key === key && isFor(shared, request));
  }

  /** The connection that only this holder has, for the folders that it works in from now on. */
  #moved(request: LeaseRequest): Shared | undefined {
    const key = keyOf(request);
    const isOwn = ({ key: its, leases }: Shared): boolean =>
      its === key && leases.size > 0 && [...leases].every(({ holder }) => holder === request.holder);
    const own = [...this.#shared].find(isOwn);
    if (!own) return undefined;
    own.folders = request.folders;
    own.connection.folders.moveTo(request.folders);
    return own;
  }

  #open(request: LeaseRequest): Shared {
    const leases = new Set<LeaseRequest>();
    const { server, folders } = request;
    const connection = this.#ports.open(request, {
      othersEnded: () => this.#ended(server),
      hasOtherFolders: () => [...leases].some((lease) => !areSame(lease.folders, shared.folders)),
    });
    const shared: Shared = {
      server,
      key: keyOf(request),
      folders,
      connection,
      leases,
      cancelLinger: undefined,
    };
    if (this.#stopped) void connection.stop();
    else this.#shared.add(shared);
    return shared;
  }

  #released(shared: Shared, how: 'at once' | undefined): void {
    if (shared.leases.size > 0 || this.#stopped) return;
    if (how === 'at once') this.#end(shared);
    else this.#linger(shared);
  }

  /** An installation that nobody waits for goes on: cut off, it would leave a damaged package behind. */
  #linger(shared: Shared): void {
    shared.cancelLinger = this.#ports.scheduler.after(this.#ports.lingerMs, () => {
      if (shared.connection.installing === undefined) this.#end(shared);
      else this.#linger(shared);
    });
  }

  #end(shared: Shared): void {
    shared.cancelLinger?.();
    if (this.#shared.delete(shared)) this.#restarts += shared.connection.restarts;
    const ending = shared.connection.stop();
    this.#ending.set(ending, shared.server);
    void ending.finally(() => this.#ending.delete(ending));
  }

  async #ended(server: string): Promise<void> {
    await Promise.all([...this.#ending].flatMap(([ending, its]) => (its === server ? [ending] : [])));
  }
}

function isFor({ connection, folders }: Shared, request: LeaseRequest): boolean {
  return !connection.folders.isUsed || areSame(folders, request.folders);
}

function areSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((folder, index) => folder === other[index]);
}

/** Equal keys can share a connection, so everything that makes a difference is part of the key. */
export function keyOf({ server, definition, principal, folders, holder }: LeaseRequest): string {
  const own = definition.isolation === 'session' ? holder : null;
  const { transport } = definition;
  const isMounted = transport.kind === 'stdio' && transport.sandbox?.workspace === true;
  const folder = isMounted ? (folders[0] ?? null) : null;
  return canonical([server, definition, principal.kind, principal.id, folder, own]);
}

/** JSON with sorted keys. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    return Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
