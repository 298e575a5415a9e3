import type { Permission } from '@loggia/content';
import type { EquippedServer } from '@loggia/customizations';
import type { Kernel } from '@loggia/kernel';
import type { ServerConnection } from '@loggia/mcp';
import { readContracts, type ServedTypes } from './read-contracts.ts';

const namespace = 'type-contracts';
const nothing: ServedTypes = { contracts: [], problems: [] };

/** The types of a server, and the server's definition at that time: a changed server must be asked again. */
interface Remembered extends ServedTypes {
  readonly about: string;
}

interface Reading {
  /** Undefined until they have been read from this connection. */
  served: ServedTypes | undefined;
  /** The server reported a change while it was being read. */
  again: boolean;
  busy: boolean;
}

export interface ContractCachePorts {
  readonly kernel: Kernel;
  /** The types of a server may have changed. */
  changed(): void;
  report(problem: string, error: unknown): void;
}

/**
 * The types that servers declare. They are read when a server is ready and whenever its resources change, and
 * remembered, so that types don't disappear while their server starts or is down.
 */
export class ContractCache {
  readonly #ports: ContractCachePorts;
  readonly #readings = new WeakMap<ServerConnection, Reading>();
  /** By server. */
  readonly #remembered = new Map<string, Remembered>();

  constructor(ports: ContractCachePorts) {
    this.#ports = ports;
  }

  async load(): Promise<void> {
    const stored = await this.#ports.kernel.records.list(namespace);
    for (const { key, value } of stored) this.#remembered.set(key, value as Remembered);
  }

  /** Undefined if nothing is known yet. Starts reading them if possible. */
  of(server: EquippedServer): ServedTypes | undefined {
    const { connection } = server;
    if (!connection) return undefined;
    const reading = this.#follow(server, connection);
    if (connection.state.kind === 'ready' && !reading.served && !reading.busy)
      void this.#read(server, connection, reading);
    return reading.served ?? this.#recall(server);
  }

  /** The permissions that any server seen so far requested with a type of this name. */
  needsOf(mime: string): readonly Permission[] {
    const contracts = [...this.#remembered.values()].flatMap((served) => served.contracts);
    const needs = contracts
      .filter((contract) => contract.mime === mime)
      .flatMap(({ behaviors }) => behaviors.needs);
    return [...new Set(needs)];
  }

  #recall({ id, definition }: EquippedServer): ServedTypes | undefined {
    const remembered = this.#remembered.get(id);
    if (remembered?.about !== definition) return undefined;
    const { about: _about, ...served } = remembered;
    return served;
  }

  #follow(server: EquippedServer, connection: ServerConnection): Reading {
    const known = this.#readings.get(connection);
    if (known) return known;
    const reading: Reading = { served: undefined, again: false, busy: false };
    this.#readings.set(connection, reading);
    let state = connection.state.kind;
    connection.onChange((change) => {
      const restarted = change === 'state' && state !== 'ready' && connection.state.kind === 'ready';
      state = connection.state.kind;
      if (change !== 'resources' && !restarted) return;
      reading.again = reading.busy;
      if (!reading.busy) void this.#read(server, connection, reading);
    });
    return reading;
  }

  async #read(server: EquippedServer, connection: ServerConnection, reading: Reading): Promise<void> {
    reading.busy = true;
    do {
      reading.again = false;
      try {
        reading.served = await readContracts(connection);
        this.#remember(server, reading.served);
      } catch (error) {
        // The server probably went down meanwhile; its types are read when it is back.
        if (connection.state.kind !== 'ready') continue;
        this.#ports.report(`The types of a server could not be read`, error);
        // Listeners ask for the types again: without an answer they would be read again immediately, in an endless
        // loop.
        reading.served ??= this.#recall(server) ?? nothing;
      }
    } while (reading.again);
    reading.busy = false;
    this.#ports.changed();
  }

  /** Also that it has none: after a restart, nobody has to wait for it to know the types of a workspace. */
  #remember({ id, definition }: EquippedServer, served: ServedTypes): void {
    const { kernel } = this.#ports;
    const before = JSON.stringify(this.#remembered.get(id) ?? null);
    const remembered: Remembered = { ...served, about: definition };
    this.#remembered.set(id, remembered);
    if (JSON.stringify(remembered) !== before) kernel.records.put(namespace, id, remembered);
  }
}
