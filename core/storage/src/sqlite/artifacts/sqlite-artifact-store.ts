import type {
  ArtifactQuery,
  ArtifactRow,
  ArtifactStore,
  ArtifactWrite,
  CapabilityRow,
  CollectionRow,
  CommitRow,
  DerivedRow,
  EventQuery,
  EventRow,
  ListedArtifact,
  SearchQuery,
  SearchRow,
  VersionRow,
  WorkspaceRow,
} from '@loggia/artifacts/store';
import type { SqliteDriver } from '../driver.ts';
import type { StorePart } from '../store-part.ts';
import { type ArtifactTables, prepareTables } from './artifact-tables.ts';
import { ArtifactWrites } from './artifact-writes.ts';
import { artifactsListed } from './artifacts-listed.ts';
import { Search } from './search.ts';

/** The artifacts' port on the connection of the kernel's store; its writes are part of the store's transactions. */
export class SqliteArtifactStore implements ArtifactStore, StorePart {
  readonly #tables: ArtifactTables;
  readonly #writes: ArtifactWrites;
  readonly #search: Search;

  constructor(database: SqliteDriver) {
    this.#tables = prepareTables(database);
    this.#writes = new ArtifactWrites(this.#tables);
    this.#search = new Search(database);
  }

  apply(write: unknown): void {
    this.#writes.apply(write as ArtifactWrite);
  }

  complete(): void {
    this.#tables.search.flush();
  }

  rolledBack(): void {
    this.#tables.search.forget();
  }

  async workspace(id: string): Promise<WorkspaceRow | undefined> {
    return this.#tables.containers.workspace(id);
  }

  async workspaces(): Promise<readonly WorkspaceRow[]> {
    return this.#tables.containers.workspaces();
  }

  async collection(id: string): Promise<CollectionRow | undefined> {
    return this.#tables.containers.collection(id);
  }

  async collections(): Promise<readonly CollectionRow[]> {
    return this.#tables.containers.collections();
  }

  async countIn(collection: string): Promise<number> {
    return this.#tables.containers.shownIn(collection);
  }

  async artifact(id: string): Promise<ArtifactRow | undefined> {
    return this.#tables.artifacts.find(id)?.row;
  }

  async listed(ids: readonly string[]): Promise<readonly ListedArtifact[]> {
    return this.#tables.artifacts.listed(ids);
  }

  async list(query: ArtifactQuery): Promise<readonly ListedArtifact[]> {
    return artifactsListed(this.#tables, query);
  }

  async linksOf(ids: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>> {
    const listed = this.#tables.artifacts.listed(ids);
    return new Map(listed.map(({ id, collections }) => [id, collections]));
  }

  async version(artifact: string, version: number): Promise<VersionRow | undefined> {
    return this.#tables.history.version(artifact, version);
  }

  async versions(
    artifact: string,
    { before, limit }: { readonly before?: number | undefined; readonly limit: number },
  ): Promise<readonly VersionRow[]> {
    return this.#tables.history.versions(artifact, before, limit);
  }

  async commits(
    workspace: string,
    { after, limit }: { readonly after?: string | undefined; readonly limit: number },
  ): Promise<readonly CommitRow[]> {
    return this.#tables.history.commits(workspace, after, limit);
  }

  async versionsOf(
    commit: string,
    limit: number,
  ): Promise<readonly { artifact: string; version: number; title: string }[]> {
    return this.#tables.history.versionsOf(commit, limit);
  }

  async event(id: string): Promise<EventRow | undefined> {
    return this.#tables.events.find(id);
  }

  async events(query: EventQuery): Promise<readonly EventRow[]> {
    return this.#tables.events.list(query);
  }

  async countEvents(): Promise<Record<EventRow['status'], number>> {
    return this.#tables.events.count();
  }

  async dueEvents(now: number, limit: number): Promise<readonly EventRow[]> {
    return this.#tables.events.due(now, limit);
  }

  async nextEventAt(): Promise<number | undefined> {
    return this.#tables.events.nextAt();
  }

  async underived(limit: number, after = ''): Promise<readonly ArtifactRow[]> {
    return this.#tables.artifacts.underived(limit, after);
  }

  async derived(artifact: string): Promise<DerivedRow | undefined> {
    return this.#tables.artifacts.derived(artifact);
  }

  async capability(key: string): Promise<CapabilityRow | undefined> {
    return this.#tables.capabilities.find(key);
  }

  async search(query: SearchQuery): Promise<readonly SearchRow[]> {
    return this.#search.find(query);
  }

  async content(hash: string): Promise<{ readonly size: number } | undefined> {
    return this.#tables.contents.find(hash);
  }

  async unusedContent(before: string, limit: number, after = ''): Promise<readonly string[]> {
    return this.#tables.contents.unused(before, limit, after);
  }
}
