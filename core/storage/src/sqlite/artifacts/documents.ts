import type { DocumentRow } from '@loggia/artifacts/store';
import type { SqliteDriver, SqliteStatement } from '../driver.ts';
import { documentEntry, type SearchIndex } from './search-index.ts';

/** Searchable documents that aren't artifacts. */
export class Documents {
  readonly #search: SearchIndex;
  readonly #insert: SqliteStatement;
  readonly #update: SqliteStatement;
  readonly #find: SqliteStatement;
  readonly #ofParent: SqliteStatement;
  readonly #inWorkspace: SqliteStatement;
  readonly #remove: SqliteStatement;

  constructor(database: SqliteDriver, search: SearchIndex) {
    this.#search = search;
    this.#insert = database.prepare(
      'INSERT INTO documents (parent, workspace, at, data, kind, ref) VALUES (?, ?, ?, ?, ?, ?) RETURNING num',
    );
    this.#update = database.prepare(
      'UPDATE documents SET parent = ?, workspace = ?, at = ?, data = ? WHERE num = ?',
    );
    this.#find = database.prepare('SELECT num FROM documents WHERE kind = ? AND ref = ?');
    this.#ofParent = database.prepare('SELECT num FROM documents WHERE parent = ?');
    this.#inWorkspace = database.prepare('SELECT num FROM documents WHERE workspace = ?');
    this.#remove = database.prepare('DELETE FROM documents WHERE num = ?');
  }

  put(row: DocumentRow): void {
    const values = [row.parent, row.workspace ?? null, row.at, row.data];
    const found = this.#find.get<{ num: number }>([row.kind, row.ref])?.num;
    if (found !== undefined) {
      this.#update.run([...values, found]);
      const entry = documentEntry(found);
      this.#search.setTitle(entry, row.title, 'found', 'found');
      this.#search.setText(entry, row.text, 'found');
      this.#putEntry(entry, row);
      return;
    }
    const inserted = this.#insert.get<{ num: number }>([...values, row.kind, row.ref]);
    if (inserted === undefined) throw new Error(`SQLite returned no row for the ${row.kind} ${row.ref}.`);
    const entry = documentEntry(inserted.num);
    this.#search.add(entry, row, 'found');
    this.#putEntry(entry, row);
  }

  removeOf(parent: string): void {
    this.#removeAll(this.#ofParent.all<{ num: number }>([parent]));
  }

  removeIn(workspace: string): void {
    this.#removeAll(this.#inWorkspace.all<{ num: number }>([workspace]));
  }

  #removeAll(records: readonly { readonly num: number }[]): void {
    for (const { num } of records) {
      this.#search.remove(documentEntry(num), 'found');
      this.#remove.run([num]);
    }
  }

  #putEntry(entry: number, { workspace, at }: DocumentRow): void {
    this.#search.putEntry(entry, { workspace, at, shelf: undefined, type: undefined });
  }
}
