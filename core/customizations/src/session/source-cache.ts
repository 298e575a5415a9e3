import type { Environment, PluginFiles } from '../plugins/loaded.ts';
import { localPath } from './folders.ts';
import type { OpenPlugin, OpenWorkspace } from './plan.ts';
import type { FolderLayout } from '../workspace/layouts.ts';
import type { EquipmentPorts, Loader } from './ports.ts';
import type { Reading } from './reading.ts';
import { notingTexts } from '../files/noting-texts.ts';
import { WatchedSource, type Watching } from './watched-source.ts';

export interface SourceCachePorts extends Pick<EquipmentPorts, 'environment' | 'askClient' | 'report'> {
  readonly loader: Loader;
}

/** A reading in use; `close` it when done. */
export interface SourceLease<T> {
  readonly reading: Reading<T>;
  /** Reads again what could not be read. */
  retry(): void;
  close(): void;
}

/** For whom something is read. */
export interface Reader {
  readonly trusted: boolean;
  /** The session's working directory; absolute. */
  readonly workspaceFolder: string | undefined;
  changed(): void;
}

/** Whether a client's plugin is trusted: not at all, by its own URI, or because of the folder that it is said to be in. */
export type ClientTrust = 'none' | 'named' | 'folder';

/**
 * Plugins and workspaces, each read and watched once however many sessions use it. What is not trusted is read as well,
 * so that the user sees what it is, but learns nothing of the environment.
 */
export class SourceCache {
  readonly #ports: SourceCachePorts;
  readonly #sources = new Map<string, WatchedSource<unknown>>();

  constructor(ports: SourceCachePorts) {
    this.#ports = ports;
  }

  /** `within` is the folder that it must really lie in. */
  plugin(root: string, within: string | undefined, reader: Reader): SourceLease<OpenPlugin> {
    const key = JSON.stringify(['plugin', root, within, reader.trusted, reader.workspaceFolder]);
    const read = async () => this.#open(this.#ports.loader.diskFiles(root, within), reader);
    return this.#lend(
      key,
      reader,
      read,
      this.#watching(root, ({ plugin }) => plugin.alsoWatch ?? []),
    );
  }

  /** As it is on the disk at this moment, without what only trusted sources learn. */
  readPlugin(root: string, within: string | undefined): Promise<OpenPlugin> {
    const reader = { trusted: false, workspaceFolder: undefined };
    return this.#open(this.#ports.loader.diskFiles(root, within), reader);
  }

  workspace(root: string, reader: Reader, layout?: FolderLayout): SourceLease<OpenWorkspace> {
    const key = JSON.stringify(['workspace', root, reader.trusted, reader.workspaceFolder]);
    const read = async () => {
      const files = this.#ports.loader.diskFiles(root);
      const noted = notingTexts(files);
      const environment = this.#environment(reader);
      const workspace = await this.#ports.loader.readWorkspace(noted.files, environment, layout);
      return { files, texts: noted.texts, workspace };
    };
    return this.#lend(
      key,
      reader,
      read,
      this.#watching(root, () => []),
    );
  }

  clientPlugin(
    from: { readonly clientId: string; readonly uri: string; readonly nonce: string | undefined },
    trust: ClientTrust,
    reader: Reader,
  ): SourceLease<OpenPlugin> {
    const { clientId, uri, nonce } = from;
    const key = JSON.stringify(['client', clientId, uri, nonce, trust, reader.workspaceFolder]);
    return this.#lend(key, reader, async () =>
      this.#open(await this.#filesOfClient(clientId, uri, trust), reader),
    );
  }

  stop(): void {
    for (const source of this.#sources.values()) source.close();
    this.#sources.clear();
  }

  async #open(files: PluginFiles, reader: Omit<Reader, 'changed'>): Promise<OpenPlugin> {
    const noted = notingTexts(files);
    const plugin = await this.#ports.loader.loadPlugin(noted.files, this.#environment(reader));
    return { files, texts: noted.texts, plugin };
  }

  #environment({ trusted, workspaceFolder }: Omit<Reader, 'changed'>): Environment {
    const { environment } = this.#ports;
    const { sandboxed } = environment;
    const here = {
      ...(workspaceFolder !== undefined && { workspaceFolder }),
      ...(sandboxed && { sandboxed }),
    };
    if (!trusted) return { ...here, variable: () => undefined };
    return {
      ...here,
      variable: (name) => environment.variable(name),
      ...(environment.dataFolder && {
        dataFolder: (uri) => environment.dataFolder?.(uri) ?? Promise.reject(),
      }),
    };
  }

  /** A folder that lies here, too, is read from here once it is trusted: only so can programs in it run. */
  async #filesOfClient(clientId: string, uri: string, trust: ClientTrust): Promise<PluginFiles> {
    const { loader } = this.#ports;
    const root = trust === 'none' ? undefined : localPath(uri);
    if (root !== undefined && (await loader.isFolder(root))) return loader.diskFiles(root);
    // Trusting a folder covers what lies in it, not what a client claims lies there.
    if (trust === 'folder')
      throw new Error(
        `There is no folder ${uri} on this machine. Put the plugin there, or trust its URI by itself.`,
      );
    return loader.clientFiles(uri, (method, params) => this.#ports.askClient(clientId, method, params));
  }

  #watching<T>(path: string, also: (value: T) => readonly string[]): Watching<T> {
    return {
      also,
      start: (places, changed) => {
        try {
          return this.#ports.loader.watchFolder({ path, also: places }, changed);
        } catch (error) {
          this.#ports.report(`Changes in ${path} will not be noticed`, error);
          return () => {};
        }
      },
    };
  }

  #lend<T>(key: string, reader: Reader, read: () => Promise<T>, watching?: Watching<T>): SourceLease<T> {
    const source =
      (this.#sources.get(key) as WatchedSource<T> | undefined) ?? new WatchedSource(read, watching);
    this.#sources.set(key, source);
    const leave = source.visit(() => reader.changed());
    return {
      get reading() {
        return source.reading;
      },
      retry: () => {
        if (source.reading.kind === 'failed') source.read();
      },
      close: () => {
        leave();
        if (!source.isEmpty || this.#sources.get(key) !== source) return;
        this.#sources.delete(key);
        source.close();
      },
    };
  }
}
