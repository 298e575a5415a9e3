import type { SqliteDriver } from './driver.ts';

/** How much of the search index one step brings together, in pages. A step takes a few milliseconds. */
const mergedAtOnce = 64;
const freedAtOnce = 256;
/** Below this, and below a tenth of the file, giving room back is not worth the writing. */
const worthFreeing = 2_000;

/**
 * What a database needs now and then. Each is a few short steps, and between them everything else gets its turn.
 */
export interface Upkeep {
  /**
   * Makes what was deleted unreadable: words that the search index only marked as gone, and what the write-ahead log
   * still holds. Deleted rows themselves are overwritten when they are deleted.
   */
  erase(): Promise<void>;
  /** Gives room that is not used any more back to the disk, when there is enough of it. */
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
    // The first makes one of all that there is, the others go on with it; one that changes nothing has found an end.
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
