import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/**
 * Copies of files as they are between turns, by their hashes. They are only needed while the host runs: what a turn
 * changed is kept with its changeset.
 */
export class Copies {
  readonly #directory: string;
  /** When each copy was needed last, by its hash. */
  readonly #used = new Map<string, number>();
  /** Copies that are being written or removed. */
  readonly #busy = new Map<string, Promise<void>>();
  #time = 0;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Starts empty. */
  async open(): Promise<void> {
    await rm(this.#directory, { recursive: true, force: true });
    await mkdir(this.#directory, { recursive: true, mode: 0o700 });
  }

  /** A moment before every later `put`. */
  now(): number {
    return ++this.#time;
  }

  async put(bytes: Buffer): Promise<string> {
    const hash = createHash('sha256').update(bytes).digest('hex');
    for (let busy = this.#busy.get(hash); busy; busy = this.#busy.get(hash)) await busy;
    const isThere = this.#used.has(hash);
    this.#used.set(hash, this.now());
    if (!isThere) await this.#alone(hash, () => this.#write(hash, bytes));
    return hash;
  }

  read(hash: string): Promise<Buffer> {
    return readFile(path.join(this.#directory, hash));
  }

  /** Removes every copy that isn't among these and wasn't put since then. */
  async keepOnly(hashes: ReadonlySet<string>, since: number): Promise<void> {
    for (const hash of [...this.#used.keys()]) {
      const used = this.#used.get(hash) ?? since;
      if (hashes.has(hash) || used >= since || this.#busy.has(hash)) continue;
      this.#used.delete(hash);
      await this.#alone(hash, () => rm(path.join(this.#directory, hash), { force: true }));
    }
  }

  async #write(hash: string, bytes: Buffer): Promise<void> {
    try {
      await writeFile(path.join(this.#directory, hash), bytes, { mode: 0o600 });
    } catch (error) {
      this.#used.delete(hash);
      throw error;
    }
  }

  /** Others that want the same copy wait, however this ends. */
  async #alone(hash: string, work: () => Promise<void>): Promise<void> {
    const done = work();
    const busy = done.catch(() => undefined).finally(() => this.#busy.delete(hash));
    this.#busy.set(hash, busy);
    await done;
  }
}
