import type { SqliteDriver } from './driver.ts';

export interface DatabaseCheck {
  /** The problems SQLite found, in its words; empty if there are none. */
  readonly problems: readonly string[];
}

const most = 20;

/** Lets SQLite check every page. `quick` skips whether indexes match their tables, which takes most of the time. */
export function checkDatabase(database: SqliteDriver, depth: 'quick' | 'deep'): DatabaseCheck {
  const pragma = depth === 'quick' ? 'quick_check' : 'integrity_check';
  try {
    // Newer versions of SQLite take an argument for the name of a table.
    const rows = database
      .prepare(`SELECT ${pragma} AS said FROM pragma_${pragma} LIMIT ${most}`)
      .all<{ said: string }>([]);
    const said = rows.map((row) => row.said).filter((line) => line !== 'ok');
    return { problems: depth === 'quick' || said.length > 0 ? said : searchIndexProblems(database) };
  } catch (error) {
    return { problems: [error instanceof Error ? error.message : String(error)] };
  }
}

/** Whether the words in the index match the texts. */
function searchIndexProblems(database: SqliteDriver): string[] {
  try {
    database.exec("INSERT INTO search_index (search_index, rank) VALUES ('integrity-check', 1)");
    return [];
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return [`the search index does not match the texts (${why})`];
  }
}
