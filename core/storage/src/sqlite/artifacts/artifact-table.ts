import {
  type ArtifactRow,
  type DerivedRow,
  type ListedArtifact,
  substanceKey,
} from '@loggia/artifacts/store';
import type { SqliteDriver, SqliteStatement, SqlValue } from '../driver.ts';

interface ArtifactRecord {
  readonly num: number;
  readonly id: string;
  readonly workspace: string;
  readonly type: string;
  readonly title: string;
  readonly archived: number;
  readonly dirty: number;
  readonly revision: number;
  readonly version: number;
  readonly created_at: string;
  readonly created_by: string;
  readonly modified_at: string;
  readonly modified_by: string;
  readonly deleted_at: string | null;
  readonly content_hash: string | null;
  readonly content_size: number | null;
  readonly derived_key: string | null;
  readonly thumbnail: string | null;
  readonly excerpt: string | null;
  readonly context: string;
}

interface ListedRow {
  readonly listed: string;
}

/** A stored row with its derived data. */
export interface StoredArtifact {
  readonly num: number;
  readonly row: ArtifactRow;
  readonly excerpt: string | undefined;
  readonly thumbnail: string | undefined;
}

const written = [
  'id',
  'workspace',
  'type',
  'title',
  'archived',
  'dirty',
  'revision',
  'version',
  'created_at',
  'created_by',
  'modified_at',
  'modified_by',
  'deleted_at',
  'content_hash',
  'content_size',
  'context',
];
const names = ['num', ...written, 'derived_key', 'thumbnail', 'excerpt'];
const columns = names.join(', ');

/**
 * Everything that cards show, as one text: the library takes longer to pass a value than to read it, and a page of
 * cards has hundreds of them.
 */
const listedJson = `json_group_array(json_array(${columns}, json((SELECT json_group_array(collections.id)
    FROM links CROSS JOIN collections ON collections.num = links.collection WHERE links.artifact = artifacts.num))))`;

/** The current state of artifacts, and the data derived from each. */
export class ArtifactTable {
  readonly #insert: SqliteStatement;
  readonly #update: SqliteStatement;
  readonly #remove: SqliteStatement;
  readonly #byId: SqliteStatement;
  readonly #byNum: SqliteStatement;
  readonly #listedById: SqliteStatement;
  readonly #listedByNum: SqliteStatement;
  readonly #derive: SqliteStatement;
  readonly #underived: SqliteStatement;

  constructor(database: SqliteDriver) {
    const all = [...written, 'substance_key'];
    this.#insert = database.prepare(
      `INSERT INTO artifacts (${all.join(', ')}) VALUES (${all.map(() => '?').join(', ')}) RETURNING num`,
    );
    this.#update = database.prepare(
      `UPDATE artifacts SET ${all.map((column) => `${column} = ?`).join(', ')} WHERE num = ?`,
    );
    this.#remove = database.prepare('DELETE FROM artifacts WHERE num = ?');
    this.#byId = database.prepare(`SELECT ${columns} FROM artifacts WHERE id = ?`);
    this.#byNum = database.prepare(`SELECT ${columns} FROM artifacts WHERE num = ?`);
    const listed = (key: 'id' | 'num'): SqliteStatement =>
      database.prepare(
        `SELECT ${listedJson} AS listed FROM artifacts WHERE ${key} IN (SELECT value FROM json_each(?))`,
      );
    this.#listedById = listed('id');
    this.#listedByNum = listed('num');
    this.#derive = database.prepare(
      'UPDATE artifacts SET derived_key = ?, thumbnail = ?, excerpt = ? WHERE num = ?',
    );
    this.#underived = database.prepare(
      `SELECT ${columns} FROM artifacts
         WHERE derived_key IS NOT substance_key AND deleted_at IS NULL AND id > ? ORDER BY id LIMIT ?`,
    );
  }

  insert(row: ArtifactRow): number {
    const inserted = this.#insert.get<{ num: number }>(valuesOf(row));
    if (inserted === undefined) throw new Error(`SQLite returned no row for the artifact ${row.id}.`);
    return inserted.num;
  }

  update(num: number, row: ArtifactRow): void {
    this.#update.run([...valuesOf(row), num]);
  }

  remove(num: number): void {
    this.#remove.run([num]);
  }

  derive(num: number, { key, excerpt, thumbnail }: DerivedRow): void {
    this.#derive.run([key, thumbnail ?? null, excerpt ?? null, num]);
  }

  find(id: string): StoredArtifact | undefined {
    const record = this.#byId.get<ArtifactRecord>([id]);
    return record && storedOf(record);
  }

  at(num: number): StoredArtifact | undefined {
    const record = this.#byNum.get<ArtifactRecord>([num]);
    return record && storedOf(record);
  }

  /** The existing ones, in the order of `ids`. */
  listed(ids: readonly string[]): ListedArtifact[] {
    const found = valuesIn(this.#listedById.get<ListedRow>([JSON.stringify(ids)]));
    return inOrder(ids, new Map(found.map((values) => [values[1], listedOf(values)])));
  }

  /** The same, by number. */
  listedAt(nums: readonly number[]): ListedArtifact[] {
    const found = valuesIn(this.#listedByNum.get<ListedRow>([JSON.stringify(nums)]));
    return inOrder(nums, new Map(found.map((values) => [values[0], listedOf(values)])));
  }

  derived(id: string): DerivedRow | undefined {
    const record = this.#byId.get<ArtifactRecord>([id]);
    if (record === undefined || record.derived_key === null) return undefined;
    const { excerpt, thumbnail } = storedOf(record);
    return { artifact: id, key: record.derived_key, excerpt, thumbnail };
  }

  underived(limit: number, after: string): ArtifactRow[] {
    return this.#underived.all<ArtifactRecord>([after, limit]).map((record) => storedOf(record).row);
  }
}

function valuesOf(row: ArtifactRow): SqlValue[] {
  return [
    row.id,
    row.workspace,
    row.type,
    row.title,
    row.archived ? 1 : 0,
    row.dirty ? 1 : 0,
    row.revision,
    row.version,
    row.createdAt,
    row.createdBy,
    row.modifiedAt,
    row.modifiedBy,
    row.deletedAt ?? null,
    row.content?.hash ?? null,
    row.content?.size ?? null,
    row.context,
    substanceKey(row),
  ];
}

function storedOf(record: ArtifactRecord): StoredArtifact {
  return {
    num: record.num,
    row: {
      id: record.id,
      workspace: record.workspace,
      type: record.type,
      title: record.title,
      archived: record.archived === 1,
      dirty: record.dirty === 1,
      revision: record.revision,
      version: record.version,
      createdAt: record.created_at,
      createdBy: record.created_by,
      modifiedAt: record.modified_at,
      modifiedBy: record.modified_by,
      deletedAt: record.deleted_at ?? undefined,
      content: contentOf(record),
      context: record.context,
    },
    excerpt: record.excerpt ?? undefined,
    thumbnail: record.thumbnail ?? undefined,
  };
}

/** The values of `names` in their order, and the collections. */
type ListedValues = readonly [
  num: number,
  id: string,
  workspace: string,
  type: string,
  title: string,
  archived: number,
  dirty: number,
  revision: number,
  version: number,
  createdAt: string,
  createdBy: string,
  modifiedAt: string,
  modifiedBy: string,
  deletedAt: string | null,
  contentHash: string | null,
  contentSize: number | null,
  context: string,
  derivedKey: string | null,
  thumbnail: string | null,
  excerpt: string | null,
  collections: string[],
];

function valuesIn(row: ListedRow | undefined): ListedValues[] {
  return JSON.parse(row?.listed ?? '[]') as ListedValues[];
}

function listedOf(values: ListedValues): ListedArtifact {
  return {
    id: values[1],
    workspace: values[2],
    type: values[3],
    title: values[4],
    archived: values[5] === 1,
    dirty: values[6] === 1,
    revision: values[7],
    version: values[8],
    createdAt: values[9],
    createdBy: values[10],
    modifiedAt: values[11],
    modifiedBy: values[12],
    deletedAt: values[13] ?? undefined,
    content: contentOf({ content_hash: values[14], content_size: values[15] }),
    context: values[16],
    thumbnail: values[18] ?? undefined,
    excerpt: values[19] ?? undefined,
    collections: values[20].sort(),
  };
}

function inOrder<Key, Value>(keys: readonly Key[], found: ReadonlyMap<Key, Value>): Value[] {
  return keys.flatMap((key) => {
    const value = found.get(key);
    return value === undefined ? [] : [value];
  });
}

/** The bytes that a row refers to, if any. */
export function contentOf(record: {
  readonly content_hash: string | null;
  readonly content_size: number | null;
}): { readonly hash: string; readonly size: number } | undefined {
  if (record.content_hash === null) return undefined;
  return { hash: record.content_hash, size: record.content_size ?? 0 };
}
