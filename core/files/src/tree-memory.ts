import type { BigIntStats } from 'node:fs';
import { ProtocolError } from '@loggia/protocol';
import { ChangeBatch } from './change-batch.ts';
import { etagOf } from './entries.ts';

interface Known {
  readonly isFolder: boolean;
  readonly identity: string;
  readonly etag: string;
}

/** Identifies a folder. The inode alone isn't enough: a new folder often gets that of a deleted one. */
export function identityOf({ ino, birthtimeNs }: BigIntStats): string {
  return `${ino}-${birthtimeNs}`;
}

export const joinNames = (folder: string, name: string) => (folder === '' ? name : `${folder}/${name}`);

/** Paths are relative to one root, with slashes; the root itself is ''. */
export const isWithin = (folder: string, file: string) =>
  folder === '' || file === folder || file.startsWith(`${folder}/`);

/** The contents of each folder at the last scan. Changes come from comparing them with the current ones. */
export class TreeMemory {
  readonly changes = new ChangeBatch();
  readonly #maxEntries: number;
  readonly #folders = new Map<string, Map<string, Known>>();
  #count = 0;

  constructor(maxEntries: number) {
    this.#maxEntries = maxEntries;
  }

  open(folder: string): void {
    this.#folders.set(folder, new Map());
  }

  namesIn(folder: string): readonly string[] {
    return [...(this.#folders.get(folder)?.keys() ?? [])];
  }

  /** Records an entry's current state. `left` and `entered` tell whether a folder disappeared or appeared. */
  note(
    folder: string,
    name: string,
    look: BigIntStats | undefined,
    how: 'written' | 'seen',
  ): { readonly left: boolean; readonly entered: boolean } {
    const before = this.#folders.get(folder)?.get(name);
    const now = look && { isFolder: look.isDirectory(), identity: identityOf(look), etag: etagOf(look) };
    const stayed =
      before?.isFolder === now?.isFolder && (!now?.isFolder || before?.identity === now.identity);
    const left = before !== undefined && !stayed;
    const entered = now !== undefined && (before === undefined || !stayed);
    const file = joinNames(folder, name);
    if (left) this.#lose(folder, name, file);
    if (now) this.#folders.get(folder)?.set(name, now);
    if (entered) this.#gain(file);
    // Two writes within one tick of the file system's clock look the same, but both were reported as events.
    const isUpdated = how === 'written' || before?.etag !== now?.etag;
    if (before && now && stayed && !now.isFolder && isUpdated) this.changes.record(file, 'updated');
    return { left: left && before.isFolder, entered: entered && now.isFolder };
  }

  /** Forgets a deleted folder and everything in it. */
  forget(folder: string): void {
    for (const [known, entries] of this.#folders) {
      if (!isWithin(folder, known)) continue;
      this.#folders.delete(known);
      this.#count -= entries.size;
      for (const name of entries.keys()) this.changes.record(joinNames(known, name), 'deleted');
    }
  }

  #lose(folder: string, name: string, file: string): void {
    this.#folders.get(folder)?.delete(name);
    this.#count -= 1;
    this.changes.record(file, 'deleted');
    this.forget(file);
  }

  #gain(file: string): void {
    this.#count += 1;
    this.changes.record(file, 'added');
    if (this.#count <= this.#maxEntries) return;
    throw new ProtocolError(
      'Unavailable',
      `There are more than ${this.#maxEntries} entries to watch. Exclude some, or watch less.`,
    );
  }
}
