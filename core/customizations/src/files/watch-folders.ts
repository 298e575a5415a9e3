import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { isInside } from '@loggia/access';
import { FolderWatches } from '@loggia/files';
import type { Scheduler } from '@loggia/kernel';
import { isChangeTold, isFolderWatched, pathsWith, type WatchedPaths } from './watched-paths.ts';

export interface WatchedFolder {
  /** The root of a plugin or a workspace; absolute. It may not exist yet. */
  readonly path: string;
  /** Paths beyond the usual ones; relative to the root. */
  readonly also?: readonly string[];
}

export interface FolderWatch {
  /** Resolves once changes are noticed. */
  readonly ready: Promise<void>;
  close(): void;
}

export interface WatchOptions {
  readonly scheduler?: Pick<Scheduler, 'after'>;
  /** How long changes are collected before they are reported. */
  readonly gatherMs?: number;
  readonly maxFolders?: number;
}

const timers: Pick<Scheduler, 'after'> = {
  after(ms, fn) {
    const timer = setTimeout(fn, ms).unref();
    return () => clearTimeout(timer);
  },
};

async function identityOf(folder: string): Promise<string | undefined> {
  try {
    const found = await stat(folder);
    return found.isDirectory() ? `${found.dev}:${found.ino}:${found.birthtimeMs}` : undefined;
  } catch {
    return undefined;
  }
}

/** One root. Folders are watched one by one, and only those that files are read from. */
class RootWatch {
  readonly #root: string;
  readonly #paths: WatchedPaths;
  readonly #told: () => void;
  readonly #watches: FolderWatches;
  #closed = false;

  constructor({ path: root, also = [] }: WatchedFolder, maxFolders: number, told: () => void) {
    this.#root = path.resolve(root);
    this.#paths = pathsWith(also);
    this.#watches = new FolderWatches(maxFolders);
    this.#told = told;
  }

  /** Watches folders that exist and releases those that don't. */
  async scan(): Promise<void> {
    const wanted = new Set<string>();
    if ((await identityOf(this.#root)) === undefined) await this.#awaitRoot(wanted);
    else {
      const realRoot = await realpath(this.#root).catch(() => this.#root);
      await this.#scanFolder('', realRoot, wanted);
      // To notice that the root itself is replaced.
      await this.#hold(path.dirname(this.#root), wanted, (name) => name === path.basename(this.#root));
    }
    for (const folder of this.#watches.folders) if (!wanted.has(folder)) this.#watches.close(folder);
  }

  close(): void {
    this.#closed = true;
    this.#watches.closeAll();
  }

  /** The root doesn't exist: watch its nearest existing ancestor. */
  async #awaitRoot(wanted: Set<string>): Promise<void> {
    let missing = this.#root;
    let folder = path.dirname(missing);
    while ((await identityOf(folder)) === undefined && path.dirname(folder) !== folder) {
      missing = folder;
      folder = path.dirname(folder);
    }
    await this.#hold(folder, wanted, (name) => name === path.basename(missing));
  }

  async #scanFolder(relative: string, realRoot: string, wanted: Set<string>): Promise<void> {
    const folder = path.join(this.#root, relative);
    const isTold = (name: string) =>
      isChangeTold(this.#paths, relative === '' ? name : `${relative}/${name}`);
    // Watched before it is listed, so that nothing is missed in between.
    if (!(await this.#hold(folder, wanted, isTold))) return;
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const below = relative === '' ? entry.name : `${relative}/${entry.name}`;
      if (entry.isFile() || !isFolderWatched(this.#paths, below)) continue;
      if (entry.isSymbolicLink() && !(await this.#staysInside(realRoot, below))) continue;
      await this.#scanFolder(below, realRoot, wanted);
    }
  }

  async #staysInside(realRoot: string, below: string): Promise<boolean> {
    const target = await realpath(path.join(this.#root, below)).catch(() => undefined);
    return target !== undefined && isInside(realRoot, target);
  }

  /** False if the folder doesn't exist or the limit is reached; the others are watched all the same. */
  async #hold(folder: string, wanted: Set<string>, isTold: (name: string) => boolean): Promise<boolean> {
    const identity = await identityOf(folder);
    if (identity === undefined || this.#closed) return false;
    wanted.add(folder);
    if (this.#watches.has(folder, identity)) return true;
    const own = path.basename(folder);
    const noticed = (_event: string, name: string | null) => {
      // A deleted folder reports its own name last, and nothing after that.
      if (name === null || name === own) this.#watches.close(folder);
      if (name === null || name === own || isTold(name)) this.#told();
    };
    try {
      return this.#watches.open(folder, folder, noticed, identity) === undefined;
    } catch {
      return false;
    }
  }
}

/**
 * Calls `changed` some time after a change to anything that plugins or workspaces in these folders are read from,
 * including paths that don't exist yet. Bursts count as one change. A folder that is deleted and created again is
 * noticed.
 */
export function watchFolders(
  folders: readonly (string | WatchedFolder)[],
  changed: () => void,
  { scheduler = timers, gatherMs = 200, maxFolders = 1024 }: WatchOptions = {},
): FolderWatch {
  let closed = false;
  let cancel: (() => void) | undefined;
  let scanning = Promise.resolve();

  const roots = folders.map(
    (folder) => new RootWatch(typeof folder === 'string' ? { path: folder } : folder, maxFolders, told),
  );

  function told(): void {
    if (closed) return;
    cancel ??= scheduler.after(gatherMs, () => {
      cancel = undefined;
      void tell();
    });
  }

  async function tell(): Promise<void> {
    await scan();
    if (!closed) changed();
  }

  async function scanAfter(earlier: Promise<void>): Promise<void> {
    await earlier;
    for (const root of roots) if (!closed) await root.scan();
    if (closed) for (const root of roots) root.close();
  }

  function scan(): Promise<void> {
    scanning = scanAfter(scanning);
    return scanning;
  }

  return {
    ready: scan(),
    close() {
      closed = true;
      cancel?.();
      for (const root of roots) root.close();
    },
  };
}
