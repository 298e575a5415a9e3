/**
 * Storage for artifacts: writes are part of the kernel's transactions, under the part `artifacts`, and reads see every
 * committed transaction.
 */

export interface WorkspaceRow {
  readonly id: string;
  readonly title: string;
  readonly description: string | undefined;
  readonly createdAt: string;
}

export interface CollectionRow extends WorkspaceRow {
  readonly modifiedAt: string;
}

/** The contents of an artifact, in a version or currently. */
export interface Substance {
  readonly type: string;
  readonly title: string;
  /** JSON text. */
  readonly context: string;
  readonly content: { readonly hash: string; readonly size: number } | undefined;
}

export interface ArtifactRow extends Substance {
  readonly id: string;
  readonly workspace: string;
  readonly archived: boolean;
  /** There are changes that no version holds. */
  readonly dirty: boolean;
  readonly revision: number;
  /** The newest committed version; 0 before the first. */
  readonly version: number;
  readonly createdAt: string;
  readonly createdBy: string;
  readonly modifiedAt: string;
  readonly modifiedBy: string;
  readonly deletedAt: string | undefined;
}

/** Data derived from an artifact, besides what users made. */
export interface DerivedRow {
  readonly artifact: string;
  /** The key of the substance it was derived from; an artifact whose own key differs is due again. */
  readonly key: string;
  readonly excerpt: string | undefined;
  /** The hash of a picture. */
  readonly thumbnail: string | undefined;
}

/** An artifact as lists show it. */
export interface ListedArtifact extends ArtifactRow {
  readonly collections: readonly string[];
  readonly excerpt: string | undefined;
  readonly thumbnail: string | undefined;
}

export interface VersionRow extends Substance {
  readonly artifact: string;
  readonly version: number;
  readonly commit: string;
  readonly message: string;
  readonly author: string;
  readonly at: string;
}

export interface CommitRow {
  readonly id: string;
  readonly workspace: string;
  readonly message: string;
  readonly author: string;
  readonly at: string;
}

export type EventKind = 'create' | 'commit' | 'archive' | 'delete';

/** An event that its handler hasn't taken yet. */
export interface EventRow {
  readonly id: string;
  readonly artifact: string;
  readonly workspace: string;
  readonly type: string;
  readonly kind: EventKind;
  readonly at: string;
  /** JSON text: the event and the artifact as it was then. */
  readonly payload: string;
  readonly status: 'waiting' | 'parked';
  readonly attempts: number;
  /** In milliseconds since 1970: don't deliver before. */
  readonly nextAt: number;
  readonly reason: string | undefined;
  /** The server of the last attempt. */
  readonly server: string | undefined;
}

/** A searchable document. Artifacts are indexed themselves; this is for everything else. */
export interface DocumentRow {
  readonly kind: 'message';
  /** Unique within the kind. */
  readonly ref: string;
  /** The owner; the document is deleted with it. */
  readonly parent: string;
  readonly workspace: string | undefined;
  readonly at: string;
  readonly title: string;
  readonly text: string;
  /** JSON text, returned unchanged. */
  readonly data: string;
}

export interface CapabilityRow {
  /** A hash of provider, capability, type and substance. */
  readonly key: string;
  /** JSON text. */
  readonly result: string;
  readonly at: string;
}

export type ArtifactWrite =
  | { readonly kind: 'workspace'; readonly row: WorkspaceRow }
  /** With everything in it: artifacts, versions, commits, links, events, derived and indexed data. */
  | { readonly kind: 'workspaceGone'; readonly id: string }
  | { readonly kind: 'collection'; readonly row: CollectionRow }
  | { readonly kind: 'collectionGone'; readonly id: string }
  | { readonly kind: 'link'; readonly collection: string; readonly artifact: string; readonly at: string }
  | { readonly kind: 'unlink'; readonly collection: string; readonly artifact: string }
  /** New or changed. Its title is searchable immediately, its text once it has been derived. */
  | { readonly kind: 'artifact'; readonly row: ArtifactRow }
  /** Permanently: with its versions, links, derived and indexed data. Its events stay. */
  | { readonly kind: 'artifactGone'; readonly id: string }
  /** Comes before `artifactGone`: deletes commits that contain only this artifact, and all cached answers. */
  | { readonly kind: 'tracesGone'; readonly id: string }
  | { readonly kind: 'version'; readonly row: VersionRow }
  | { readonly kind: 'commit'; readonly row: CommitRow }
  /** `text` is the searchable text. */
  | { readonly kind: 'derived'; readonly row: DerivedRow; readonly text: string }
  | { readonly kind: 'event'; readonly row: EventRow }
  | {
      readonly kind: 'eventChanged';
      readonly id: string;
      readonly change: Partial<
        Pick<EventRow, 'status' | 'attempts' | 'nextAt' | 'reason' | 'server' | 'payload'>
      >;
    }
  | { readonly kind: 'eventGone'; readonly id: string }
  | { readonly kind: 'document'; readonly row: DocumentRow }
  | { readonly kind: 'documentsGone'; readonly parent: string }
  | { readonly kind: 'capability'; readonly row: CapabilityRow }
  /** The bytes that messages of a chat name, in place of those that they named before, which are as young as `at`. */
  | {
      readonly kind: 'attached';
      readonly chat: string;
      readonly hashes: readonly string[];
      readonly at: string;
    }
  /** Bytes in the content store. Written before anything refers to them. */
  | { readonly kind: 'content'; readonly hash: string; readonly size: number; readonly at: string }
  | { readonly kind: 'contentGone'; readonly hash: string };

export type ArtifactOrder = 'modified' | 'created' | 'title';

/** The end of a page: the value of the order's column, and the id. */
export interface ArtifactPosition {
  readonly value: string;
  readonly id: string;
}

export interface ArtifactFilter {
  readonly workspace?: string | undefined;
  /** Only artifacts that the collection shows: committed at least once, neither archived nor deleted. */
  readonly collection?: string | undefined;
  readonly states?: readonly ('draft' | 'committed' | 'archived')[] | undefined;
  /** Exact types, or a category with a wildcard such as `a/*`. */
  readonly types?: readonly string[] | undefined;
}

export interface ArtifactQuery extends ArtifactFilter {
  /** Only those in the trash; by default those outside. */
  readonly deleted?: boolean | undefined;
  /** `modified` and `created` newest first, `title` alphabetically, ignoring case. */
  readonly order: ArtifactOrder;
  readonly after?: ArtifactPosition | undefined;
  readonly limit: number;
}

export interface SearchQuery extends ArtifactFilter {
  /** In the syntax of the index; created by `core/artifacts`, never by a user. */
  readonly match: string;
  readonly kinds?: readonly ('artifact' | 'message')[] | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
  readonly offset: number;
  readonly limit: number;
}

/** Matches are between U+0001 and U+0002. */
export interface SearchRow {
  readonly title: string;
  readonly snippet: string;
  readonly score: number;
  readonly found:
    | { readonly kind: 'artifact'; readonly id: string }
    | { readonly kind: 'message'; readonly data: string; readonly at: string };
}

export interface EventQuery {
  readonly status?: EventRow['status'] | undefined;
  readonly workspace?: string | undefined;
  readonly artifact?: string | undefined;
  /** Continue after this event, in the order in which they were emitted. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/** The cost of every list depends on its result, not on the total. */
export interface ArtifactStore {
  workspace(id: string): Promise<WorkspaceRow | undefined>;
  workspaces(): Promise<readonly WorkspaceRow[]>;
  collection(id: string): Promise<CollectionRow | undefined>;
  collections(): Promise<readonly CollectionRow[]>;
  /** The number of artifacts that the collection shows. */
  countIn(collection: string): Promise<number>;

  artifact(id: string): Promise<ArtifactRow | undefined>;
  /** The existing ones, in the order of `ids`. */
  listed(ids: readonly string[]): Promise<readonly ListedArtifact[]>;
  list(query: ArtifactQuery): Promise<readonly ListedArtifact[]>;
  /** The collections that each of them is linked into. */
  linksOf(ids: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;

  version(artifact: string, version: number): Promise<VersionRow | undefined>;
  /** Those below `before`, newest first. */
  versions(
    artifact: string,
    page: { readonly before?: number | undefined; readonly limit: number },
  ): Promise<readonly VersionRow[]>;
  /** Newest first; `after` is the id of the last one of the previous page. */
  commits(
    workspace: string,
    page: { readonly after?: string | undefined; readonly limit: number },
  ): Promise<readonly CommitRow[]>;
  /** The versions that a commit made, at most `limit`. */
  versionsOf(
    commit: string,
    limit: number,
  ): Promise<readonly { readonly artifact: string; readonly version: number; readonly title: string }[]>;

  event(id: string): Promise<EventRow | undefined>;
  events(query: EventQuery): Promise<readonly EventRow[]>;
  /** The number of undelivered events by status. */
  countEvents(): Promise<Readonly<Record<EventRow['status'], number>>>;
  /**
   * The first remaining event of each artifact, if it is waiting and due. An artifact whose first event is parked is
   * skipped. Oldest first.
   */
  dueEvents(now: number, limit: number): Promise<readonly EventRow[]>;
  /** When the next waiting event is due; undefined if none is waiting. */
  nextEventAt(): Promise<number | undefined>;

  /** Artifacts whose text and picture are still to be derived: those whose key differs. Excludes deleted ones. */
  underived(limit: number, after?: string): Promise<readonly ArtifactRow[]>;
  derived(artifact: string): Promise<DerivedRow | undefined>;
  capability(key: string): Promise<CapabilityRow | undefined>;

  search(query: SearchQuery): Promise<readonly SearchRow[]>;

  content(hash: string): Promise<{ readonly size: number } | undefined>;
  /**
   * Bytes written before `before` without a reference from an artifact, version or derived picture; after `after`, by
   * hash.
   */
  unusedContent(before: string, limit: number, after?: string): Promise<readonly string[]>;
}

/** The part under which writes are enlisted. */
export const artifactsPart = 'artifacts';

export { substanceKey } from './substance-key.ts';
