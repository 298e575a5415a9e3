import type { SqliteDriver } from './driver.ts';

/** The number of search index pages that one step merges. A step takes a few milliseconds. */
const mergedAtOnce = 64;
const freedAtOnce = 256;
/** Below this, and below a tenth of the file, returning space isn't worth the writes. */
const worthFreeing = 2_000;

/** Occasional maintenance of a database. Each task consists of a few short steps that let other work run in between. */
export interface Upkeep {
  /**
   * Makes deleted data unreadable: words that the search index only marked as deleted, and the content of the
   * write-ahead log. Deleted rows themselves are overwritten when they are deleted.
   */
  erase(): Promise<void>;
  /** Returns unused space to the disk, if there is enough of it. */
  giveBack(): Promise<void>;
}

export function upkeepOf(database: SqliteDriver, pause: () => Promise<void>): Upkeep {
  const count = (sql: string): number => database.prepare(sql).get<{ count: number }>([])?.count ?? 0;

  async function merge(): Promise<void> {
    const step = (pages: number): number => {
      const before = count('SELECT total_changes() AS count');
      database.exec(`INSERT INTO search_index (search_index, rank) VALUES ('merge', ${pages})`);
      return count('SELECT total_changes() AS count') - before;
    };
    // The first step starts a merge of everything, the others continue it; a step that changes nothing is the end.
    for (let changed = step(-mergedAtOnce); changed > 1; changed = step(mergedAtOnce)) await pause();
  }

  function emptyLog(): void {
    database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get([]);
  }

  return {
    async erase() {
      await merge();
      emptyLog();
    },

    async giveBack() {
      const free = count('SELECT freelist_count AS count FROM pragma_freelist_count');
      const all = count('SELECT page_count AS count FROM pragma_page_count');
      if (free < Math.max(worthFreeing, all / 10)) return;
      for (let left = free; left > 0; left -= freedAtOnce) {
        database.prepare(`PRAGMA incremental_vacuum(${freedAtOnce})`).all([]);
        await pause();
      }
      emptyLog();
    },
  };
}
