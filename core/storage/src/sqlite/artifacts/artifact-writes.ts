import type { ArtifactRow, ArtifactWrite } from '@loggia/artifacts/store';
import type { ArtifactTables } from './artifact-tables.ts';
import type { StoredArtifact } from './artifact-table.ts';
import { collectionPlace } from './places.ts';
import { artifactEntry, type Presence } from './search-index.ts';
import { shelfOf } from './shelf.ts';

type Kind = ArtifactWrite['kind'];
type Write<K extends Kind> = Extract<ArtifactWrite, { kind: K }>;

/** How many artifacts of a workspace go before the index is told: it has to be told their words. */
const goneAtOnce = 500;

/** Applies writes, inside the transaction of whoever calls it. */
export class ArtifactWrites {
  readonly #tables: ArtifactTables;
  readonly #apply: { readonly [K in Kind]: (write: Write<K>) => void };

  constructor(tables: ArtifactTables) {
    this.#tables = tables;
    const { places, history, events, documents, capabilities, contents } = tables;
    this.#apply = {
      workspace: ({ row }) => places.putWorkspace(row),
      workspaceGone: ({ id }) => this.#removeWorkspace(id),
      collection: ({ row }) => places.putCollection(row),
      collectionGone: ({ id }) => this.#removeCollection(id),
      link: (write) => this.#link(write),
      unlink: (write) => this.#unlink(write),
      artifact: ({ row }) => this.#putArtifact(row),
      artifactGone: ({ id }) => this.#removeArtifact(tables.artifacts.find(id)),
      tracesGone: ({ id }) => this.#removeTraces(id),
      version: ({ row }) => history.addVersion(this.#numOf(row.artifact), row),
      commit: ({ row }) => history.addCommit(row),
      derived: (write) => this.#derive(write),
      event: ({ row }) => events.add(row),
      eventChanged: ({ id, change }) => events.change(id, change),
      eventGone: ({ id }) => events.remove(id),
      document: ({ row }) => documents.put(row),
      documentsGone: ({ parent }) => documents.removeOf(parent),
      capability: ({ row }) => capabilities.put(row),
      content: ({ hash, size, at }) => contents.put(hash, size, at),
      contentGone: ({ hash }) => contents.remove(hash),
    };
  }

  apply(write: ArtifactWrite): void {
    const apply = this.#apply[write.kind] as ((write: ArtifactWrite) => void) | undefined;
    if (apply === undefined) throw new Error(`There is no write of the kind "${write.kind}".`);
    apply(write);
  }

  #putArtifact(row: ArtifactRow): void {
    const { places, artifacts, listing, search } = this.#tables;
    const place = places.workspacePlace(row.workspace);
    if (place === undefined) throw new Error(`There is no workspace ${row.workspace} in the store.`);
    const before = artifacts.find(row.id);
    const presence = presenceOf(row);
    if (before === undefined) {
      const num = artifacts.insert(row);
      listing.add(num, place, row);
      search.add(artifactEntry(num), { title: row.title, text: '' }, presence);
      this.#putEntry(num, row);
      return;
    }
    const { num } = before;
    artifacts.update(num, row);
    listing.change(num, place, before.row, row);
    search.setTitle(artifactEntry(num), row.title, presenceOf(before.row), presence);
    this.#putEntry(num, row);
  }

  #putEntry(num: number, row: ArtifactRow): void {
    const { workspace, type, modifiedAt } = row;
    this.#tables.search.putEntry(artifactEntry(num), {
      workspace,
      type,
      shelf: shelfOf(row),
      at: modifiedAt,
    });
  }

  #removeArtifact(stored: StoredArtifact | undefined): void {
    if (stored === undefined) return;
    const { artifacts, history, links, listing, search } = this.#tables;
    const { num, row } = stored;
    search.remove(artifactEntry(num), presenceOf(row));
    listing.remove(num);
    links.removeOf(num);
    history.removeVersions(num);
    artifacts.remove(num);
  }

  /** What an answer was about cannot be told from its key, so all of them go; they can be had again. */
  #removeTraces(id: string): void {
    const { artifacts, history, capabilities } = this.#tables;
    const num = artifacts.find(id)?.num;
    if (num !== undefined) history.removeCommitsOf(num);
    capabilities.clear();
  }

  #removeWorkspace(id: string): void {
    const { places, artifacts, listing, search, history, events, documents } = this.#tables;
    const place = places.workspacePlace(id);
    if (place !== undefined) {
      for (;;) {
        const nums = listing.firstIn(place, goneAtOnce);
        for (const num of nums) this.#removeArtifact(artifacts.at(num));
        search.flush();
        if (nums.length < goneAtOnce) break;
      }
    }
    history.removeCommits(id);
    events.removeIn(id);
    documents.removeIn(id);
    places.removeWorkspace(id);
  }

  #removeCollection(id: string): void {
    const { places, listing, links } = this.#tables;
    const num = places.collectionNum(id);
    if (num === undefined) return;
    listing.clear(collectionPlace(num));
    links.removeIn(num);
    places.removeCollection(num);
  }

  /** With a collection or an artifact that has gone meanwhile, its links go too. */
  #link({ collection, artifact, at }: Write<'link'>): void {
    const { places, artifacts, links, listing } = this.#tables;
    const num = places.collectionNum(collection);
    const stored = artifacts.find(artifact);
    if (num === undefined || stored === undefined) return;
    if (links.add(num, stored.num, at)) listing.link(stored.num, num, stored.row);
  }

  #unlink({ collection, artifact }: Write<'unlink'>): void {
    const { places, artifacts, links, listing } = this.#tables;
    const num = places.collectionNum(collection);
    const stored = artifacts.find(artifact);
    if (num === undefined || stored === undefined) return;
    listing.unlink(stored.num, num);
    links.remove(num, stored.num);
  }

  /** Deriving takes its time: the artifact may have gone before it ends. */
  #derive({ row, text }: Write<'derived'>): void {
    const { artifacts, search } = this.#tables;
    const stored = artifacts.find(row.artifact);
    if (stored === undefined) return;
    artifacts.derive(stored.num, row);
    search.setText(artifactEntry(stored.num), text, presenceOf(stored.row));
  }

  #numOf(artifact: string): number {
    const num = this.#tables.artifacts.find(artifact)?.num;
    if (num === undefined) throw new Error(`There is no artifact ${artifact} in the store.`);
    return num;
  }
}

function presenceOf({ deletedAt }: ArtifactRow): Presence {
  return deletedAt === undefined ? 'found' : 'hidden';
}
