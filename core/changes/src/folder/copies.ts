import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { errnoOf } from '@loggia/access';

/**
 * Copies of files as they are between turns, by their hashes. They are only needed while the host runs: what a turn
 * changed is kept with its changeset.
 */
export class Copies {
  readonly #directory: string;
  readonly #hashes = new Set<string>();

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Starts empty. */
  async open(): Promise<void> {
    await rm(this.#directory, { recursive: true, force: true });
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
  }

  async put(bytes: Buffer): Promise<string> {
    const hash = createHash('sha256').update(bytes).digest('hex');
    if (this.#hashes.has(hash)) return hash;
    try {
      await writeFile(path.join(this.#directory, hash), bytes, { flag: 'wx', mode: 0o600 });
    } catch (error) {
      if (errnoOf(error) !== 'EEXIST') throw error;
    }
    this.#hashes.add(hash);
    return hash;
  }

  read(hash: string): Promise<Buffer> {
    return readFile(path.join(this.#directory, hash));
  }

  /** Removes every copy that isn't among these. */
  async keepOnly(hashes: ReadonlySet<string>): Promise<void> {
    for (const hash of [...this.#hashes]) {
      if (hashes.has(hash)) continue;
      this.#hashes.delete(hash);
      await rm(path.join(this.#directory, hash), { force: true });
    }
  }
}
