import type { Hit } from '@loggia/protocol';
import { z } from 'zod';
import type { ArtifactCommands } from '../artifacts.ts';
import { readCursor, writeCursor } from '../cursor.ts';
import type { Ledger } from '../ledger.ts';
import type { ArtifactPorts } from '../ports.ts';
import { asPublished, statesIn } from '../published.ts';
import { invalid } from '../refusals.ts';
import type { ListedArtifact, SearchRow } from '../store.ts';
import { matchOf } from './match.ts';
import { piecesOf } from './snippet.ts';

const defaultHits = 20;
/** Results beyond this need a narrower query. */
const deepest = 10_000;

/** Stored with a message, so that it can be opened in its chat. */
const placeSchema = z.object({ session: z.string(), chat: z.string(), turn: z.string() });

interface Shown {
  readonly row: ListedArtifact;
  /** The words were found in a draft, which a collection doesn't show. */
  readonly isHidden: boolean;
}

export function searchCommands(ports: ArtifactPorts, ledger: Ledger): Pick<ArtifactCommands, 'search'> {
  const { store } = ports;

  /** By id, as this search may show them. */
  async function shownOf(
    found: readonly SearchRow[],
    collection: string | undefined,
  ): Promise<ReadonlyMap<string, Shown>> {
    const ids = found.flatMap((row) => (row.found.kind === 'artifact' ? [row.found.id] : []));
    const shown = new Map<string, Shown>();
    for (const row of ids.length === 0 ? [] : await store.listed(ids)) {
      const isHidden = collection !== undefined && row.dirty;
      const seen = collection === undefined ? row : await asPublished(store, row);
      if (seen) shown.set(row.id, { row: seen, isHidden });
    }
    return shown;
  }

  function hitOf(found: SearchRow, shown: ReadonlyMap<string, Shown>): readonly Hit[] {
    const text = { title: piecesOf(found.title), snippet: piecesOf(found.snippet), score: found.score };
    if (found.found.kind === 'artifact') {
      const artifact = shown.get(found.found.id);
      // It was purged after it was found.
      if (!artifact) return [];
      const { row, isHidden } = artifact;
      const said = isHidden ? { ...text, title: piecesOf(row.title), snippet: [] } : text;
      return [{ kind: 'artifact', artifact: ledger.summary(row), ...said }];
    }
    const place = placeSchema.safeParse(JSON.parse(found.found.data));
    return place.success ? [{ kind: 'message', ...place.data, at: found.found.at, ...text }] : [];
  }

  return {
    async search({ query, limit = defaultHits, cursor, ...filters }) {
      const { kinds, workspace, collection, states } = filters;
      const types = filters.types?.map((type) => type.trim().toLowerCase());
      const since = moment(filters.since, 'since');
      const until = moment(filters.until, 'until');
      const match = matchOf(query);
      const list = ['search', match, kinds, workspace, collection, types, states, since, until];
      const [position] = cursor === undefined ? [0] : readCursor(list, cursor, ['number']);
      const offset = Number(position);
      if (!Number.isSafeInteger(offset) || offset < 0 || offset > deepest) {
        throw invalid('"cursor" leads too far. Narrow the search.');
      }
      const within = statesIn(collection, states);
      if (!within) return { hits: [] };
      const found = await store.search({
        ...{ match, kinds, workspace, collection, types, since, until, ...within },
        offset,
        limit: limit + 1,
      });
      const page = found.slice(0, limit);
      const shown = await shownOf(page, collection);
      const next = offset + page.length;
      return {
        hits: page.flatMap((row) => hitOf(row, shown)),
        ...(found.length > limit && next <= deepest && { nextCursor: writeCursor(list, [next]) }),
      };
    },
  };
}

/** In the format of rows, so that both compare as text. */
function moment(text: string | undefined, name: string): string | undefined {
  if (text === undefined) return undefined;
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw invalid(`"${name}" isn't a time. Write it like 2026-01-31T12:00:00Z.`);
  return new Date(at).toISOString();
}
