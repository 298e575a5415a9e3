import { DirectoryInUse, lockDirectory, type DirectoryLock } from '@loggia/storage';
import { RestoreFailed } from './restore-failed.ts';
import { partialOf } from './restore-places.ts';

/**
 * Keeps hosts and other restores away from a data directory and the folder beside it. A lock follows its directory when
 * that is renamed, so the new data is locked from the moment it is in place.
 */
export class RestoreLocks {
  readonly #directory: string;
  readonly #partial: DirectoryLock;
  #held: DirectoryLock | undefined;
  readonly #moved: DirectoryLock[] = [];

  /** Creates the folder beside the data directory. Throws if another restore has it. */
  constructor(directory: string) {
    this.#directory = directory;
    try {
      this.#partial = lockDirectory(partialOf(directory));
    } catch (error) {
      if (!(error instanceof DirectoryInUse)) throw error;
      throw new RestoreFailed(`Another restore to ${directory} is running${by(error)}. Wait for its end.`, {
        cause: error,
      });
    }
  }

  /** Creates the directory if it isn't there. Throws `DirectoryInUse` if a host has it. */
  lockDirectory(): void {
    this.#held ??= lockDirectory(this.#directory);
  }

  /** The directory has another name now, so one of the same name isn't locked. */
  directoryMoved(): void {
    if (this.#held) this.#moved.push(this.#held);
    this.#held = undefined;
  }

  /** Windows doesn't rename a directory while files in it are open. */
  beforeRename(): void {
    if (process.platform === 'win32') this.release();
  }

  /** Releases the new data last: until then, no host can start on it. */
  release(): void {
    for (const lock of this.#moved) lock.release();
    this.#held?.release();
    this.#partial.release();
  }
}

export function inUse(directory: string, error: DirectoryInUse): RestoreFailed {
  return new RestoreFailed(
    `A host is using ${directory}${by(error)}. Stop it, and run the restore again. Nothing was changed.`,
    { cause: error },
  );
}

function by({ pid }: DirectoryInUse): string {
  return pid === undefined ? '' : ` (process ${pid})`;
}
