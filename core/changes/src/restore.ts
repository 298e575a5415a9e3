import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { rename, rm, symlink, unlink } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { errnoOf, type HeldDirectory, type Roots } from '@loggia/access';
import {
  createFile,
  lookAt,
  makeFolders,
  onBehalfOf,
  replaceFile,
  temporaryName,
  withFile,
  withParent,
  type Locks,
} from '@loggia/files';
import { ProtocolError } from '@loggia/protocol';
import type { Change } from './change.ts';
import { bytesAt, kindOf, modeOf, sameHeld, statAt, type Held } from './folder/held.ts';

export interface RestorePorts {
  readonly roots: Roots;
  /** Shared with everything else that writes files for clients. */
  readonly locks: Locks;
  /** The largest file that is kept. */
  readonly fileBytes: number;
  read(hash: string): Promise<Buffer>;
}

/** A path that couldn't be brought back, and why. */
export interface NotRestored {
  readonly change: Change;
  readonly error: unknown;
}

export interface Restored {
  readonly done: readonly Change[];
  readonly failed: readonly NotRestored[];
}

/**
 * Brings paths back to how they were before these changes. Nothing is written unless every path is as the changes left
 * it: then it rejects with a Conflict that names the others. A path that the disk refuses doesn't keep the others from
 * going back.
 */
export async function restore(changes: readonly Change[], ports: RestorePorts): Promise<Restored> {
  const unknown = changes.filter(({ before, after }) => !isKept(before) || !isKept(after));
  if (unknown.length > 0) throw notKept(unknown);
  const mixed = changes.filter(({ isMixed }) => isMixed);
  if (mixed.length > 0) throw changedBetween(mixed);
  const entries = await Promise.all(changes.map(({ path: file }) => entryAt(file, ports)));
  return ports.locks.hold(entries, async () => {
    const edited: string[] = [];
    for (const change of changes) if (!(await isUntouched(change, ports))) edited.push(change.path);
    if (edited.length > 0) throw conflict(edited);
    const contents = new Map<Change, Buffer | undefined>();
    for (const change of changes) contents.set(change, await bytesOf(change.before, ports));
    const done: Change[] = [];
    const failed: NotRestored[] = [];
    // Deletes first, to make room for files that come back.
    for (const change of changes.toSorted((a, b) => Number(!!a.before) - Number(!!b.before))) {
      try {
        await bringBack(change, contents.get(change), ports);
        done.push(change);
      } catch (error) {
        failed.push({ change, error });
      }
    }
    return { done, failed };
  });
}

async function bringBack(
  { path: file, before }: Change,
  bytes: Buffer | undefined,
  ports: RestorePorts,
): Promise<void> {
  if (!before || !bytes) return at(file, (held, name) => unlink(held.at(name)));
  await onBehalfOf(uriOf(file), () => makeFolders(uriOf(path.dirname(file)), ports));
  await at(file, (held, name) => put(held, name, before, bytes));
}

/** Says which files went back and which didn't, after a revert that the disk cut short. */
export function notAllRestored({ done, failed }: Restored): ProtocolError {
  const files = failed.map(({ change }) => change.path);
  const [first] = failed;
  const why = first?.error instanceof ProtocolError ? first.error.message : "The host's log says why.";
  const rest = done.length > 0 ? ' Everything else was reverted.' : ' Nothing was reverted.';
  return new ProtocolError('Unavailable', `${namesOf(files)} couldn't be reverted: ${why}${rest}`, {
    files: files.slice(0, 100).map(uriOf),
  });
}

/** The entry itself, which must lie where it did: a link on the way would lead somewhere else. */
async function entryAt(file: string, { roots }: RestorePorts): Promise<string> {
  const entry = await roots.confineEntry(uriOf(file), 'write');
  if (entry !== file) throw conflict([file]);
  return entry;
}

async function isUntouched({ path: file, after }: Change, ports: RestorePorts): Promise<boolean> {
  if (!after) return isFree(file);
  return sameHeld(await heldAt(file, ports.fileBytes), after);
}

/** A file in the place of a folder that was there is in the way. */
async function isFree(file: string): Promise<boolean> {
  try {
    return (await lookAt(file)) === undefined;
  } catch (error) {
    if (errnoOf(error) === 'ENOTDIR') return false;
    throw error;
  }
}

async function heldAt(file: string, most: number): Promise<Held | undefined> {
  const stat = await statAt(file);
  const bytes = stat && (await bytesAt(file, kindOf(stat), most).catch(() => undefined));
  if (!stat || !bytes) return undefined;
  const hash = createHash('sha256').update(bytes).digest('hex');
  return { kind: kindOf(stat), mode: modeOf(stat), size: bytes.length, hash };
}

async function bytesOf(held: Held | undefined, { read }: RestorePorts): Promise<Buffer | undefined> {
  return held?.hash === undefined ? undefined : read(held.hash);
}

function isKept(held: Held | undefined): boolean {
  return held === undefined || held.hash !== undefined;
}

async function put(held: HeldDirectory, name: string, { kind, mode }: Held, bytes: Buffer): Promise<void> {
  const target = held.at(name);
  if (kind === 'link') {
    const temporary = held.at(temporaryName());
    try {
      await symlink(bytes, temporary);
      await rename(temporary, target);
    } finally {
      await rm(temporary, { force: true });
    }
    return;
  }
  const old = await lookAt(target);
  if (old?.isSymbolicLink()) await unlink(target);
  if (old?.isFile()) await replaceFile(held, name, old, bytes, { head: 0, tail: Number(old.size) });
  else await createFile(held, name, bytes);
  await withFile(target, constants.O_RDONLY, (handle) => handle.chmod(mode));
}

function at(file: string, use: (held: HeldDirectory, name: string) => Promise<void>): Promise<void> {
  return onBehalfOf(uriOf(file), () => withParent(file, use));
}

function uriOf(file: string): string {
  return pathToFileURL(file).href;
}

function namesOf(files: readonly string[]): string {
  const names = files.slice(0, 5).map((file) => path.basename(file));
  return files.length > names.length
    ? `${names.join(', ')} and ${files.length - names.length} more`
    : names.join(', ');
}

function conflict(files: readonly string[]): ProtocolError {
  const [was, it] = files.length === 1 ? ['was', 'it'] : ['were', 'them'];
  return new ProtocolError(
    'Conflict',
    `${namesOf(files)} ${was} changed after this turn. Nothing was reverted. Change ${it} back by hand, or keep ${it}.`,
    { files: files.slice(0, 100).map(uriOf) },
  );
}

function changedBetween(changes: readonly Change[]): ProtocolError {
  const files = changes.map(({ path: file }) => file);
  const [was, it] = files.length === 1 ? ['was', 'it'] : ['were', 'them'];
  return new ProtocolError(
    'Conflict',
    `${namesOf(files)} ${was} also changed between turns. Nothing was reverted. Revert ${it} turn by turn, the last one first.`,
    { files: files.slice(0, 100).map(uriOf) },
  );
}

function notKept(changes: readonly Change[]): ProtocolError {
  const files = changes.map(({ path: file }) => file);
  return new ProtocolError(
    'Unavailable',
    `The contents of ${namesOf(files)} weren't kept, because there was too much of it or Git converts it. Nothing was reverted. Restore it from a copy of your own, or keep it.`,
    { files: files.slice(0, 100).map(uriOf) },
  );
}
