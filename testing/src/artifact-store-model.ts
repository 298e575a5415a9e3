import {
  type ArtifactFilter,
  type ArtifactPosition,
  type ArtifactQuery,
  type ArtifactRow,
  type ArtifactWrite,
  type CollectionRow,
  type CommitRow,
  type DerivedRow,
  type DocumentRow,
  type EventQuery,
  type EventRow,
  type ListedArtifact,
  substanceKey,
  type VersionRow,
  type WorkspaceRow,
} from '@loggia/artifacts/store';
import { compareKeys } from '@loggia/kernel';

type Write<K extends ArtifactWrite['kind']> = Extract<ArtifactWrite, { kind: K }>;

interface Derived extends DerivedRow {
  readonly text: string;
}

/** The expected answers of an artifact store, computed naively from all data. */
export class ArtifactStoreModel {
  readonly workspaces = new Map<string, WorkspaceRow>();
  readonly collections = new Map<string, CollectionRow>();
  readonly artifacts = new Map<string, ArtifactRow>();
  readonly derived = new Map<string, Derived>();
  readonly documents = new Map<string, DocumentRow>();
  readonly contents = new Map<string, { readonly size: number; readonly at: string }>();
  readonly attached = new Map<string, readonly string[]>();
  links: { readonly collection: string; readonly artifact: string }[] = [];
  versions: VersionRow[] = [];
  commits: CommitRow[] = [];
  events: EventRow[] = [];

  readonly #apply: { readonly [K in ArtifactWrite['kind']]: (write: Write<K>) => void } = {
    workspace: ({ row }) => this.workspaces.set(row.id, row),
    workspaceGone: ({ id }) => this.#removeWorkspace(id),
    collection: ({ row }) => this.collections.set(row.id, row),
    collectionGone: ({ id }) => {
      this.collections.delete(id);
      this.links = this.links.filter(({ collection }) => collection !== id);
    },
    link: ({ collection, artifact }) => {
      const isKnown = this.collections.has(collection) && this.artifacts.has(artifact);
      if (isKnown && !this.#isLinked(collection, artifact)) this.links.push({ collection, artifact });
    },
    unlink: (gone) => {
      this.links = this.links.filter(
        ({ collection, artifact }) => collection !== gone.collection || artifact !== gone.artifact,
      );
    },
    artifact: ({ row }) => this.artifacts.set(row.id, row),
    artifactGone: ({ id }) => this.#removeArtifact(id),
    version: ({ row }) => this.versions.push(row),
    commit: ({ row }) => this.commits.push(row),
    derived: ({ row, text }) => {
      if (this.artifacts.has(row.artifact)) this.derived.set(row.artifact, { ...row, text });
    },
    event: ({ row }) => this.events.push(row),
    eventChanged: ({ id, change }) => {
      this.events = this.events.map((row) => (row.id === id ? { ...row, ...change } : row));
    },
    eventGone: ({ id }) => {
      this.events = this.events.filter((row) => row.id !== id);
    },
    document: ({ row }) => this.documents.set(row.ref, row),
    documentsGone: ({ parent }) => this.#removeDocuments((row) => row.parent === parent),
    capability: () => {},
    tracesGone: ({ id }) => this.#removeTraces(id),
    attached: ({ chat, hashes, at }) => {
      for (const hash of this.attached.get(chat) ?? []) {
        const known = this.contents.get(hash);
        if (known && at > known.at) this.contents.set(hash, { ...known, at });
      }
      this.attached.set(chat, hashes);
    },
    content: ({ hash, size, at }) => {
      const known = this.contents.get(hash)?.at ?? '';
      this.contents.set(hash, { size, at: at > known ? at : known });
    },
    contentGone: ({ hash }) => this.contents.delete(hash),
  };

  apply(write: ArtifactWrite): void {
    (this.#apply[write.kind] as (write: ArtifactWrite) => void)(write);
  }

  shownIn(collection: string): ArtifactRow[] {
    return [...this.artifacts.values()].filter(
      (row) =>
        row.version > 0 && !row.archived && row.deletedAt === undefined && this.#isLinked(collection, row.id),
    );
  }

  collectionsOf(artifact: string): string[] {
    return this.links
      .filter((link) => link.artifact === artifact)
      .map(({ collection }) => collection)
      .sort(compareKeys);
  }

  /** All of it, whatever the limit. */
  list({ deleted = false, order, ...filter }: Omit<ArtifactQuery, 'limit' | 'after'>): ListedArtifact[] {
    const direction = order === 'title' ? 1 : -1;
    return [...this.artifacts.values()]
      .filter((row) => (row.deletedAt !== undefined) === deleted && this.#meets(row, filter))
      .map((row) => ({ row, position: positionIn(order, row) }))
      .sort((a, b) => direction * comparePositions(a.position, b.position))
      .map(({ row }) => ({
        ...row,
        collections: this.collectionsOf(row.id),
        excerpt: this.derived.get(row.id)?.excerpt,
        thumbnail: this.derived.get(row.id)?.thumbnail,
      }));
  }

  /** The ids of artifacts and the refs of documents that contain the word, in no particular order. */
  holding(word: string, filter: ArtifactFilter = {}): string[] {
    const hasWord = (...texts: string[]): boolean =>
      texts.some((text) => text.toLowerCase().split(/\W+/u).includes(word));
    const { workspace, ...artifactsOnly } = filter;
    const isAboutArtifacts = Object.values(artifactsOnly).some((value) => value !== undefined);
    const artifacts = [...this.artifacts.values()]
      .filter((row) => row.deletedAt === undefined && this.#meets(row, filter))
      .filter((row) => hasWord(row.title, this.derived.get(row.id)?.text ?? ''));
    const documents = isAboutArtifacts ? [] : [...this.documents.values()];
    const held = documents
      .filter((row) => workspace === undefined || row.workspace === workspace)
      .filter((row) => hasWord(row.title, row.text));
    return [...artifacts.map(({ id }) => id), ...held.map(({ ref }) => ref)].sort(compareKeys);
  }

  underived(): ArtifactRow[] {
    return [...this.artifacts.values()]
      .filter((row) => row.deletedAt === undefined)
      .filter((row) => this.derived.get(row.id)?.key !== substanceKey(row))
      .sort((a, b) => compareKeys(a.id, b.id));
  }

  eventsFor({ status, workspace, artifact }: Omit<EventQuery, 'limit' | 'after'>): EventRow[] {
    return this.events.filter(
      (row) =>
        (status === undefined || row.status === status) &&
        (workspace === undefined || row.workspace === workspace) &&
        (artifact === undefined || row.artifact === artifact),
    );
  }

  /** The first remaining event of each artifact, if it is waiting; by due time. */
  firstWaiting(): EventRow[] {
    return this.events
      .filter((row) => this.events.find(({ artifact }) => artifact === row.artifact) === row)
      .filter(({ status }) => status === 'waiting')
      .sort((a, b) => a.nextAt - b.nextAt);
  }

  unusedContent(before: string): string[] {
    const named = new Set(
      [
        ...[...this.artifacts.values()].map(({ content }) => content?.hash),
        ...this.versions.map(({ content }) => content?.hash),
        ...[...this.derived.values()].map(({ thumbnail }) => thumbnail),
        ...[...this.attached.values()].flat(),
      ].filter((hash) => hash !== undefined),
    );
    return [...this.contents]
      .filter(([hash, { at }]) => at < before && !named.has(hash))
      .map(([hash]) => hash)
      .sort(compareKeys);
  }

  #meets(row: ArtifactRow, { workspace, collection, states, types }: ArtifactFilter): boolean {
    const unarchived = row.dirty ? 'draft' : 'committed';
    return (
      (workspace === undefined || row.workspace === workspace) &&
      (collection === undefined || this.shownIn(collection).includes(row)) &&
      (states === undefined || states.includes(row.archived ? 'archived' : unarchived)) &&
      (types === undefined || types.some((type) => typeMeets(type, row.type)))
    );
  }

  #isLinked(collection: string, artifact: string): boolean {
    return this.links.some((link) => link.collection === collection && link.artifact === artifact);
  }

  #removeArtifact(id: string): void {
    this.artifacts.delete(id);
    this.derived.delete(id);
    this.links = this.links.filter(({ artifact }) => artifact !== id);
    this.versions = this.versions.filter(({ artifact }) => artifact !== id);
  }

  #removeTraces(id: string): void {
    const isOfAnother = (commit: string): boolean =>
      this.versions.some((version) => version.commit === commit && version.artifact !== id);
    const gone = this.versions.filter((version) => version.artifact === id).map(({ commit }) => commit);
    this.commits = this.commits.filter((commit) => !gone.includes(commit.id) || isOfAnother(commit.id));
  }

  #removeWorkspace(id: string): void {
    for (const row of [...this.artifacts.values()]) if (row.workspace === id) this.#removeArtifact(row.id);
    this.commits = this.commits.filter(({ workspace }) => workspace !== id);
    this.events = this.events.filter(({ workspace }) => workspace !== id);
    this.#removeDocuments((row) => row.workspace === id);
    this.workspaces.delete(id);
  }

  #removeDocuments(isGone: (row: DocumentRow) => boolean): void {
    for (const row of [...this.documents.values()]) if (isGone(row)) this.documents.delete(row.ref);
  }
}

/** The position of a page that ends with this row. */
export function positionIn(order: ArtifactQuery['order'], row: ArtifactRow): ArtifactPosition {
  const values = { modified: row.modifiedAt, created: row.createdAt, title: row.title.toLowerCase() };
  return { value: values[order], id: row.id };
}

function comparePositions(a: ArtifactPosition, b: ArtifactPosition): number {
  return compareKeys(a.value, b.value) || compareKeys(a.id, b.id);
}

function typeMeets(wanted: string, type: string): boolean {
  if (wanted === '*/*') return true;
  return wanted.endsWith('/*') ? type.startsWith(wanted.slice(0, -1)) : type === wanted;
}
