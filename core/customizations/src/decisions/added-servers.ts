import { serverSettingsSchema, type ServerSettings } from '@loggia/protocol';
import type { ServerDefinition } from '@loggia/mcp';
import type { Environment } from '../plugins/loaded.ts';
import { writtenServer } from '../plugins/servers/written-server.ts';
import { addedServerId, type AddedServer } from '../session/plan.ts';
import type { Loader, RecordStore } from '../session/ports.ts';

const namespace = 'servers';
export { namespace as addedServerRecords };
/** The current names of renamed servers, by the name they were added under. */
export const serverNameRecords = 'server-names';
/** The workspaces of servers that were added to only one, by key. */
export const serverWorkspaceRecords = 'server-workspaces';
const rules = { author: 'host', dialect: 'tolerant' } as const;

export interface AddedServersPorts {
  readonly records: RecordStore;
  readonly loader: Pick<Loader, 'defineServer'>;
  readonly environment: Environment;
  report(problem: string, error: unknown): void;
}

/** The servers that users added to the host, or to one of its workspaces. Complete once `load` has been awaited. */
export class AddedServers {
  readonly #ports: AddedServersPorts;
  /** By key. */
  readonly #servers = new Map<string, AddedServer>();
  readonly #settings = new Map<string, ServerSettings>();

  constructor(ports: AddedServersPorts) {
    this.#ports = ports;
  }

  async load(): Promise<void> {
    const { records } = this.#ports;
    const renamed = new Map((await records.list(serverNameRecords)).map(({ key, value }) => [key, value]));
    const owners = new Map(
      (await records.list(serverWorkspaceRecords)).map(({ key, value }) => [key, String(value)]),
    );
    for (const { key, value } of await records.list(namespace)) {
      const given = renamed.get(key);
      const name = typeof given === 'string' ? given : key;
      const workspace = owners.get(key);
      try {
        const settings = serverSettingsSchema.parse(value);
        this.#servers.set(key, this.#define({ key, name, workspace }, settings));
        this.#settings.set(key, settings);
      } catch (error) {
        const written = writtenServer(value, rules, undefined);
        this.#servers.set(key, { key, name, workspace, definition: undefined, written });
        this.#ports.report(`The server "${name}" was added with settings that are no longer valid`, error);
      }
    }
  }

  list(): readonly AddedServer[] {
    return [...this.#servers.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  /** Those that a workspace has: the ones for every workspace, and its own. */
  availableIn(workspace: string | undefined): readonly AddedServer[] {
    return this.list().filter((server) => server.workspace === undefined || server.workspace === workspace);
  }

  withId(id: string): AddedServer | undefined {
    return [...this.#servers.values()].find(({ key }) => addedServerId(key) === id);
  }

  /** As they were stored, secrets included. Undefined if they are no longer valid. */
  settingsOf({ key }: AddedServer): ServerSettings | undefined {
    return this.#settings.get(key);
  }

  /** Throws an Error with a sentence if the settings are invalid. */
  add(name: string, settings: ServerSettings, workspace: string | undefined): AddedServer {
    assertName(name);
    return this.#put(this.#define({ key: this.#freeKey(name), name, workspace }, settings), settings);
  }

  /** Throws as `add` does, and then changes nothing. */
  replace(
    { key, workspace, name: before }: AddedServer,
    name: string,
    settings: ServerSettings,
  ): AddedServer {
    if (name !== before) assertName(name);
    return this.#put(this.#define({ key, name, workspace }, settings), settings);
  }

  /** The definition that the settings stand for. Throws an Error with a sentence if they are invalid. */
  define(name: string, settings: ServerSettings): ServerDefinition {
    return this.#ports.loader.defineServer(name, settings, this.#ports.environment);
  }

  remove({ key }: AddedServer): void {
    this.#servers.delete(key);
    this.#settings.delete(key);
    this.#ports.records.delete(namespace, key);
    this.#ports.records.delete(serverNameRecords, key);
    this.#ports.records.delete(serverWorkspaceRecords, key);
  }

  #put(server: AddedServer, settings: ServerSettings): AddedServer {
    const { key, name, workspace } = server;
    this.#servers.set(key, server);
    this.#settings.set(key, settings);
    this.#ports.records.put(namespace, key, settings);
    if (name === key) this.#ports.records.delete(serverNameRecords, key);
    else this.#ports.records.put(serverNameRecords, key, name);
    if (workspace !== undefined) this.#ports.records.put(serverWorkspaceRecords, key, workspace);
    return server;
  }

  /** A renamed server keeps the key from its first name. */
  #freeKey(name: string): string {
    for (let number = 1; ; number += 1) {
      const key = number === 1 ? name : `${name}#${number}`;
      if (!this.#servers.has(key)) return key;
    }
  }

  #define(named: Pick<AddedServer, 'key' | 'name' | 'workspace'>, settings: ServerSettings): AddedServer {
    const definition = this.define(named.name, settings);
    return { ...named, definition, written: writtenServer(settings, rules, definition.transport) };
  }
}

/** Command lines read such a word as an option. */
function assertName(name: string): void {
  if (name.startsWith('-'))
    throw new Error(`The name of a server can't begin with "-". Choose another name than "${name}".`);
}
