import path from 'node:path';
import type { Benchmark } from '../measure/result.ts';
import { compare, median, playRounds } from '../measure/rounds.ts';
import { withTemporaryDirectory } from '../measure/temporary-directory.ts';
import { openRawDatabase } from '../sqlite/raw-database.ts';
import { openDirectory, populate, someQueries } from './populate.ts';

const count = 20_000;
const textLength = 60;
const rounds = 9;
const queries = someQueries(60);

/** Ranked, joined with the data for cards, and with snippets; compared with the full-text query alone. */
export const search: Benchmark = {
  names: ['search'],
  run: () =>
    withTemporaryDirectory(async (directory) => {
      const workspace = await populate(directory, count, textLength);
      const open = await openDirectory(directory);
      const raw = openRawDatabase(path.join(directory, 'loggia.db')).prepare(
        'SELECT rowid, rank FROM search_index WHERE search_index MATCH ? ORDER BY rank LIMIT 20',
      );
      const match = (query: string) =>
        query
          .split(' ')
          .map((word) => `"${word}"`)
          .join(' ');
      try {
        const measured = await playRounds(rounds, {
          ours: () =>
            each(async (query) => {
              await open.artifacts.search(
                { query, workspace, limit: 20 },
                { by: 'bench', powers: [], retypes: true },
              );
            }),
          baseline: () => each(async (query) => void raw.all([match(query)])),
        });
        const means = `p50 of a search for one or two words among ${count} texts / of the bare full-text query, ranked`;
        return [{ name: 'search', means, ...compare(measured), unit: 'ms', bound: '<=', target: 2 }];
      } finally {
        await open.close();
      }
    }),
};

async function each(run: (query: string) => Promise<void>): Promise<number> {
  const took: number[] = [];
  for (const query of queries) {
    const start = performance.now();
    await run(query);
    took.push(performance.now() - start);
  }
  return median(took);
}
