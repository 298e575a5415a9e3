import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Roots } from '@loggia/access';
import type { Kernel, Scheduler } from '@loggia/kernel';
import {
  commandTable,
  ProtocolError,
  type Params,
  type ResourceChange,
  type ResourceWatchAction,
  type ResourceWatchState,
} from '@loggia/protocol';
import { onBehalfOf, watchTree } from '@loggia/files';
import { command, type CommandDefinition } from './table.ts';

export interface ResourceWatchPorts {
  readonly kernel: Kernel;
  readonly roots: Roots;
  readonly scheduler: Scheduler;
  newId(): string;
}

interface Watch {
  /** Replaced once the watch is set up. */
  close: () => void;
  unwatchedBefore: boolean;
}

const mostWatches = 1_000;
const lookEveryMs = 30_000;

/**
 * Channels that report changes to files. A watch exists while it has subscribers: it ends with the last `unsubscribe`,
 * or when no client has returned to it for a while.
 */
export class ResourceWatches {
  readonly #ports: ResourceWatchPorts;
  readonly #watches = new Map<string, Watch>();
  #cancelLook: () => void = () => {};

  constructor(ports: ResourceWatchPorts) {
    this.#ports = ports;
    this.#lookLater();
  }

  commands(): Record<string, CommandDefinition> {
    const { params, result } = commandTable.createResourceWatch;
    const says = 'Opens a channel that reports changes to a file or folder.';
    const run = (given: Params<'createResourceWatch'>) => this.#create(given);
    return { createResourceWatch: command({ says, grant: 'read', params, result, run }) };
  }

  /** Removes the watches of an earlier process. */
  async forgetOld(): Promise<void> {
    const { kernel } = this.#ports;
    for (const uri of await kernel.busy('resourceWatch')) kernel.remove(uri);
  }

  unsubscribed(channel: string): void {
    if (this.#watches.has(channel) && !this.#ports.kernel.isWatched(channel)) this.#end(channel);
  }

  stop(): void {
    this.#cancelLook();
    for (const { close } of this.#watches.values()) close();
    this.#watches.clear();
  }

  async #create(params: Params<'createResourceWatch'>): Promise<{ channel: string }> {
    const { kernel, roots } = this.#ports;
    if (this.#watches.size >= mostWatches) {
      throw new ProtocolError(
        'Unavailable',
        `${mostWatches} folders are watched already. Unsubscribe from some first.`,
      );
    }
    const { uri, recursive = false, includes, excludes } = params;
    const realPath = await onBehalfOf(uri, () => roots.confine(uri, 'read'));
    const channel = `ahp-resource-watch:/${this.#ports.newId()}`;
    const state: ResourceWatchState = {
      root: uri,
      recursive,
      ...(includes && { includes }),
      ...(excludes && { excludes }),
    };
    const watch: Watch = { close: () => {}, unwatchedBefore: false };
    const filter = { recursive, includes: includes?.items, excludes: excludes?.items };
    const { close } = await watchTree(realPath, filter, (changes) => {
      const items = changes.map((change) => ({ uri: below(uri, realPath, change.path), type: change.type }));
      void this.#tell(channel, items);
    });
    watch.close = close;
    this.#watches.set(channel, watch);
    kernel.create(channel, 'resourceWatch', state);
    return { channel };
  }

  async #tell(uri: string, items: ResourceChange[]): Promise<void> {
    if (!this.#watches.has(uri)) return;
    const { kernel } = this.#ports;
    const channel = await kernel.load(uri);
    const action: ResourceWatchAction = { type: 'resourceWatch/changed', changes: { items } };
    if (channel && this.#watches.has(uri)) kernel.append(channel, action);
  }

  #end(uri: string): void {
    this.#watches.get(uri)?.close();
    this.#watches.delete(uri);
    this.#ports.kernel.remove(uri);
  }

  /** A client that lost its connection may return; after two checks it won't. */
  #look(): void {
    for (const [uri, watch] of this.#watches) {
      const unwatched = !this.#ports.kernel.isWatched(uri);
      if (unwatched && watch.unwatchedBefore) this.#end(uri);
      else watch.unwatchedBefore = unwatched;
    }
    this.#lookLater();
  }

  #lookLater(): void {
    this.#cancelLook = this.#ports.scheduler.after(lookEveryMs, () => this.#look());
  }
}

/** The URI under which the client knows it, whatever links were followed. */
function below(uri: string, realPath: string, changed: string): string {
  const relative = path.relative(realPath, changed);
  if (relative === '') return uri;
  const encoded = relative.split(path.sep).map((segment) => pathToFileURL(`/${segment}`).pathname.slice(1));
  return `${uri.replace(/\/$/, '')}/${encoded.join('/')}`;
}
