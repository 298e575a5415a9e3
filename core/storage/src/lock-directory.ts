import fs from 'node:fs';
import path from 'node:path';
import { type SqliteDriver, SqliteFailure } from './sqlite/driver.ts';
import { openDriver } from './sqlite/open-driver.ts';
import { UnusableDatabase } from './sqlite/unusable-database.ts';

export interface DirectoryLock {
  /** Lets the next one in. Calling it again does nothing. */
  release(): void;
}

/** Somebody else works in this directory. */
export class DirectoryInUse extends Error {
  readonly directory: string;
  /** Undefined when the other one has not got round to saying who it is. */
  readonly pid: number | undefined;

  constructor(directory: string, pid: number | undefined) {
    const who = pid === undefined ? 'another process' : `process ${pid}`;
    super(`${directory} is in use by ${who}. Stop that one first, or choose another data directory.`);
    this.name = 'DirectoryInUse';
    this.directory = directory;
    this.pid = pid;
  }
}

/** A connection that nobody refers to is collected, and its lock with it: so we do, until the lock is released. */
const locks = new Set<SqliteDriver>();

/**
 * Makes sure that one process at a time works in a data directory, which is made if it is not there. Throws
 * `DirectoryInUse` when another one does.
 *
 * The lock is an exclusive transaction on a small database of its own, open for as long as the process lives. So it
 * is the operating system's: two that start at once cannot both get it, and `kill -9` gives it back. A file that
 * holds a process id could do neither: between reading it and deciding that its owner is dead, another may start, and
 * the id may by then belong to a stranger. The id is written beside it all the same, but only to be shown.
 */
export function lockDirectory(directory: string): DirectoryLock {
  fs.mkdirSync(directory, { recursive: true, mode: 0o700 });
  const note = path.join(directory, 'lock.json');
  const database = takeLock(directory, note);
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
    // Two that try at the same instant get in each other's way for a moment; one of them must get through.
    database.exec('PRAGMA busy_timeout = 250');
    database.exec('BEGIN EXCLUSIVE');
    return database;
  } catch (error) {
    database?.close();
    if (!(error instanceof SqliteFailure)) throw error;
    if (error.code === 'SQLITE_BUSY') throw new DirectoryInUse(directory, ownerIn(note));
    // It holds nothing; a damaged one is in the way all the same.
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
