import { watch, type FSWatcher } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { isInside } from '@loggia/access';
import type { Scheduler } from '@loggia/kernel';
import { isChangeTold, isFolderWatched, placesWith, type WatchedPlaces } from './watched-places.ts';

export interface WatchedFolder {
  /** The root of a plugin or a workspace; absolute. It need not be there yet. */
  readonly path: string;
  /** Places beyond the usual ones; relative to the root. */
  readonly also?: readonly string[];
}

export interface FolderWatch {
  /** Resolves when changes are noticed. */
  readonly ready: Promise<void>;
  close(): void;
}

export interface WatchOptions {
  readonly scheduler?: Pick<Scheduler, 'after'>;
  /** How long changes are gathered before they are told. */
  readonly gatherMs?: number;
  readonly maxFolders?: number;
}

const timers: Pick<Scheduler, 'after'> = {
  after(ms, fn) {
    const timer = setTimeout(fn, ms).unref();
    return () => clearTimeout(timer);
  },
};

interface Held {
  readonly watcher: FSWatcher;
  /** Tells a folder from another that took its place. */
  readonly identity: string;
}

async function identityOf(folder: string): Promise<string | undefined> {
  try {
    const found = await stat(folder);
    return found.isDirectory() ? `${found.dev}:${found.ino}:${found.birthtimeMs}` : undefined;
  } catch {
    return undefined;
  }
}

/** One root. Folders are watched one by one, and only those in which something is read. */
class RootWatch {
  readonly #root: string;
  readonly #places: WatchedPlaces;
  readonly #maxFolders: number;
  readonly #told: () => void;
  readonly #held = new Map<string, Held>();
  #closed = false;

  constructor({ path: root, also = [] }: WatchedFolder, maxFolders: number, told: () => void) {
    this.#root = path.resolve(root);
    this.#places = placesWith(also);
    this.#maxFolders = maxFolders;
    this.#told = told;
  }

  /** Watches what is there now and lets go of what is not. */
  async scan(): Promise<void> {
    const wanted = new Set<string>();
    if ((await identityOf(this.#root)) === undefined) await this.#awaitRoot(wanted);
    else {
      const realRoot = await realpath(this.#root).catch(() => this.#root);
      await this.#scanFolder('', realRoot, wanted);
      // To notice that the root itself is replaced.
      await this.#hold(path.dirname(this.#root), wanted, (name) => name === path.basename(this.#root));
    }
    for (const folder of [...this.#held.keys()]) if (!wanted.has(folder)) this.#drop(folder);
  }

  close(): void {
    this.#closed = true;
    for (const folder of [...this.#held.keys()]) this.#drop(folder);
  }

  /** The root is not there: its nearest folder that is will tell when the way to it grows. */
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
      isChangeTold(this.#places, relative === '' ? name : `${relative}/${name}`);
    // It is watched before it is listed: what appears in between is told.
    if (!(await this.#hold(folder, wanted, isTold))) return;
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const below = relative === '' ? entry.name : `${relative}/${entry.name}`;
      if (entry.isFile() || !isFolderWatched(this.#places, below)) continue;
      if (entry.isSymbolicLink() && !(await this.#staysInside(realRoot, below))) continue;
      await this.#scanFolder(below, realRoot, wanted);
    }
  }

  async #staysInside(realRoot: string, below: string): Promise<boolean> {
    const target = await realpath(path.join(this.#root, below)).catch(() => undefined);
    return target !== undefined && isInside(realRoot, target);
  }

  /** False when there is no such folder, or no more may be watched. */
  async #hold(folder: string, wanted: Set<string>, isTold: (name: string) => boolean): Promise<boolean> {
    const identity = await identityOf(folder);
    if (identity === undefined || this.#closed || wanted.size >= this.#maxFolders) return false;
    wanted.add(folder);
    if (this.#held.get(folder)?.identity === identity) return true;
    this.#drop(folder);
    try {
      const watcher = watch(folder, { persistent: false }, (_, name) => {
        // A folder that is deleted tells its own name last, and nothing after that.
        if (name === path.basename(folder)) this.#drop(folder);
        if (name === null || name === path.basename(folder) || isTold(name)) this.#told();
      });
      watcher.on('error', () => this.#drop(folder));
      this.#held.set(folder, { watcher, identity });
      return true;
    } catch {
      // The system has no more watches to give; the others still work.
      return false;
    }
  }

  #drop(folder: string): void {
    this.#held.get(folder)?.watcher.close();
    this.#held.delete(folder);
  }
}

/**
 * Calls `changed` some time after something changed from which plugins or workspaces in these folders are read, or
 * would be read if it were there. Bursts count as one change. A folder that is deleted and made again is noticed.
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
