import type { ArtifactQuery, ListedArtifact } from '@loggia/artifacts/store';
import type { ArtifactTables } from './artifact-tables.ts';
import type { Range } from './listing.ts';
import { collectionPlace } from './places.ts';
import { shelvesFor } from './shelf.ts';
import { matchesType, type TypePatterns, typePatterns } from './type-patterns.ts';

/** More types than this are not looked up one by one: with so many, most of what is walked over is wanted. */
const typesLookedUp = 64;

/** A page of artifacts. Each combination of place, state and type lies in order; the page is merged of those. */
export function artifactsListed(
  tables: Pick<ArtifactTables, 'places' | 'listing' | 'artifacts'>,
  query: ArtifactQuery,
): ListedArtifact[] {
  const { workspace, collection, order, after, limit } = query;
  const patterns = typePatterns(query.types);
  const shelves = shelvesFor(query.states, query.deleted === true ? 'trash' : 'kept');
  const ranges = placesOf(tables, query).flatMap((place) => rangesAt(tables, place, shelves, patterns));
  if (limit < 1) return [];
  const isWanted = (row: ListedArtifact): boolean =>
    (patterns === undefined || matchesType(patterns, row.type)) &&
    (collection === undefined || workspace === undefined || row.workspace === workspace);
  const page: ListedArtifact[] = [];
  let nums: number[] = [];
  const take = (): void => {
    page.push(...tables.artifacts.listedAt(nums).filter(isWanted));
    nums = [];
  };
  for (const num of tables.listing.walk(ranges, order, after, limit)) {
    if (nums.push(num) < limit) continue;
    take();
    if (page.length >= limit) break;
  }
  take();
  return page.slice(0, limit);
}

function placesOf({ places }: Pick<ArtifactTables, 'places'>, query: ArtifactQuery): number[] {
  const { workspace, collection } = query;
  if (collection !== undefined) {
    const num = places.collectionNum(collection);
    return num === undefined ? [] : [collectionPlace(num)];
  }
  if (workspace === undefined) return places.workspacePlaces();
  const place = places.workspacePlace(workspace);
  return place === undefined ? [] : [place];
}

function rangesAt(
  { listing }: Pick<ArtifactTables, 'listing'>,
  place: number,
  shelves: readonly number[],
  patterns: TypePatterns | undefined,
): Range[] {
  const found = patterns?.ranges.map((range) => listing.typesIn(place, range, typesLookedUp));
  const known = found?.every((types) => types !== undefined) === true ? found.flat() : undefined;
  const types: readonly (string | undefined)[] =
    patterns === undefined || known === undefined ? [undefined] : [...new Set([...patterns.exact, ...known])];
  return shelves.flatMap((shelf) => types.map((type) => ({ place, shelf, type })));
}
