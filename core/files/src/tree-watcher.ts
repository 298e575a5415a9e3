import { watch, type FSWatcher } from 'node:fs';
import { readdir, stat } from 'node:fs/promises';
import path from 'node:path';
import { errnoOf, withDirectory, type HeldDirectory } from '@loggia/access';
import { ProtocolError } from '@loggia/protocol';
import type { TreeChange } from './change-batch.ts';
import { isTemporaryName, lookAt } from './entries.ts';
import { PendingEvents, type Dirty } from './pending-events.ts';
import { identityOf, isWithin, joinNames, TreeMemory } from './tree-memory.ts';

export interface WatchLimits {
  /** Each watched folder is one watch of the system, which has so many for all programs together. */
  readonly maxFolders: number;
  readonly maxEntries: number;
  readonly maxChangesPerBatch: number;
  /** How many events may wait for a look before everything is looked at. */
  readonly maxPendingEvents: number;
  /** How long changes are collected before they are told. */
  readonly delayMs: number;
}

const outOfWatches = new Set(['ENOSPC', 'EMFILE', 'ENFILE', 'ENOMEM']);

interface Settings {
  /** The real path of a folder. Below, paths are relative to it, with slashes; it is itself ''. */
  readonly root: string;
  readonly recursive: boolean;
  isWatched(file: string): boolean;
  isTold(file: string): boolean;
  /** The watch ends when this is deleted. */
  readonly endsWith: string;
  readonly limits: WatchLimits;
  onChanges(changes: readonly TreeChange[]): void;
  onEnd(error?: unknown): void;
}

const atOnce = 64;
const gone = ['ENOENT', 'ENOTDIR', 'ELOOP', 'EACCES', 'EPERM'];

/** The folder is not there any more, or not to be looked into: what holds it tells the rest. */
function isGone(error: unknown): boolean {
  return gone.includes(errnoOf(error) ?? '') || (error instanceof ProtocolError && error.kind === 'Conflict');
}

async function identityOfFolder(folder: string): Promise<string> {
  return withDirectory(folder, async (held) => identityOf(await stat(held.self, { bigint: true })));
}

/**
 * One watch per folder, and a memory of what was in it. Node's own `recursive` is not used: on Linux it walks the tree
 * in one synchronous go with a watch per file, knows no limit and no exclusions, and does not tell added from updated.
 * Here an event only says where to look; what is found, compared with what was known, makes the change.
 */
export class TreeWatcher {
  readonly #settings: Settings;
  readonly #watchers = new Map<string, FSWatcher>();
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
  }

  /** What is there now is where changes are counted from. */
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

  /** Watches first and reads then, so that nothing falls between. */
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
    const { maxFolders } = this.#settings.limits;
    if (this.#watchers.has(folder)) return false;
    if (this.#watchers.size >= maxFolders) {
      throw new ProtocolError(
        'Unavailable',
        `There are more than ${maxFolders} folders to watch. Exclude some, or watch less.`,
      );
    }
    try {
      const watcher = watch(held.self, { persistent: false, encoding: 'utf8' }, (event, name) => {
        this.#noticed(folder, name, event === 'change' ? 'change' : 'rename');
      });
      watcher.on('error', () => this.#noticed(folder, null, 'rename'));
      this.#watchers.set(folder, watcher);
      this.#memory.open(folder);
    } catch (error) {
      if (!outOfWatches.has(errnoOf(error) ?? '')) throw error;
      const hint = 'Exclude folders, or raise fs.inotify.max_user_watches and max_user_instances';
      throw new ProtocolError('Unavailable', `The system has no more watches to give. ${hint}.`);
    }
    return true;
  }

  #noticed(folder: string, name: string | null, event: 'rename' | 'change'): void {
    if (this.#isClosed) return;
    this.#pending.add(folder, name, event);
    this.#schedule();
  }

  /** From the first event on, not from the last: who writes without pause is heard of all the same. */
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

  /** A folder that took the root's place is read as a whole. */
  async #rootStands(): Promise<boolean> {
    try {
      if ((await identityOfFolder(this.#settings.root)) === this.#rootIdentity) return true;
      this.#forget('');
      await this.#enterRoot();
    } catch (error) {
      if (!isGone(error)) throw error;
      this.#forget('');
      // One change says it all.
      this.#memory.changes.take();
      this.#memory.changes.record(this.#settings.endsWith, 'deleted');
    }
    return false;
  }

  async #refresh(dirty: ReadonlyMap<string, Dirty> | 'storm'): Promise<void> {
    const work =
      dirty === 'storm' ? [...this.#watchers.keys()].map((folder) => [folder, 'all'] as const) : dirty;
    for (const [folder, names] of work) {
      if (!this.#watchers.has(folder)) continue;
      const found: string[] = [];
      await withDirectory(path.join(this.#settings.root, folder), async (held) => {
        found.push(...(await this.#compare(held, folder, names)));
      }).catch((error: unknown) => {
        if (!isGone(error)) throw error;
      });
      for (const child of found) await this.#enter(child);
    }
  }

  /** Looks at these names and takes note. Returns the folders that are new and to be watched. */
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
    for (const [known, watcher] of this.#watchers) {
      if (!isWithin(folder, known)) continue;
      watcher.close();
      this.#watchers.delete(known);
    }
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
