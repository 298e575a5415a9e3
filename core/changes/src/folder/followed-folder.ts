import type { BigIntStats } from 'node:fs';
import path from 'node:path';
import { isInside } from '@loggia/access';
import type { Copies } from './copies.ts';
import { runGit } from './git.ts';
import { bytesAt, kindOf, modeOf, statAt, type Held } from './held.ts';
import { NotFollowed, type FolderLimits } from './limits.ts';
import { listFiles, type Listing } from './listing.ts';

export interface FolderPorts {
  readonly copies: Copies;
  readonly limits: FolderLimits;
  /** The environment of Git. */
  readonly env: Readonly<Record<string, string>>;
  /** The real path of a folder that isn't looked at: the host's own data, which change all the time. */
  readonly excluded?: string;
  now(): number;
  /** Reads a file or the target of a link, for tests that count. */
  readonly bytesAt?: typeof bytesAt;
}

/** A file as it was at a moment. Two moments share the entry of a file that didn't change in between. */
export interface Entry {
  /** Changes whenever the file may have. */
  readonly mark: string;
  /** It changed so shortly before that another change could leave the same mark. */
  readonly isFresh: boolean;
  readonly held: Held;
  /** Git's copy, where the file was never read: it has the same bytes, but their hash isn't known yet. */
  readonly blob?: string;
}

/** The files of a folder at a moment, by their paths in it. */
export type Moment = ReadonlyMap<string, Entry>;

/** File systems may tell times only so precisely. */
const freshMs = 50;
const atOnce = 32;

/** A folder whose files are looked at before and after turns. Only those that may have changed are read. */
export class FollowedFolder {
  readonly path: string;
  readonly #ports: FolderPorts;
  #last: Moment = new Map();

  constructor(realPath: string, ports: FolderPorts) {
    this.path = realPath;
    this.#ports = ports;
  }

  /** The hashes of the copies that its last moment needs. */
  get hashes(): readonly string[] {
    return [...this.#last.values()].flatMap(({ held }) => held.hash ?? []);
  }

  /** Throws `NotFollowed` if the folder is too large. */
  async look(): Promise<Moment> {
    const { env, limits } = this.#ports;
    // A folder inside of the host's data, such as the one for sessions without a folder, is looked at like any other.
    const excluded = [this.#ports.excluded].find(
      (folder) => folder !== undefined && isInside(this.path, folder),
    );
    const since = this.#ports.now();
    const listing = await listFiles(this.path, { env, limits, excluded });
    const entries = new Map<string, Entry>();
    let copied = 0;
    const queue = listing.paths[Symbol.iterator]();
    const worker = async (): Promise<void> => {
      for (const name of queue) {
        const found = await this.#entry(name, listing, since);
        if (!found) continue;
        entries.set(name, found);
        if (found.held.hash !== undefined) copied += found.held.size;
        if (copied > limits.copiedBytes) throw tooLarge(this.path, limits.copiedBytes);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, worker));
    this.#last = entries;
    return entries;
  }

  /** With the hash of its bytes; without one if they can't be had. */
  async resolve({ blob, held }: Entry): Promise<Held> {
    if (blob === undefined) return held;
    const { copies, env } = this.#ports;
    const bytes = await runGit(this.path, env, ['cat-file', 'blob', blob]);
    // Git may convert what it checks out; then its copy isn't what was there.
    if (!bytes || bytes.length !== held.size) return held;
    return { ...held, hash: await copies.put(bytes) };
  }

  async #entry(name: string, listing: Listing, since: number): Promise<Entry | undefined> {
    const file = path.join(this.path, name);
    const stat = await statAt(file);
    if (!stat) return undefined;
    const mark = markOf(stat);
    const known = this.#last.get(name);
    if (known?.mark === mark && !known.isFresh) return known;
    const held = { kind: kindOf(stat), mode: modeOf(stat), size: Number(stat.size) };
    const isFresh = Number(stat.ctimeMs) > since - freshMs;
    const blob = blobOf(name, stat, listing);
    if (blob !== undefined) return { mark, isFresh, held, blob };
    return this.#read(file, { mark, isFresh, held }, known);
  }

  async #read(file: string, entry: Entry, known: Entry | undefined): Promise<Entry | undefined> {
    const { copies, limits } = this.#ports;
    const read = this.#ports.bytesAt ?? bytesAt;
    const { held } = entry;
    if (held.size > limits.fileBytes) return entry;
    const bytes = await read(file, held.kind, limits.fileBytes).catch(() => undefined);
    // It went away, became too large, or may not be read.
    if (!bytes) return (await statAt(file)) ? entry : undefined;
    const hash = await copies.put(bytes);
    const same = known?.held.hash === hash && known.held.mode === held.mode && known.mark === entry.mark;
    return { ...entry, held: same ? known.held : { ...held, size: bytes.length, hash } };
  }
}

function markOf({ ino, size, mtimeNs, ctimeNs, mode }: BigIntStats): string {
  return [ino, size, mtimeNs, ctimeNs, mode].map((part) => part.toString(36)).join('-');
}

/** Git's copy, if the file is as Git last saw it. */
function blobOf(name: string, stat: BigIntStats, { tracked, indexNs }: Listing): string | undefined {
  const file = tracked.get(name);
  if (!file) return undefined;
  const { ctimeNs, mtimeNs, size, ino } = file.mark;
  const isSame =
    stat.mtimeNs === mtimeNs &&
    stat.ctimeNs === ctimeNs &&
    stat.size === size &&
    BigInt.asUintN(32, stat.ino) === ino;
  return isSame && mtimeNs < indexNs ? file.blob : undefined;
}

function tooLarge(folder: string, most: number): NotFollowed {
  return new NotFollowed(
    `Changes in ${folder} aren't recorded, because its files have more than ${Math.round(most / 1024 / 1024)} MB. Work in a smaller folder, or have Git ignore what needn't be followed.`,
  );
}
