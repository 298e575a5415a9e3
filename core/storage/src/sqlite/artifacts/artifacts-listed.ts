import type { ArtifactQuery, ListedArtifact } from '@loggia/artifacts/store';
import type { ArtifactTables } from './artifact-tables.ts';
import type { Range } from './listing.ts';
import { collectionContainer } from './containers.ts';
import { shelvesFor } from './shelf.ts';
import { matchesType, type TypePatterns, typePatterns } from './type-patterns.ts';

/** More types than this aren't looked up one by one: with so many, most rows in a scan are wanted anyway. */
const typesLookedUp = 64;

/**
 * A page of artifacts. Each combination of container, state and type is stored in order; the page is merged from those.
 */
export function artifactsListed(
  tables: Pick<ArtifactTables, 'containers' | 'listing' | 'artifacts'>,
  query: ArtifactQuery,
): ListedArtifact[] {
  const { workspace, collection, order, after, limit } = query;
  const patterns = typePatterns(query.types);
  const shelves = shelvesFor(query.states, query.deleted === true ? 'trash' : 'kept');
  const ranges = containersOf(tables, query).flatMap((place) => rangesAt(tables, place, shelves, patterns));
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

function containersOf({ containers }: Pick<ArtifactTables, 'containers'>, query: ArtifactQuery): number[] {
  const { workspace, collection } = query;
  if (collection !== undefined) {
    const num = containers.collectionNum(collection);
    return num === undefined ? [] : [collectionContainer(num)];
  }
  if (workspace === undefined) return containers.workspaceContainers();
  const place = containers.workspaceContainer(workspace);
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
