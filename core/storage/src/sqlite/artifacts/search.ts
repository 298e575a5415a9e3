import type { SearchQuery, SearchRow } from '@loggia/artifacts/store';
import type { SqliteDriver, SqlValue } from '../driver.ts';
import { shelvesFor } from './shelf.ts';
import { StatementShapes } from './statement-shapes.ts';
import { type TypePatterns, typePatterns } from './type-patterns.ts';

interface Condition {
  readonly sql: string;
  readonly values: readonly SqlValue[];
}

type Hit = readonly [
  score: number,
  title: string,
  snippet: string,
  /** Null for a document. */
  artifact: string | null,
  data: string | null,
  at: string | null,
];

/** A word in the title counts as much as this many in the text. */
const titleWeight = 4;
const snippetTokens = 24;

/**
 * Finds artifacts and documents by their words, the best first, with a stable order among equals.
 *
 * The index sorts matches itself and returns them one by one. So filters only look at matches up to the end of the
 * page, and snippets are made only for the page.
 */
export class Search {
  readonly #ranked: StatementShapes;

  constructor(database: SqliteDriver) {
    this.#ranked = new StatementShapes(database);
  }

  find(query: SearchQuery): SearchRow[] {
    const conditions = conditionsOf(query);
    if (conditions === undefined) return [];
    const values = conditions.flatMap((condition) => condition.values);
    const page = this.#ranked
      .of(rankedSql(conditions))
      .get<{ hits: string }>([query.match, ...values, query.limit, query.offset]);
    return (JSON.parse(page?.hits ?? '[]') as Hit[]).map(rowOf);
  }
}

function rankedSql(conditions: readonly Condition[]): string {
  // CROSS JOIN keeps the index as the outer loop: any other plan would have to sort again.
  const entries = conditions.some(({ sql }) => sql.includes('entry.'))
    ? 'CROSS JOIN search_entries AS entry ON entry.num = search_index.rowid'
    : '';
  // As one text: the library takes longer to pass a value than to find it.
  return `SELECT json_group_array(json_array(score, title, snippet, artifact, data, at)) AS hits FROM (
          SELECT -search_index.rank AS score,
                 highlight(search_index, 0, char(1), char(2)) AS title,
                 snippet(search_index, 1, char(1), char(2), '…', ${snippetTokens}) AS snippet,
                 (SELECT id FROM artifacts WHERE num = iif(search_index.rowid % 2, NULL, search_index.rowid / 2)) AS artifact,
                 (SELECT data FROM documents WHERE num = iif(search_index.rowid % 2, search_index.rowid / 2, NULL)) AS data,
                 (SELECT at FROM documents WHERE num = iif(search_index.rowid % 2, search_index.rowid / 2, NULL)) AS at
            FROM search_index ${entries}
            WHERE search_index MATCH ? AND search_index.rank MATCH 'bm25(${titleWeight}.0, 1.0)'
              ${conditions.map(({ sql }) => `AND ${sql}`).join(' ')}
            ORDER BY search_index.rank LIMIT ? OFFSET ?)`;
}

function rowOf([score, title, snippet, artifact, data, at]: Hit): SearchRow {
  if (artifact !== null) return { title, snippet, score, found: { kind: 'artifact', id: artifact } };
  return { title, snippet, score, found: { kind: 'message', data: data ?? '', at: at ?? '' } };
}

/** Undefined if nothing can match. */
function conditionsOf(query: SearchQuery): Condition[] | undefined {
  const { workspace, collection, states, since, until } = query;
  const types = typePatterns(query.types);
  // Only artifacts have a state, a type or a collection.
  const isAboutArtifacts = [collection, states, query.types].some((wanted) => wanted !== undefined);
  const kinds = new Set(query.kinds ?? ['artifact', 'message']);
  if (isAboutArtifacts) kinds.delete('message');
  if (kinds.size === 0) return undefined;
  const conditions: Condition[] = [];
  if (kinds.size === 1) {
    const remainder = kinds.has('artifact') ? 0 : 1;
    conditions.push({ sql: `search_index.rowid % 2 = ${remainder}`, values: [] });
  }
  if (workspace !== undefined) conditions.push({ sql: 'entry.workspace = ?', values: [workspace] });
  if (since !== undefined) conditions.push({ sql: 'entry.at >= ?', values: [since] });
  if (until !== undefined) conditions.push({ sql: 'entry.at <= ?', values: [until] });
  if (states !== undefined) conditions.push(oneOf('entry.shelf', shelvesFor(states, 'kept')));
  if (types !== undefined) conditions.push(ofTypes(types));
  if (collection !== undefined) conditions.push(shownIn(collection));
  return conditions;
}

function oneOf(column: string, values: readonly SqlValue[]): Condition {
  return { sql: `${column} IN (${values.map(() => '?').join(', ')})`, values };
}

function ofTypes({ exact, ranges }: TypePatterns): Condition {
  const inRange = 'entry.type > ? AND entry.type < ?';
  const parts = [
    oneOf('entry.type', exact),
    ...ranges.map(({ after, before }) => ({ sql: inRange, values: [after, before] })),
  ];
  return {
    sql: `(${parts.map(({ sql }) => sql).join(' OR ')})`,
    values: parts.flatMap(({ values }) => values),
  };
}

function shownIn(collection: string): Condition {
  return {
    sql: `EXISTS (SELECT 1 FROM listing WHERE artifact = search_index.rowid / 2
            AND place = (SELECT num * 2 + 1 FROM collections WHERE id = ?))`,
    values: [collection],
  };
}
