import path from 'node:path';
import { isInside, type Roots } from '@loggia/access';
import { followedBy, type Change } from './change.ts';
import { Copies } from './folder/copies.ts';
import { FollowedFolder, type Entry, type FolderPorts, type Moment } from './folder/followed-folder.ts';
import { sameHeld } from './folder/held.ts';
import { NotFollowed } from './folder/limits.ts';
import { Looks } from './looks.ts';

export interface FollowerPorts extends Omit<FolderPorts, 'copies'> {
  readonly roots: Pick<Roots, 'confine'>;
  /** Where copies of files are. Nobody else writes there. */
  readonly directory: string;
  report(problem: string, error: unknown): void;
}

/** The changes since a beginning. */
export interface Outcome {
  readonly changes: readonly Change[];
  /** Why something may be missing, as sentences. */
  readonly problems: readonly string[];
  /** Call this once: until then, there are copies of everything that changed. */
  release(): void;
}

interface Begun {
  readonly folder: FollowedFolder;
  /** Absent if the folder isn't followed. */
  readonly moment?: Moment;
  readonly problem?: string;
}

/** Folders beyond these are forgotten, and read again when they are used. */
const mostFolders = 4;

/** Tells what changed in folders from one moment to another. */
export class Follower {
  readonly #ports: FollowerPorts;
  readonly #copies: Copies;
  /** The last used at the end. */
  readonly #folders = new Map<string, FollowedFolder>();
  /** Moments that are still needed, with their folders. */
  readonly #open = new Map<Moment, FollowedFolder>();
  /** The end of a turn is seen before the beginning of the next one in the same folder. */
  readonly #looks = new Looks();
  /** When each work that isn't done yet began: copies that were put since then may be needed. */
  readonly #working = new Set<number>();

  constructor(ports: FollowerPorts) {
    this.#ports = ports;
    this.#copies = new Copies(ports.directory);
  }

  start(): Promise<void> {
    return this.#copies.open();
  }

  copyOf(hash: string): Promise<Buffer> {
    return this.#copies.read(hash);
  }

  /** Looks at the folders; the result looks again. Call it once, and release what it returned. */
  async begin(uris: readonly string[]): Promise<() => Promise<Outcome>> {
    const done = this.#work();
    try {
      const folders = await this.#realPaths(uris);
      const begun = await Promise.all(folders.map((real) => this.#looks.at(real, () => this.#begin(real))));
      return () => this.#end(begun);
    } finally {
      done();
    }
  }

  /** Deletes copies that nobody needs any more. */
  async tidy(): Promise<void> {
    const used = new Set([...this.#open.values()].map((folder) => folder.path));
    const idle = [...this.#folders.keys()].filter((folder) => !used.has(folder));
    for (const old of idle.slice(0, -mostFolders)) this.#folders.delete(old);
    const needed = new Set([...this.#folders.values()].flatMap(({ hashes }) => hashes));
    for (const moment of this.#open.keys()) {
      for (const { held } of moment.values()) if (held.hash !== undefined) needed.add(held.hash);
    }
    await this.#copies.keepOnly(needed, Math.min(this.#copies.now(), ...this.#working));
  }

  /** Call the result when it is done. */
  #work(): () => void {
    const since = this.#copies.now();
    this.#working.add(since);
    return () => void this.#working.delete(since);
  }

  async #begin(real: string): Promise<Begun> {
    const folder =
      this.#folders.get(real) ?? new FollowedFolder(real, { ...this.#ports, copies: this.#copies });
    this.#folders.delete(real);
    this.#folders.set(real, folder);
    try {
      const moment = await folder.look();
      this.#open.set(moment, folder);
      return { folder, moment };
    } catch (error) {
      return { folder, problem: this.#sentence(folder, error) };
    }
  }

  async #end(begun: readonly Begun[]): Promise<Outcome> {
    const done = this.#work();
    const release = (): void => {
      for (const { moment } of begun) if (moment) this.#open.delete(moment);
      done();
    };
    try {
      const ends = begun.map((each) => this.#looks.at(each.folder.path, () => this.#ended(each)));
      const all = await Promise.all(ends);
      const changes = followedBy(
        [],
        all.flatMap((each) => each.changes),
      );
      return { changes, problems: all.flatMap(({ problems }) => problems), release };
    } catch (error) {
      release();
      throw error;
    }
  }

  async #ended({ folder, moment, problem }: Begun): Promise<Omit<Outcome, 'release'>> {
    if (!moment) return { changes: [], problems: problem === undefined ? [] : [problem] };
    try {
      return { changes: await differences(folder, moment, await folder.look()), problems: [] };
    } catch (error) {
      return { changes: [], problems: [this.#sentence(folder, error)] };
    }
  }

  /** Folders that the host may read, without those inside of others. */
  async #realPaths(uris: readonly string[]): Promise<readonly string[]> {
    const { roots } = this.#ports;
    const found = await Promise.all(uris.map((uri) => roots.confine(uri, 'read').catch(() => undefined)));
    const real = [...new Set(found.filter((folder) => folder !== undefined))];
    return real.filter((folder) => !real.some((other) => other !== folder && isInside(other, folder)));
  }

  #sentence({ path: folder }: FollowedFolder, error: unknown): string {
    if (error instanceof NotFollowed) return error.message;
    this.#ports.report(`Could not look at the files in ${folder}`, error);
    return `Changes in ${folder} couldn't be recorded. The host's log says why.`;
  }
}

async function differences(folder: FollowedFolder, old: Moment, young: Moment): Promise<Change[]> {
  const changes: Change[] = [];
  for (const name of new Set([...old.keys(), ...young.keys()])) {
    const [one, other] = [old.get(name), young.get(name)];
    if (isSame(one, other)) continue;
    const [before, after] = [one && (await folder.resolve(one)), other && (await folder.resolve(other))];
    if (!sameHeld(before, after)) changes.push({ path: path.join(folder.path, name), before, after });
  }
  return changes.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

function isSame(one: Entry | undefined, other: Entry | undefined): boolean {
  if (one === other || one?.held === other?.held) return true;
  return one?.blob !== undefined && one.blob === other?.blob && one.held.mode === other.held.mode;
}
