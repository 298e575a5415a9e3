import type { SqliteDriver } from './driver.ts';
import { openLibsql } from './libsql.ts';
import { findNodeSqlite } from './node-sqlite.ts';

/** Opens a database file with the SQLite that this Node has, and creates it if necessary. */
export function openDriver(path: string): SqliteDriver {
  const open = findNodeSqlite() ?? openLibsql;
  return open(path);
}
