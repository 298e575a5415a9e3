/**
 * Where artifacts outlive the process: what is written rides along in the kernel's transactions, under the part
 * `artifacts`, and reads see every transaction that has been committed.
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

/** What an artifact is made of, in a version or as it stands. */
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

/** What was worked out of an artifact, beside what its users made. */
export interface DerivedRow {
  readonly artifact: string;
  /** Which substance it was worked out of; an artifact whose own key differs is due again. */
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

/** An event that its handler has not taken yet. */
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
  /** Milliseconds since 1970; not before then. */
  readonly nextAt: number;
  readonly reason: string | undefined;
  /** Whom it was last tried with. */
  readonly server: string | undefined;
}

/** Something that can be found by its words. Artifacts are found by themselves; this is for all else. */
export interface DocumentRow {
  readonly kind: 'message';
  /** Unique within the kind. */
  readonly ref: string;
  /** What it belongs to; with that it goes. */
  readonly parent: string;
  readonly workspace: string | undefined;
  readonly at: string;
  readonly title: string;
  readonly text: string;
  /** JSON text, handed back as it is. */
  readonly data: string;
}

export interface CapabilityRow {
  /** Of provider, capability, type and substance. */
  readonly key: string;
  /** JSON text. */
  readonly result: string;
  readonly at: string;
}

export type ArtifactWrite =
  | { readonly kind: 'workspace'; readonly row: WorkspaceRow }
  /** With everything in it: artifacts, versions, commits, links, events, what was derived and what was indexed. */
  | { readonly kind: 'workspaceGone'; readonly id: string }
  | { readonly kind: 'collection'; readonly row: CollectionRow }
  | { readonly kind: 'collectionGone'; readonly id: string }
  | { readonly kind: 'link'; readonly collection: string; readonly artifact: string; readonly at: string }
  | { readonly kind: 'unlink'; readonly collection: string; readonly artifact: string }
  /** New or changed. Its title is searchable at once, its text when it has been derived. */
  | { readonly kind: 'artifact'; readonly row: ArtifactRow }
  /** For good: with its versions, links, what was derived of it and what was indexed. Its events stay. */
  | { readonly kind: 'artifactGone'; readonly id: string }
  /** Before it goes: commits of nothing else go, and whatever anybody has answered about anything. */
  | { readonly kind: 'tracesGone'; readonly id: string }
  | { readonly kind: 'version'; readonly row: VersionRow }
  | { readonly kind: 'commit'; readonly row: CommitRow }
  /** `text` is what it is found by. */
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
  /** Bytes that lie in the content store. Written before anything names them. */
  | { readonly kind: 'content'; readonly hash: string; readonly size: number; readonly at: string }
  | { readonly kind: 'contentGone'; readonly hash: string };

export type ArtifactOrder = 'modified' | 'created' | 'title';

/** Where a page ends: the value of the order's column, and the id. */
export interface ArtifactPosition {
  readonly value: string;
  readonly id: string;
}

export interface ArtifactFilter {
  readonly workspace?: string | undefined;
  /** Only what the collection shows: committed once, neither archived nor deleted. */
  readonly collection?: string | undefined;
  readonly states?: readonly ('draft' | 'committed' | 'archived')[] | undefined;
  /** Exact types, or a category with a wildcard such as `a/*`. */
  readonly types?: readonly string[] | undefined;
}

export interface ArtifactQuery extends ArtifactFilter {
  /** Those in the trash, and no others; by default none of them. */
  readonly deleted?: boolean | undefined;
  /** `modified` and `created` newest first, `title` from A to Z without regard to case. */
  readonly order: ArtifactOrder;
  readonly after?: ArtifactPosition | undefined;
  readonly limit: number;
}

export interface SearchQuery extends ArtifactFilter {
  /** In the syntax of the index; made by `core/artifacts`, never by a user. */
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
  /** Continue behind this event, in the order in which they were emitted. */
  readonly after?: string | undefined;
  readonly limit: number;
}

/** Every list costs what it returns, however much there is. */
export interface ArtifactStore {
  workspace(id: string): Promise<WorkspaceRow | undefined>;
  workspaces(): Promise<readonly WorkspaceRow[]>;
  collection(id: string): Promise<CollectionRow | undefined>;
  collections(): Promise<readonly CollectionRow[]>;
  /** How many artifacts the collection shows. */
  countIn(collection: string): Promise<number>;

  artifact(id: string): Promise<ArtifactRow | undefined>;
  /** Those that there are, in the order of `ids`. */
  listed(ids: readonly string[]): Promise<readonly ListedArtifact[]>;
  list(query: ArtifactQuery): Promise<readonly ListedArtifact[]>;
  /** The collections that each of them is linked into. */
  linksOf(ids: readonly string[]): Promise<ReadonlyMap<string, readonly string[]>>;

  version(artifact: string, version: number): Promise<VersionRow | undefined>;
  /** Newest first, those below `before`. */
  versions(
    artifact: string,
    page: { readonly before?: number | undefined; readonly limit: number },
  ): Promise<readonly VersionRow[]>;
  /** Newest first; `after` is the id of the last one of the page before. */
  commits(
    workspace: string,
    page: { readonly after?: string | undefined; readonly limit: number },
  ): Promise<readonly CommitRow[]>;
  /** What a commit made: at most `limit` of it. */
  versionsOf(
    commit: string,
    limit: number,
  ): Promise<readonly { readonly artifact: string; readonly version: number; readonly title: string }[]>;

  event(id: string): Promise<EventRow | undefined>;
  events(query: EventQuery): Promise<readonly EventRow[]>;
  /**
   * Of each artifact the first event that is left, if it waits and its time has come. An artifact whose first event is
   * parked is passed over. Oldest first.
   */
  dueEvents(now: number, limit: number): Promise<readonly EventRow[]>;
  /** When the next one that waits is due; undefined when none waits. */
  nextEventAt(): Promise<number | undefined>;

  /** Artifacts from which text and picture are still to be derived: those whose key differs. Not deleted ones. */
  underived(limit: number, after?: string): Promise<readonly ArtifactRow[]>;
  derived(artifact: string): Promise<DerivedRow | undefined>;
  capability(key: string): Promise<CapabilityRow | undefined>;

  search(query: SearchQuery): Promise<readonly SearchRow[]>;

  content(hash: string): Promise<{ readonly size: number } | undefined>;
  /** Bytes written before `before` that no artifact, version or derived picture names; behind `after`, by hash. */
  unusedContent(before: string, limit: number, after?: string): Promise<readonly string[]>;
}

/** The part under which writes are enlisted. */
export const artifactsPart = 'artifacts';

export { substanceKey } from './substance-key.ts';
