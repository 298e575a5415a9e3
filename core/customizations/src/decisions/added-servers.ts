import { serverSettingsSchema, type ServerSettings } from '@loggia/protocol';
import type { Environment } from '../plugins/loaded.ts';
import { writtenServer } from '../plugins/servers/written-server.ts';
import type { AddedServer } from '../session/plan.ts';
import type { Loader, RecordStore } from '../session/ports.ts';

const namespace = 'servers';
export { namespace as addedServerRecords };
const rules = { author: 'host', dialect: 'tolerant' } as const;

export interface AddedServersPorts {
  readonly records: RecordStore;
  readonly loader: Pick<Loader, 'defineServer'>;
  readonly environment: Environment;
  report(problem: string, error: unknown): void;
}

/** The servers that users added to the host. Complete once `load` has been awaited. */
export class AddedServers {
  readonly #ports: AddedServersPorts;
  readonly #servers = new Map<string, AddedServer>();

  constructor(ports: AddedServersPorts) {
    this.#ports = ports;
  }

  async load(): Promise<void> {
    for (const { key, value } of await this.#ports.records.list(namespace)) {
      try {
        const settings = serverSettingsSchema.parse(value);
        this.#servers.set(key, this.#define(key, settings));
      } catch (error) {
        const written = writtenServer(value, rules, undefined);
        this.#servers.set(key, { name: key, definition: undefined, written });
        this.#ports.report(`The server "${key}" was added with settings that make no sense now`, error);
      }
    }
  }

  list(): readonly AddedServer[] {
    return [...this.#servers.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  has(name: string): boolean {
    return this.#servers.has(name);
  }

  /** Throws an Error with a sentence where the settings make no sense. */
  add(name: string, settings: ServerSettings): AddedServer {
    const server = this.#define(name, settings);
    this.#servers.set(name, server);
    this.#ports.records.put(namespace, name, settings);
    return server;
  }

  remove(name: string): void {
    this.#servers.delete(name);
    this.#ports.records.delete(namespace, name);
  }

  #define(name: string, settings: ServerSettings): AddedServer {
    const definition = this.#ports.loader.defineServer(name, settings, this.#ports.environment);
    return { name, definition, written: writtenServer(settings, rules, definition.transport) };
  }
}
