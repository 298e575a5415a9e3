import type { ArtifactRow, ArtifactWrite } from '@loggia/artifacts/store';
import type { ArtifactTables } from './artifact-tables.ts';
import type { StoredArtifact } from './artifact-table.ts';
import { collectionContainer } from './containers.ts';
import { artifactEntry, type Presence } from './search-index.ts';
import { shelfOf } from './shelf.ts';

type Kind = ArtifactWrite['kind'];
type Write<K extends Kind> = Extract<ArtifactWrite, { kind: K }>;

/**
 * The number of artifacts of a workspace that are removed before the index is updated: it needs their words to do that.
 */
const goneAtOnce = 500;

/** Applies writes inside the caller's transaction. */
export class ArtifactWrites {
  readonly #tables: ArtifactTables;
  readonly #apply: { readonly [K in Kind]: (write: Write<K>) => void };

  constructor(tables: ArtifactTables) {
    this.#tables = tables;
    const { containers, history, events, documents, capabilities, contents } = tables;
    this.#apply = {
      workspace: ({ row }) => containers.putWorkspace(row),
      workspaceGone: ({ id }) => this.#removeWorkspace(id),
      collection: ({ row }) => containers.putCollection(row),
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
      attached: ({ chat, hashes, at }) => contents.attach(chat, hashes, at),
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
    const { containers, artifacts, listing, search } = this.#tables;
    const place = containers.workspaceContainer(row.workspace);
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

  /** A key doesn't tell which artifact an answer was about, so all answers are deleted; they can be computed again. */
  #removeTraces(id: string): void {
    const { artifacts, history, capabilities } = this.#tables;
    const num = artifacts.find(id)?.num;
    if (num !== undefined) history.removeCommitsOf(num);
    capabilities.clear();
  }

  #removeWorkspace(id: string): void {
    const { containers, artifacts, listing, search, history, events, documents } = this.#tables;
    const place = containers.workspaceContainer(id);
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
    containers.removeWorkspace(id);
  }

  #removeCollection(id: string): void {
    const { containers, listing, links } = this.#tables;
    const num = containers.collectionNum(id);
    if (num === undefined) return;
    listing.clear(collectionContainer(num));
    links.removeIn(num);
    containers.removeCollection(num);
  }

  /** If the collection or the artifact is gone meanwhile, so are its links. */
  #link({ collection, artifact, at }: Write<'link'>): void {
    const { containers, artifacts, links, listing } = this.#tables;
    const num = containers.collectionNum(collection);
    const stored = artifacts.find(artifact);
    if (num === undefined || stored === undefined) return;
    if (links.add(num, stored.num, at)) listing.link(stored.num, num, stored.row);
  }

  #unlink({ collection, artifact }: Write<'unlink'>): void {
    const { containers, artifacts, links, listing } = this.#tables;
    const num = containers.collectionNum(collection);
    const stored = artifacts.find(artifact);
    if (num === undefined || stored === undefined) return;
    listing.unlink(stored.num, num);
    links.remove(num, stored.num);
  }

  /** Deriving takes time: the artifact may be gone before it ends. */
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
