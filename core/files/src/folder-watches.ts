import { watch, type FSWatcher } from 'node:fs';
import { errnoOf } from '@loggia/access';

/** `name` is null if the system doesn't say which entry it was. */
export type Noticed = (event: 'rename' | 'change', name: string | null) => void;

/** Why a folder isn't watched: our own limit is reached, or the system has no more watches to give. */
export type WatchRefusal = 'limit' | 'system';

interface Held {
  readonly watcher: FSWatcher;
  readonly identity: string;
}

const outOfWatches = new Set(['ENOSPC', 'EMFILE', 'ENFILE', 'ENOMEM']);

/**
 * The system's watches on single folders: the one place that opens and closes them. Node's own `recursive` isn't used:
 * on Linux it walks the tree in one synchronous go with a watch per file, and has neither a limit nor exclusions.
 */
export class FolderWatches {
  readonly #max: number;
  readonly #held = new Map<string, Held>();

  constructor(max: number) {
    this.#max = max;
  }

  get folders(): readonly string[] {
    return [...this.#held.keys()];
  }

  /** With an identity, whether the watched folder is that one and not an earlier one of the same name. */
  has(folder: string, identity?: string): boolean {
    const held = this.#held.get(folder);
    return held !== undefined && (identity === undefined || held.identity === identity);
  }

  /**
   * Watches the folder at `at`, replacing another of the same name. An error of the watch counts as a change without a
   * name. Throws the file system's errors, such as ENOENT.
   */
  open(folder: string, at: string, noticed: Noticed, identity = ''): WatchRefusal | undefined {
    this.close(folder);
    if (this.#held.size >= this.#max) return 'limit';
    try {
      const watcher = watch(at, { persistent: false, encoding: 'utf8' }, (event, name) =>
        noticed(event === 'change' ? 'change' : 'rename', name),
      );
      watcher.on('error', () => noticed('rename', null));
      this.#held.set(folder, { watcher, identity });
      return undefined;
    } catch (error) {
      if (outOfWatches.has(errnoOf(error) ?? '')) return 'system';
      throw error;
    }
  }

  close(folder: string): void {
    this.#held.get(folder)?.watcher.close();
    this.#held.delete(folder);
  }

  closeAll(): void {
    for (const folder of this.folders) this.close(folder);
  }
}
