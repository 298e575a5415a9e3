import path from 'node:path';
import type { Clock } from '@loggia/kernel';
import type { ListedParts } from '../plugins/listed-parts.ts';
import type { PluginFolders } from '../fetched/plugin-folders.ts';
import { folderUri } from '../session/folders.ts';
import type { RecordStore } from '../session/ports.ts';

/** Addresses may hold names of users that are tokens, so these records are among those that are encrypted. */
export const pluginRecords = 'plugins';

/** Where a plugin came from. */
export type AddedFrom =
  | { readonly kind: 'folder'; readonly path: string }
  | { readonly kind: 'zip'; readonly name?: string | undefined; readonly inside?: string | undefined }
  | {
      readonly kind: 'git';
      readonly address: string;
      readonly ref?: string | undefined;
      readonly inside?: string | undefined;
      readonly commit: string;
    };

/** A plugin that can be read, whether or not sessions have it. */
export interface PluginAtHand {
  readonly id: string;
  readonly from: AddedFrom;
  /** The folder that the host keeps it in, below one that is called by its id; unused for a folder of somebody's own. */
  readonly folder: string;
  /** If the list that it was chosen from declares its parts. Its folder got a manifest with them. */
  readonly listed?: ListedPlugin | undefined;
}

export interface ListedPlugin extends ListedParts {
  readonly name: string;
  /** The folder with the list, in the same files; absent if the list is elsewhere. */
  readonly list?: string | undefined;
}

export interface AddedPlugin extends PluginAtHand {
  /** ISO 8601 in UTC. */
  readonly addedAt: string;
  readonly updatedAt: string;
}

/** A plugin as sessions read it. */
export interface PluginPlace {
  readonly root: string;
  /** The folder that the root must really lie in; links in an archive or repository may lead elsewhere. */
  readonly within: string | undefined;
  /** The source that decisions are about. */
  readonly trust: string;
}

export interface AddedPluginsPorts {
  readonly records: RecordStore;
  readonly clock: Clock;
  readonly folders: PluginFolders;
  report(problem: string, error: unknown): void;
}

/** The plugins that users added to the host. Complete once `load` has been awaited. */
export class AddedPlugins {
  readonly #ports: AddedPluginsPorts;
  readonly #plugins = new Map<string, AddedPlugin>();
  /** Those whose files are being replaced: nobody has them meanwhile. */
  readonly #suspended = new Set<string>();

  constructor(ports: AddedPluginsPorts) {
    this.#ports = ports;
  }

  async load(): Promise<void> {
    for (const { key, value } of await this.#ports.records.list(pluginRecords)) {
      this.#plugins.set(key, { ...(value as Omit<AddedPlugin, 'id'>), id: key });
    }
    const tidied = this.#ports.folders.tidy(new Map(this.list().map(({ id, folder }) => [id, folder])));
    const done = tidied.catch((error: unknown) => {
      this.#ports.report('Could not tidy the folders of plugins', error);
    });
    // Without plugins there is nothing that anybody could read before it is whole again.
    if (this.#plugins.size > 0) await done;
  }

  list(): readonly AddedPlugin[] {
    return [...this.#plugins.values()].sort((a, b) => (a.addedAt < b.addedAt ? -1 : 1));
  }

  /** The places of the plugins that sessions have now: all but those suspended during an update. */
  places(): readonly PluginPlace[] {
    return this.list()
      .filter(({ id }) => !this.#suspended.has(id))
      .map((plugin) => this.placeOf(plugin));
  }

  withSource(source: string): AddedPlugin | undefined {
    return this.list().find((plugin) => this.placeOf(plugin).trust === source);
  }

  /**
   * Decisions about an archive or a repository are about what was fetched, wherever the host keeps it: a folder that the
   * operator trusts as a whole must not cover it just because the data directory lies there.
   */
  placeOf({ id, from, folder }: PluginAtHand): PluginPlace {
    if (from.kind === 'folder') return { root: from.path, within: undefined, trust: folderUri(from.path) };
    const files = this.#ports.folders.pathOf(id, folder);
    const root = from.inside === undefined ? files : path.join(files, ...from.inside.split('/'));
    return { root, within: files, trust: `x-loggia-plugin:/${id}` };
  }

  add(plugin: PluginAtHand): AddedPlugin {
    const at = this.#now();
    return this.#put({ ...plugin, addedAt: at, updatedAt: at });
  }

  update(plugin: AddedPlugin, changed: Pick<AddedPlugin, 'from' | 'listed'>): AddedPlugin {
    return this.#put({ ...plugin, ...changed, updatedAt: this.#now() });
  }

  suspend({ id }: AddedPlugin): void {
    this.#suspended.add(id);
  }

  resume({ id }: AddedPlugin): void {
    this.#suspended.delete(id);
  }

  remove({ id }: AddedPlugin): void {
    this.#plugins.delete(id);
    this.#suspended.delete(id);
    this.#ports.records.delete(pluginRecords, id);
  }

  #put(plugin: AddedPlugin): AddedPlugin {
    const { id, ...stored } = plugin;
    this.#plugins.set(id, plugin);
    this.#ports.records.put(pluginRecords, id, stored);
    return plugin;
  }

  #now(): string {
    return new Date(this.#ports.clock.now()).toISOString();
  }
}
