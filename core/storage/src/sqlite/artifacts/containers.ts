import type { CollectionRow, WorkspaceRow } from '@loggia/artifacts/store';
import type { SqliteDriver, SqliteStatement } from '../driver.ts';

interface ContainerRecord {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly created_at: string;
}

interface CollectionRecord extends ContainerRecord {
  readonly modified_at: string;
}

/** Workspaces and collections, which list artifacts. */
export class Containers {
  readonly #putWorkspace: SqliteStatement;
  readonly #removeWorkspace: SqliteStatement;
  readonly #readWorkspace: SqliteStatement;
  readonly #workspaces: SqliteStatement;
  readonly #workspaceNum: SqliteStatement;
  readonly #workspaceNums: SqliteStatement;
  readonly #putCollection: SqliteStatement;
  readonly #removeCollection: SqliteStatement;
  readonly #readCollection: SqliteStatement;
  readonly #collections: SqliteStatement;
  readonly #collectionNum: SqliteStatement;
  readonly #shown: SqliteStatement;

  constructor(database: SqliteDriver) {
    const workspace = 'id, title, description, created_at';
    this.#putWorkspace = database.prepare(
      `INSERT INTO workspaces (${workspace}) VALUES (?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET title = excluded.title, description = excluded.description,
           created_at = excluded.created_at`,
    );
    this.#removeWorkspace = database.prepare('DELETE FROM workspaces WHERE id = ?');
    this.#readWorkspace = database.prepare(`SELECT ${workspace} FROM workspaces WHERE id = ?`);
    this.#workspaces = database.prepare(`SELECT ${workspace} FROM workspaces ORDER BY created_at, id`);
    this.#workspaceNum = database.prepare('SELECT num FROM workspaces WHERE id = ?');
    this.#workspaceNums = database.prepare('SELECT num FROM workspaces');
    const collection = `${workspace}, modified_at`;
    this.#putCollection = database.prepare(
      `INSERT INTO collections (${collection}) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET title = excluded.title, description = excluded.description,
           created_at = excluded.created_at, modified_at = excluded.modified_at`,
    );
    this.#removeCollection = database.prepare('DELETE FROM collections WHERE num = ?');
    this.#readCollection = database.prepare(`SELECT ${collection} FROM collections WHERE id = ?`);
    this.#collections = database.prepare(`SELECT ${collection} FROM collections ORDER BY created_at, id`);
    this.#collectionNum = database.prepare('SELECT num FROM collections WHERE id = ?');
    this.#shown = database.prepare('SELECT shown FROM collections WHERE id = ?');
  }

  putWorkspace({ id, title, description, createdAt }: WorkspaceRow): void {
    this.#putWorkspace.run([id, title, description ?? null, createdAt]);
  }

  removeWorkspace(id: string): void {
    this.#removeWorkspace.run([id]);
  }

  workspace(id: string): WorkspaceRow | undefined {
    const found = this.#readWorkspace.get<ContainerRecord>([id]);
    return found && workspaceOf(found);
  }

  workspaces(): WorkspaceRow[] {
    return this.#workspaces.all<ContainerRecord>([]).map(workspaceOf);
  }

  workspaceContainer(id: string): number | undefined {
    const num = this.#workspaceNum.get<{ num: number }>([id])?.num;
    return num === undefined ? undefined : num * 2;
  }

  workspaceContainers(): number[] {
    return this.#workspaceNums.all<{ num: number }>([]).map(({ num }) => num * 2);
  }

  putCollection({ id, title, description, createdAt, modifiedAt }: CollectionRow): void {
    this.#putCollection.run([id, title, description ?? null, createdAt, modifiedAt]);
  }

  removeCollection(num: number): void {
    this.#removeCollection.run([num]);
  }

  collection(id: string): CollectionRow | undefined {
    const found = this.#readCollection.get<CollectionRecord>([id]);
    return found && collectionOf(found);
  }

  collections(): CollectionRow[] {
    return this.#collections.all<CollectionRecord>([]).map(collectionOf);
  }

  collectionNum(id: string): number | undefined {
    return this.#collectionNum.get<{ num: number }>([id])?.num;
  }

  shownIn(collection: string): number {
    return this.#shown.get<{ shown: number }>([collection])?.shown ?? 0;
  }
}

/** Workspaces and collections share one number range in `listing.place`: workspaces are even, collections odd. */
export function collectionContainer(num: number): number {
  return num * 2 + 1;
}

function workspaceOf({ id, title, description, created_at }: ContainerRecord): WorkspaceRow {
  return { id, title, description: description ?? undefined, createdAt: created_at };
}

function collectionOf(record: CollectionRecord): CollectionRow {
  return { ...workspaceOf(record), modifiedAt: record.modified_at };
}
