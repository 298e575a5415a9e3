import type {
  Batch,
  ListQuery,
  LogQuery,
  LogSlice,
  RecordRange,
  Store,
  StoredChannel,
  StoredSnapshot,
  StorePosition,
} from '@loggia/kernel';
import { ChannelIds } from './channel-ids.ts';
import { type SqliteDriver, SqliteFailure, type SqliteStatement } from './driver.ts';
import { rollBack } from './open-database.ts';
import type { StorePart } from './store-part.ts';
import { SqliteDirectory } from './sqlite-directory.ts';
import { SqliteLog } from './sqlite-log.ts';
import { SqliteRecords } from './sqlite-records.ts';
import { SqliteSnapshots } from './sqlite-snapshots.ts';
import { storeFailure } from './store-failure.ts';
import { UnusableDatabase } from './unusable-database.ts';

/** The store on one SQLite connection. Everything is synchronous, so reads and commits can't overlap. */
export class SqliteStore implements Store {
  readonly #database: SqliteDriver;
  readonly #begin: SqliteStatement;
  readonly #commit: SqliteStatement;
  readonly #ids: ChannelIds;
  readonly #log: SqliteLog;
  readonly #snapshots: SqliteSnapshots;
  readonly #directory: SqliteDirectory;
  readonly #records: SqliteRecords;
  readonly #parts: ReadonlyMap<string, StorePart>;
  readonly #damage: () => UnusableDatabase | undefined;

  constructor(
    database: SqliteDriver,
    parts: ReadonlyMap<string, StorePart> = new Map(),
    damage: () => UnusableDatabase | undefined = () => undefined,
  ) {
    this.#database = database;
    this.#parts = parts;
    this.#damage = damage;
    this.#begin = database.prepare('BEGIN IMMEDIATE');
    this.#commit = database.prepare('COMMIT');
    this.#ids = new ChannelIds(database);
    this.#log = new SqliteLog(database, this.#ids);
    this.#snapshots = new SqliteSnapshots(database);
    this.#directory = new SqliteDirectory(database);
    this.#records = new SqliteRecords(database);
  }

  async position(): Promise<StorePosition> {
    return this.#log.position();
  }

  async commit(batch: Batch): Promise<void> {
    const damage = this.#damage();
    if (damage !== undefined) throw storeFailure(damage);
    try {
      this.#begin.run([]);
      this.#apply(batch);
      this.#commit.run([]);
    } catch (error) {
      rollBack(this.#database);
      this.#ids.forgetAll();
      for (const part of this.#parts.values()) part.rolledBack();
      throw storeFailure(error);
    }
  }

  async readChannel(uri: string): Promise<StoredChannel | undefined> {
    return this.#directory.read(uri);
  }

  async readSnapshot(uri: string): Promise<StoredSnapshot | undefined> {
    const id = this.#ids.find(uri);
    return id === undefined ? undefined : this.#snapshots.read(id);
  }

  async readLog(query: LogQuery): Promise<LogSlice> {
    return this.#log.read(query);
  }

  async list(query: ListQuery): Promise<readonly StoredChannel[]> {
    return this.#directory.list(query);
  }

  async busy(kind: string): Promise<readonly string[]> {
    return this.#directory.busy(kind);
  }

  async count(kind: string): Promise<number> {
    return this.#directory.count(kind);
  }

  async readRecord(namespace: string, key: string): Promise<string | undefined> {
    return this.#records.read(namespace, key);
  }

  async listRecords(
    namespace: string,
    range?: RecordRange,
  ): Promise<readonly { key: string; json: string }[]> {
    return this.#records.list(namespace, range);
  }

  async close(): Promise<void> {
    try {
      // Moves everything into the single file. If there isn't enough space, the next start does it.
      this.#database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get([]);
    } catch (error) {
      if (!(error instanceof SqliteFailure || error instanceof UnusableDatabase)) throw error;
    } finally {
      this.#database.close();
    }
  }

  #apply(batch: Batch): void {
    for (const uri of batch.removed) this.#remove(uri);
    for (const channel of batch.created) this.#directory.insert(channel);
    for (const { channel, facts } of batch.facts) this.#directory.update(this.#ids.get(channel), facts);
    this.#log.append(batch.entries);
    for (const snapshot of batch.snapshots) {
      const id = this.#ids.get(snapshot.channel);
      this.#snapshots.write(id, snapshot);
      this.#log.covered(id, snapshot.seq);
    }
    for (const { channel, seq } of batch.forgotten) this.#log.forget(this.#ids.get(channel), seq);
    for (const write of batch.records) this.#records.write(write);
    for (const { part, write } of batch.partWrites) this.#partFor(part).apply(write);
    if (batch.partWrites.length > 0) for (const part of this.#parts.values()) part.complete();
    if (batch.trimThrough !== undefined) this.#log.trim(batch.trimThrough);
    this.#log.setLast(batch.lastSeq);
  }

  #partFor(name: string): StorePart {
    const part = this.#parts.get(name);
    if (part === undefined) throw new Error(`This store has no part "${name}". Open it with that part.`);
    return part;
  }

  #remove(uri: string): void {
    const id = this.#ids.find(uri);
    if (id === undefined) return;
    this.#log.remove(id);
    this.#snapshots.remove(id);
    this.#directory.remove(id);
    this.#ids.forget(uri);
  }
}
