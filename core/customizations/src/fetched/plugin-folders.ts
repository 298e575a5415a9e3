import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';

const incoming = '.incoming';
const previous = '.previous';

/** Fills the empty folder; resolves to the folder in it, or itself, that is to be kept. */
export type Fill = (folder: string) => Promise<string>;

/**
 * The folders in which the host keeps plugins that came as archives or from repositories, one for each. A folder has
 * its name only when everything in it is there.
 */
export class PluginFolders {
  readonly #root: string;
  /** Nothing new is made while leftovers are being removed. */
  #tidied: Promise<unknown> = Promise.resolve();

  constructor(root: string) {
    this.#root = root;
  }

  /** `name` is the folder that the plugin sees itself in; it stays the same for its whole life. */
  pathOf(id: string, name: string): string {
    return path.join(this.#root, id, name);
  }

  /** Resolves to what `place` takes. A rejection leaves nothing behind. */
  async fill(id: string, fill: Fill): Promise<string> {
    await this.#tidied;
    const folder = path.join(this.#root, id, incoming);
    await rm(folder, { recursive: true, force: true });
    await mkdir(folder, { recursive: true, mode: 0o700 });
    try {
      return await fill(folder);
    } catch (error) {
      await rm(folder, { recursive: true, force: true });
      throw error;
    }
  }

  /** Puts what was filled in its place. What was there before is gone then. */
  async place(id: string, name: string, filled: string): Promise<void> {
    const target = this.pathOf(id, name);
    const old = path.join(this.#root, id, previous);
    await rm(old, { recursive: true, force: true });
    const had = await renamed(target, old);
    try {
      await rename(filled, target);
    } catch (error) {
      if (had) await renamed(old, target);
      throw error;
    }
    await rm(old, { recursive: true, force: true });
    await rm(path.join(this.#root, id, incoming), { recursive: true, force: true });
  }

  /** Takes away what was filled and is not wanted any more. */
  async drop(id: string): Promise<void> {
    await rm(path.join(this.#root, id, incoming), { recursive: true, force: true });
  }

  async remove(id: string): Promise<void> {
    await rm(path.join(this.#root, id), { recursive: true, force: true });
  }

  /** After a start: what a crash left behind is completed or removed. `kept` are names by id. */
  tidy(kept: ReadonlyMap<string, string>): Promise<void> {
    const tidied = this.#tidy(kept);
    this.#tidied = tidied.catch(() => undefined);
    return tidied;
  }

  async #tidy(kept: ReadonlyMap<string, string>): Promise<void> {
    for (const id of await readdir(this.#root).catch(() => [])) {
      const name = kept.get(id);
      if (name === undefined) {
        await this.remove(id);
        continue;
      }
      await this.drop(id);
      const old = path.join(this.#root, id, previous);
      const isWhole = (await readdir(path.join(this.#root, id))).includes(name);
      if (!isWhole) await renamed(old, this.pathOf(id, name));
      await rm(old, { recursive: true, force: true });
    }
  }
}

/** Whether there was anything to rename. */
async function renamed(from: string, to: string): Promise<boolean> {
  try {
    await rename(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
