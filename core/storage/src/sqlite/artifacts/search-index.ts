import type { SqliteDriver, SqliteStatement } from '../driver.ts';

/** The filters for an artifact or document in the index, besides its words. */
export interface SearchEntry {
  readonly workspace: string | undefined;
  readonly at: string;
  /** Documents have neither. */
  readonly shelf: number | undefined;
  readonly type: string | undefined;
}

/** The index's version of an entry that this transaction has changed. Undefined: it has none. */
interface Before {
  readonly title: string;
  /** Undefined while the stored text is still the same. */
  text: string | undefined;
}

/** Whether the words are in the index; those of an artifact in the trash are kept but can't be found. */
export type Presence = 'found' | 'hidden';

/**
 * The words for full-text search.
 *
 * The index itself is updated at the end of a transaction, by ascending number: in any other order each change would
 * start its own segment, and ten thousand segments take minutes to merge.
 */
export class SearchIndex {
  readonly #putEntry: SqliteStatement;
  readonly #removeEntry: SqliteStatement;
  readonly #putTexts: SqliteStatement;
  readonly #setTitle: SqliteStatement;
  readonly #setText: SqliteStatement;
  readonly #removeTexts: SqliteStatement;
  readonly #readTexts: SqliteStatement;
  readonly #readTitle: SqliteStatement;
  readonly #hasText: SqliteStatement;
  readonly #index: SqliteStatement;
  readonly #unindex: SqliteStatement;
  readonly #unindexStored: SqliteStatement;
  readonly #touched = new Map<number, { before: Before | undefined; presence: Presence | 'gone' }>();

  constructor(database: SqliteDriver) {
    this.#putEntry = database.prepare(
      'INSERT OR REPLACE INTO search_entries (num, workspace, at, shelf, type) VALUES (?, ?, ?, ?, ?)',
    );
    this.#removeEntry = database.prepare('DELETE FROM search_entries WHERE num = ?');
    this.#putTexts = database.prepare('INSERT INTO search_texts (num, title, text) VALUES (?, ?, ?)');
    this.#setTitle = database.prepare('UPDATE search_texts SET title = ? WHERE num = ?');
    this.#setText = database.prepare('UPDATE search_texts SET text = ? WHERE num = ?');
    this.#removeTexts = database.prepare('DELETE FROM search_texts WHERE num = ?');
    this.#readTexts = database.prepare('SELECT title, text FROM search_texts WHERE num = ?');
    this.#readTitle = database.prepare('SELECT title FROM search_texts WHERE num = ?');
    this.#hasText = database.prepare('SELECT text = ? AS same FROM search_texts WHERE num = ?');
    this.#index = database.prepare(
      'INSERT INTO search_index (rowid, title, text) SELECT num, title, text FROM search_texts WHERE num = ?',
    );
    this.#unindex = database.prepare(
      `INSERT INTO search_index (search_index, rowid, title, text) VALUES ('delete', ?, ?, ?)`,
    );
    this.#unindexStored = database.prepare(
      `INSERT INTO search_index (search_index, rowid, title, text)
         SELECT 'delete', num, ?, text FROM search_texts WHERE num = ?`,
    );
  }

  putEntry(num: number, { workspace, at, shelf, type }: SearchEntry): void {
    this.#putEntry.run([num, workspace ?? null, at, shelf ?? null, type ?? null]);
  }

  add(num: number, texts: { title: string; text: string }, presence: Presence): void {
    this.#putTexts.run([num, shown(texts.title), shown(texts.text)]);
    this.#touched.set(num, { before: this.#touched.get(num)?.before, presence });
  }

  /** The words stay the same, but become findable or hidden. */
  setTitle(num: number, title: string, was: Presence, presence: Presence): void {
    const text = shown(title);
    const stored = this.#readTitle.get<{ title: string }>([num])?.title;
    if (stored === text && was === presence) return;
    this.#touch(num, was, presence);
    if (stored !== text) this.#setTitle.run([text, num]);
  }

  setText(num: number, text: string, presence: Presence): void {
    const cleaned = shown(text);
    if (this.#hasText.get<{ same: number }>([cleaned, num])?.same === 1) return;
    const touched = this.#touch(num, presence, presence);
    this.#keepText(num, touched);
    this.#setText.run([cleaned, num]);
  }

  remove(num: number, was: Presence): void {
    const touched = this.#touch(num, was, 'gone');
    this.#keepText(num, touched);
    this.#removeEntry.run([num]);
    this.#removeTexts.run([num]);
  }

  /** Updates the index. Nothing reads it between a change and this. */
  flush(): void {
    if (this.#touched.size === 0) return;
    const inOrder = [...this.#touched].sort(([a], [b]) => a - b);
    for (const [num, { before, presence }] of inOrder) {
      if (before?.text !== undefined) this.#unindex.run([num, before.title, before.text]);
      else if (before !== undefined) this.#unindexStored.run([before.title, num]);
      if (presence === 'found') this.#index.run([num]);
    }
    this.#touched.clear();
  }

  /** The transaction was rolled back. */
  forget(): void {
    this.#touched.clear();
  }

  #touch(num: number, was: Presence, presence: Presence | 'gone') {
    const known = this.#touched.get(num);
    if (known !== undefined) {
      known.presence = presence;
      return known;
    }
    const title = was === 'found' ? this.#readTitle.get<{ title: string }>([num])?.title : undefined;
    const before = title === undefined ? undefined : { title, text: undefined };
    const touched: { before: Before | undefined; presence: Presence | 'gone' } = { before, presence };
    this.#touched.set(num, touched);
    return touched;
  }

  /** Removing words from the index requires naming them, so they are read before they change. */
  #keepText(num: number, { before }: { readonly before: Before | undefined }): void {
    if (before === undefined || before.text !== undefined) return;
    before.text = this.#readTexts.get<{ text: string }>([num])?.text;
  }
}

/** Removes the characters that mark matches, and those that would end the text early. */
function shown(text: string): string {
  // eslint-disable-next-line no-control-regex -- these very characters are meant
  return text.replaceAll(/[\u0000-\u0002]/g, ' ');
}

export function artifactEntry(num: number): number {
  return num * 2;
}

export function documentEntry(num: number): number {
  return num * 2 + 1;
}
