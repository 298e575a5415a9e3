import type { ArtifactOrder, ArtifactPosition, ArtifactRow } from '@loggia/artifacts/store';
import { compareKeys } from '@loggia/kernel';
import type { SqliteDriver, SqliteStatement, SqlValue } from '../driver.ts';
import { collectionContainer } from './containers.ts';
import { shelfOf } from './shelf.ts';

/** The fields of an artifact that decide where it is listed, and at which position. */
export type Listed = Pick<
  ArtifactRow,
  | 'id'
  | 'type'
  | 'title'
  | 'archived'
  | 'dirty'
  | 'version'
  | 'createdAt'
  | 'modifiedAt'
  | 'deletedAt'
  | 'workspace'
>;

/** A contiguous, ordered part of the listing. Without a type: all types of the shelf. */
export interface Range {
  readonly place: number;
  readonly shelf: number;
  readonly type: string | undefined;
}

interface Spot {
  readonly artifact: number;
  readonly key: string;
  readonly id: string;
}

interface RangeStatements {
  readonly first: SqliteStatement;
  readonly next: SqliteStatement;
}

type Statements = Readonly<
  Record<ArtifactOrder, { readonly all: RangeStatements; readonly typed: RangeStatements }>
>;

/** The artifacts listed in each container, in every supported order. */
export class Listing {
  readonly #insert: SqliteStatement;
  readonly #insertLinked: SqliteStatement;
  readonly #touch: SqliteStatement;
  readonly #remove: SqliteStatement;
  readonly #removeFrom: SqliteStatement;
  readonly #clear: SqliteStatement;
  readonly #firstIn: SqliteStatement;
  readonly #typeAfter: SqliteStatement;
  readonly #ranges: Statements;

  constructor(database: SqliteDriver) {
    const columns = 'artifact, place, shelf, type, modified_at, created_at, title_key, id';
    this.#insert = database.prepare(`INSERT INTO listing (${columns}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`);
    this.#insertLinked = database.prepare(
      `INSERT INTO listing (${columns})
         SELECT ?, collection * 2 + 1, ?, ?, ?, ?, ?, ? FROM links WHERE artifact = ?`,
    );
    this.#touch = database.prepare('UPDATE listing SET modified_at = ? WHERE artifact = ?');
    this.#remove = database.prepare('DELETE FROM listing WHERE artifact = ?');
    this.#removeFrom = database.prepare('DELETE FROM listing WHERE artifact = ? AND place = ?');
    this.#clear = database.prepare('DELETE FROM listing WHERE place = ?');
    this.#firstIn = database.prepare('SELECT artifact FROM listing WHERE place = ? LIMIT ?');
    this.#typeAfter = database.prepare(
      'SELECT type FROM listing WHERE place = ? AND type > ? AND type < ? ORDER BY type LIMIT 1',
    );
    this.#ranges = {
      modified: rangeStatements(database, 'modified_at', 'DESC'),
      created: rangeStatements(database, 'created_at', 'DESC'),
      title: rangeStatements(database, 'title_key', 'ASC'),
    };
  }

  add(num: number, place: number, row: Listed): void {
    this.#insert.run([num, place, ...valuesOf(row)]);
    if (isShown(row)) this.#insertLinked.run([num, ...valuesOf(row), num]);
  }

  /** Most changes affect one order only, and leave the others untouched. */
  change(num: number, place: number, before: Listed, row: Listed): void {
    if (isSamePlaced(before, row)) {
      if (before.modifiedAt !== row.modifiedAt) this.#touch.run([row.modifiedAt, num]);
      return;
    }
    this.#remove.run([num]);
    this.add(num, place, row);
  }

  remove(num: number): void {
    this.#remove.run([num]);
  }

  link(num: number, collection: number, row: Listed): void {
    if (isShown(row)) this.#insert.run([num, collectionContainer(collection), ...valuesOf(row)]);
  }

  unlink(num: number, collection: number): void {
    this.#removeFrom.run([num, collectionContainer(collection)]);
  }

  clear(place: number): void {
    this.#clear.run([place]);
  }

  /** The numbers of some artifacts that are listed there. */
  firstIn(place: number, limit: number): number[] {
    return this.#firstIn.all<{ artifact: number }>([place, limit]).map(({ artifact }) => artifact);
  }

  /** The types that occur in a container between two bounds; undefined if there are more than `limit`. */
  typesIn(place: number, range: { after: string; before: string }, limit: number): string[] | undefined {
    const types: string[] = [];
    for (let { after } = range; ;) {
      const type = this.#typeAfter.get<{ type: string }>([place, after, range.before])?.type;
      if (type === undefined) return types;
      if (types.length === limit) return undefined;
      types.push(type);
      after = type;
    }
  }

  /** The numbers of artifacts in these ranges, in order, after a position. Reads only a little ahead. */
  *walk(
    ranges: readonly Range[],
    order: ArtifactOrder,
    after: ArtifactPosition | undefined,
    expected: number,
  ): Generator<number> {
    const start = after && { key: order === 'title' ? titleKey(after.value) : after.value, id: after.id };
    const atOnce = Math.min(expected, Math.max(8, Math.ceil((2 * expected) / ranges.length)));
    const runs = ranges.map((range) => this.#run(range, order, start, atOnce));
    const heads = runs.flatMap((run) => {
      const { value } = run.next();
      return value ? [{ run, spot: value }] : [];
    });
    const direction = order === 'title' ? 1 : -1;
    while (heads.length > 0) {
      let least = 0;
      for (let index = 1; index < heads.length; index++) {
        if (direction * compareSpots(heads[index]!.spot, heads[least]!.spot) < 0) least = index;
      }
      const head = heads[least]!;
      yield head.spot.artifact;
      const { value } = head.run.next();
      if (value) head.spot = value;
      else heads.splice(least, 1);
    }
  }

  *#run(
    { place, shelf, type }: Range,
    order: ArtifactOrder,
    start: { key: string; id: string } | undefined,
    atOnce: number,
  ): Generator<Spot, undefined> {
    const statements = this.#ranges[order][type === undefined ? 'all' : 'typed'];
    const fixed: SqlValue[] = type === undefined ? [place, shelf] : [place, type, shelf];
    for (let from = start; ;) {
      const spots = from
        ? statements.next.all<Spot>([...fixed, from.key, from.id, atOnce])
        : statements.first.all<Spot>([...fixed, atOnce]);
      yield* spots;
      if (spots.length < atOnce) return;
      from = spots.at(-1);
    }
  }
}

function rangeStatements(
  database: SqliteDriver,
  key: string,
  direction: 'ASC' | 'DESC',
): Statements[ArtifactOrder] {
  const behind = `AND (${key}, id) ${direction === 'ASC' ? '>' : '<'} (?, ?)`;
  const prepare = (fixed: string, from: string): SqliteStatement =>
    database.prepare(
      `SELECT artifact, ${key} AS key, id FROM listing WHERE ${fixed} ${from}
         ORDER BY ${key} ${direction}, id ${direction} LIMIT ?`,
    );
  const statements = (fixed: string): RangeStatements => ({
    first: prepare(fixed, ''),
    next: prepare(fixed, behind),
  });
  return {
    all: statements('place = ? AND shelf = ?'),
    typed: statements('place = ? AND type = ? AND shelf = ?'),
  };
}

/** A collection shows artifacts that have a version and are neither archived nor deleted. */
function isShown({ version, archived, deletedAt }: Listed): boolean {
  return version > 0 && !archived && deletedAt === undefined;
}

function isSamePlaced(before: Listed, row: Listed): boolean {
  return (
    before.workspace === row.workspace &&
    before.type === row.type &&
    before.title === row.title &&
    before.createdAt === row.createdAt &&
    shelfOf(before) === shelfOf(row) &&
    isShown(before) === isShown(row)
  );
}

function valuesOf(row: Listed): SqlValue[] {
  return [shelfOf(row), row.type, row.modifiedAt, row.createdAt, titleKey(row.title), row.id];
}

function titleKey(title: string): string {
  return title.toLowerCase();
}

function compareSpots(a: Spot, b: Spot): number {
  return compareKeys(a.key, b.key) || compareKeys(a.id, b.id);
}
