import type { SqliteDriver } from '../driver.ts';
import { ArtifactTable } from './artifact-table.ts';
import { CapabilityResults } from './capability-results.ts';
import { Contents } from './contents.ts';
import { Documents } from './documents.ts';
import { Events } from './events.ts';
import { History } from './history.ts';
import { Links } from './links.ts';
import { Listing } from './listing.ts';
import { Containers } from './containers.ts';
import { SearchIndex } from './search-index.ts';

/** The tables that store artifacts, each with its statements. */
export interface ArtifactTables {
  readonly containers: Containers;
  readonly artifacts: ArtifactTable;
  readonly history: History;
  readonly links: Links;
  readonly listing: Listing;
  readonly events: Events;
  readonly documents: Documents;
  readonly search: SearchIndex;
  readonly capabilities: CapabilityResults;
  readonly contents: Contents;
}

export function prepareTables(database: SqliteDriver): ArtifactTables {
  const search = new SearchIndex(database);
  return {
    containers: new Containers(database),
    artifacts: new ArtifactTable(database),
    history: new History(database),
    links: new Links(database),
    listing: new Listing(database),
    events: new Events(database),
    documents: new Documents(database, search),
    search,
    capabilities: new CapabilityResults(database),
    contents: new Contents(database),
  };
}
