import fs from 'node:fs';
import path from 'node:path';
import { type SqliteDriver, SqliteFailure } from './sqlite/driver.ts';
import { openDriver } from './sqlite/open-driver.ts';
import { UnusableDatabase } from './sqlite/unusable-database.ts';

export interface DirectoryLock {
  /** Releases the lock. Calling it again does nothing. */
  release(): void;
}

/** Another process uses this directory. */
export class DirectoryInUse extends Error {
  readonly directory: string;
  /** Undefined if the other process hasn't written its id yet. */
  readonly pid: number | undefined;

  constructor(directory: string, pid: number | undefined) {
    const who = pid === undefined ? 'another process' : `process ${pid}`;
    super(`${directory} is in use by ${who}. Stop that one first, or choose another data directory.`);
    this.name = 'DirectoryInUse';
    this.directory = directory;
    this.pid = pid;
  }
}

/** The files of a lock, which contain no data. Only the first stays when it is released. */
export const lockFiles: readonly string[] = ['lock.db', 'lock.db-journal', 'lock.json'];

/** Keeps connections from being garbage-collected, and their locks with them, until they are released. */
const locks = new Set<SqliteDriver>();

/**
 * Makes sure that only one process at a time uses a data directory, which is created if necessary. Throws
 * `DirectoryInUse` if another one does.
 *
 * The lock is an exclusive transaction on a small database of its own, open for as long as the process lives. So the
 * operating system owns it: two processes that start at once can't both get it, and `kill -9` releases it. A file with
 * a process id could do neither: between reading it and deciding that its owner is dead, another process may start, and
 * the id may by then belong to an unrelated one. The id is still written beside it, but only for display.
 */
export function lockDirectory(directory: string): DirectoryLock {
  fs.mkdirSync(directory, { recursive: true, mode: 0o700 });
  const note = path.join(directory, 'lock.json');
  const wanted = fs.statSync(directory).ino;
  const database = takeLock(directory, note);
  if (fs.statSync(directory, { throwIfNoEntry: false })?.ino !== wanted) {
    // A restore put another directory here in the meantime, so the lock is on the one that was moved away.
    database.close();
    return lockDirectory(directory);
  }
  locks.add(database);
  fs.writeFileSync(note, JSON.stringify({ pid: process.pid }));
  let held = true;
  return {
    release() {
      if (!held) return;
      held = false;
      locks.delete(database);
      fs.rmSync(note, { force: true });
      database.exec('ROLLBACK');
      database.close();
    },
  };
}

function takeLock(directory: string, note: string): SqliteDriver {
  const file = path.join(directory, 'lock.db');
  let database: SqliteDriver | undefined;
  try {
    database = openDriver(file);
    // Two processes that try at the same instant block each other for a moment; one of them must get through.
    database.exec('PRAGMA busy_timeout = 250');
    database.exec('BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database?.close();
    if (!(error instanceof SqliteFailure)) throw error;
    if (error.code === 'SQLITE_BUSY') throw new DirectoryInUse(directory, ownerIn(note));
    // The lock database holds no data, but a damaged one still can't be locked.
    if (error.code === 'SQLITE_NOTADB' || error.code === 'SQLITE_CORRUPT')
      throw UnusableDatabase.foreign(file, error);
    throw UnusableDatabase.cannotOpen(file, error);
  }
}

function ownerIn(note: string): number | undefined {
  try {
    const { pid } = JSON.parse(fs.readFileSync(note, 'utf8')) as { pid?: unknown };
    return typeof pid === 'number' ? pid : undefined;
  } catch {
    return undefined;
  }
}
