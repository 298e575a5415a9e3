import { createHash } from 'node:crypto';
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import path from 'node:path';
import type { ServerTransport } from '../../../definition.ts';

/** Long enough for a server that is used once a month to keep its packages. */
const unusedMs = 60 * 24 * 60 * 60_000;

/**
 * Homes of sandboxed servers, so that launchers can store downloaded packages. Each belongs to one definition: another
 * program with the same name starts with an empty one.
 */
export class ServerHomes {
  readonly #folder: string;
  #cleaned: Promise<void> | undefined;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async homeOf(transport: ServerTransport): Promise<string> {
    const name = createHash('sha256').update(JSON.stringify(transport)).digest('hex').slice(0, 32);
    const home = path.join(this.#folder, name);
    await mkdir(home, { recursive: true, mode: 0o700 });
    const now = new Date();
    await utimes(home, now, now);
    await (this.#cleaned ??= this.#clean(now.getTime()));
    return home;
  }

  /** Once per run of the host is enough. */
  async #clean(now: number): Promise<void> {
    for (const name of await readdir(this.#folder)) {
      const home = path.join(this.#folder, name);
      const found = await stat(home).catch(() => undefined);
      if (found !== undefined && now - found.mtimeMs > unusedMs)
        await rm(home, { recursive: true, force: true }).catch(() => {});
    }
  }
}
