import { TransientStoreError } from '@loggia/kernel';
import { SqliteFailure } from './driver.ts';
import { UnusableDatabase } from './unusable-database.ts';

/** Failures that may pass by themselves or with a little help. Everything else is a defect, or a damaged file. */
const transient = new Map([
  ['SQLITE_FULL', 'the disk is full'],
  ['SQLITE_IOERR', 'the disk reports an input/output error'],
  ['SQLITE_BUSY', 'another process holds the database'],
  ['SQLITE_LOCKED', 'another process holds the database'],
  ['SQLITE_NOMEM', 'there is not enough memory'],
  ['SQLITE_READONLY', 'the database cannot be written to'],
  ['SQLITE_CANTOPEN', 'a file of the database cannot be opened'],
  ['SQLITE_PROTOCOL', 'another process holds the database'],
  ['SQLITE_INTERRUPT', 'the operation was interrupted'],
]);

/** Nothing is written to a damaged database, since that could spread the damage; reads still work where they can. */
const damaged = 'the database is damaged';
const restore =
  'Stop the host and restore a backup. "loggia doctor --deep" says what is damaged, and the log of the host names the file.';

export function storeFailure(error: unknown): unknown {
  if (error instanceof UnusableDatabase) return new TransientStoreError(damaged, { cause: error }, restore);
  const reason = error instanceof SqliteFailure ? transient.get(error.code) : undefined;
  return reason === undefined ? error : new TransientStoreError(reason, { cause: error });
}
