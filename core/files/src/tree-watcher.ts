import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { errnoOf, withDirectory, type HeldDirectory } from '@loggia/access';
import { ProtocolError } from '@loggia/protocol';
import type { TreeChange } from './change-batch.ts';
import { isTemporaryName, lookAt } from './entries.ts';
import { FolderWatches, type WatchRefusal } from './folder-watches.ts';
import { PendingEvents, type Dirty } from './pending-events.ts';
import { identityOf, isWithin, joinNames, TreeMemory } from './tree-memory.ts';

export interface WatchLimits {
  /** Each watched folder takes one of the system's watches, which all programs share. */
  readonly maxFolders: number;
  readonly maxEntries: number;
  readonly maxChangesPerBatch: number;
  /** The number of pending events beyond which everything is scanned. */
  readonly maxPendingEvents: number;
  /** How long changes are collected before they are reported. */
  readonly delayMs: number;
}

interface Settings {
  /** The real path of the root. All other paths are relative to it, with slashes; the root itself is ''. */
  readonly root: string;
  readonly recursive: boolean;
  isWatched(file: string): boolean;
  isTold(file: string): boolean;
  /** The watch ends when this path is deleted. */
  readonly endsWith: string;
  readonly limits: WatchLimits;
  onChanges(changes: readonly TreeChange[]): void;
  onEnd(error?: unknown): void;
}

const atOnce = 64;
const gone = ['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES', 'EPERM'];

/** The folder is gone or can't be read: its parent reports the rest. */
function isGone(error: unknown): boolean {
  return gone.includes(errnoOf(error) ?? '') || (error instanceof ProtocolError && error.kind === 'Conflict');
}

async function identityOfFolder(folder: string): Promise<string> {
  return withDirectory(folder, async (held) => identityOf(await stat(held.self, { bigint: true })));
}

/**
 * One watch per folder, and a memory of its contents. An event only says where to look; the change comes from comparing
 * the folder with the memory.
 */
export class TreeWatcher {
  readonly #settings: Settings;
  readonly #watches: FolderWatches;
  readonly #pending: PendingEvents;
  readonly #memory: TreeMemory;
  #rootIdentity = '';
  #timer: NodeJS.Timeout | undefined;
  #isLooking = false;
  #isClosed = false;

  constructor(settings: Settings) {
    this.#settings = settings;
    this.#pending = new PendingEvents(settings.limits.maxPendingEvents);
    this.#memory = new TreeMemory(settings.limits.maxEntries);
    this.#watches = new FolderWatches(settings.limits.maxFolders);
  }

  /** The state at the start is the baseline for changes. */
  async start(): Promise<void> {
    this.#isLooking = true;
    try {
      await this.#enterRoot();
    } catch (error) {
      this.close();
      throw error;
    }
    this.#memory.changes.take();
    this.#isLooking = false;
    this.#schedule();
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#stopWatching('');
  }

  async #enterRoot(): Promise<void> {
    this.#rootIdentity = await identityOfFolder(this.#settings.root);
    await this.#enter('');
  }

  /** Watches first and reads second, so that nothing is missed in between. */
  async #enter(folder: string): Promise<void> {
    const absolute = path.join(this.#settings.root, folder);
    const found: string[] = [];
    await withDirectory(absolute, async (held) => {
      if (this.#isClosed || !this.#listen(held, folder)) return;
      found.push(...(await this.#compare(held, folder, 'all')));
    }).catch((error: unknown) => {
      if (folder === '' || !isGone(error)) throw error;
      this.#forget(folder);
    });
    for (const child of found) await this.#enter(child);
  }

  #listen(held: HeldDirectory, folder: string): boolean {
    if (this.#watches.has(folder)) return false;
    const refusal = this.#watches.open(folder, held.self, (event, name) =>
      this.#noticed(folder, name, event),
    );
    if (refusal) throw new ProtocolError('Unavailable', this.#sentenceOf(refusal));
    this.#memory.open(folder);
    return true;
  }

  #sentenceOf(refusal: WatchRefusal): string {
    const { maxFolders } = this.#settings.limits;
    return refusal === 'limit'
      ? `There are more than ${maxFolders} folders to watch. Exclude some, or watch less.`
      : 'The system has no more watches to give. Exclude folders, or raise fs.inotify.max_user_watches and max_user_instances.';
  }

  #noticed(folder: string, name: string | null, event: 'rename' | 'change'): void {
    if (this.#isClosed) return;
    this.#pending.add(folder, name, event);
    this.#schedule();
  }

  /** The delay counts from the first event, not the last, so that constant writes are still reported. */
  #schedule(): void {
    if (this.#isClosed || this.#isLooking || this.#timer || this.#pending.isEmpty) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#look();
    }, this.#settings.limits.delayMs);
  }

  async #look(): Promise<void> {
    this.#isLooking = true;
    let failure: { error: unknown } | undefined;
    try {
      const dirty = this.#pending.take();
      if (await this.#rootStands()) await this.#refresh(dirty);
      this.#tell();
    } catch (error) {
      failure = { error };
    }
    this.#isLooking = false;
    if (failure && !this.#isClosed) {
      this.close();
      this.#settings.onEnd(failure.error);
    }
    this.#schedule();
  }

  /** A folder that replaced the root is read as a whole. */
  async #rootStands(): Promise<boolean> {
    try {
      if ((await identityOfFolder(this.#settings.root)) === this.#rootIdentity) return true;
      this.#forget('');
      await this.#enterRoot();
    } catch (error) {
      if (!isGone(error)) throw error;
      this.#forget('');
      // The deletion of the root stands for all other changes.
      this.#memory.changes.take();
      this.#memory.changes.record(this.#settings.endsWith, 'deleted');
    }
    return false;
  }

  async #refresh(dirty: ReadonlyMap<string, Dirty> | 'storm'): Promise<void> {
    const work = dirty === 'storm' ? this.#watches.folders.map((folder) => [folder, 'all'] as const) : dirty;
    for (const [folder, names] of work) {
      if (!this.#watches.has(folder)) continue;
      const found: string[] = [];
      await withDirectory(path.join(this.#settings.root, folder), async (held) => {
        found.push(...(await this.#compare(held, folder, names)));
      }).catch((error: unknown) => {
        if (!isGone(error)) throw error;
      });
      for (const child of found) await this.#enter(child);
    }
  }

  /** Compares these names with the memory. Returns new folders that must be watched. */
  async #compare(held: HeldDirectory, folder: string, dirty: Dirty): Promise<string[]> {
    const names =
      dirty === 'all'
        ? new Set([...(await readdir(held.self)), ...this.#memory.namesIn(folder)])
        : dirty.keys();
    const watched = [...names].filter((name) => this.#isWatched(folder, name));
    const found: string[] = [];
    for (let start = 0; start < watched.length; start += atOnce) {
      const some = watched.slice(start, start + atOnce);
      const looks = await Promise.all(some.map((name) => lookAt(held.at(name))));
      if (this.#isClosed) return [];
      for (const [index, name] of some.entries()) {
        const file = joinNames(folder, name);
        const how = dirty !== 'all' && dirty.get(name)?.written ? 'written' : 'seen';
        const { left, entered } = this.#memory.note(folder, name, looks[index], how);
        if (left) this.#stopWatching(file);
        if (entered && this.#settings.recursive) found.push(file);
      }
    }
    return found;
  }

  #isWatched(folder: string, name: string): boolean {
    return !isTemporaryName(name) && this.#settings.isWatched(joinNames(folder, name));
  }

  #forget(folder: string): void {
    this.#stopWatching(folder);
    this.#memory.forget(folder);
  }

  #stopWatching(folder: string): void {
    for (const known of this.#watches.folders) if (isWithin(folder, known)) this.#watches.close(known);
  }

  #tell(): void {
    const { root, endsWith, limits, isTold, onChanges, onEnd } = this.#settings;
    if (this.#isClosed) return;
    const changes = this.#memory.changes.take();
    const isOver = changes.some(([file, type]) => file === endsWith && type === 'deleted');
    const told = changes
      .filter(([file]) => isTold(file))
      .map(([file, type]): TreeChange => ({ path: path.join(root, file), type }));
    if (isOver) this.close();
    for (let start = 0; start < told.length; start += limits.maxChangesPerBatch) {
      if (this.#isClosed && !isOver) return;
      onChanges(told.slice(start, start + limits.maxChangesPerBatch));
    }
    if (isOver) onEnd();
  }
}
