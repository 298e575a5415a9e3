import type { SqliteDriver } from './driver.ts';
import { openLibsql } from './libsql.ts';
import { findNodeSqlite } from './node-sqlite.ts';

/** Every SQLite library in this Node. */
export function driversHere(): readonly (readonly [string, (path: string) => SqliteDriver])[] {
  const nodes = findNodeSqlite();
  return [['libsql', openLibsql], ...(nodes ? ([['node:sqlite', nodes]] as const) : [])];
}
