import {
  workspaceUri,
  type Artifact,
  type ArtifactContent,
  type ArtifactSummary,
  type ArtifactVersion,
  type WorkspaceSummary,
} from '@loggia/protocol';
import type { ArtifactRow, ListedArtifact, Substance, VersionRow, WorkspaceRow } from './store.ts';

type Context = Artifact['context'];

export function contextOf({ context }: Pick<Substance, 'context'>): Context {
  return JSON.parse(context) as Context;
}

export function stateOf({ archived, dirty }: ArtifactRow): 'draft' | 'committed' | 'archived' {
  if (archived) return 'archived';
  return dirty ? 'draft' : 'committed';
}

function contentOf({ content }: Substance): { content?: ArtifactContent } {
  return content === undefined ? {} : { content: { hash: content.hash, size: content.size } };
}

/** The fields that summaries and whole artifacts share. */
function factsOf(row: ArtifactRow, collections: readonly string[]): Omit<ArtifactSummary, 'preview'> {
  return {
    id: row.id,
    workspace: row.workspace,
    type: row.type,
    title: row.title,
    state: stateOf(row),
    revision: row.revision,
    version: row.version,
    ...contentOf(row),
    collections: collections.toSorted(),
    createdAt: row.createdAt,
    createdBy: row.createdBy,
    modifiedAt: row.modifiedAt,
    modifiedBy: row.modifiedBy,
    ...(row.deletedAt !== undefined && { deletedAt: row.deletedAt }),
  };
}

export function artifactOf(row: ArtifactRow, collections: readonly string[]): Artifact {
  return { ...factsOf(row, collections), context: contextOf(row) };
}

export function summaryOf(row: ListedArtifact, preview: ArtifactSummary['preview']): ArtifactSummary {
  return {
    ...factsOf(row, row.collections),
    ...(preview !== undefined && { preview }),
    ...(row.excerpt !== undefined && { excerpt: row.excerpt }),
    ...(row.thumbnail !== undefined && { thumbnail: row.thumbnail }),
  };
}

export function versionOf(row: VersionRow): ArtifactVersion {
  return {
    artifact: row.artifact,
    version: row.version,
    type: row.type,
    title: row.title,
    context: contextOf(row),
    ...contentOf(row),
    commit: row.commit,
    message: row.message,
    author: row.author,
    at: row.at,
  };
}

export function substanceOf({ type, title, context, content }: Substance): Substance {
  return { type, title, context, content };
}

/** The artifact as of a version, ignoring later changes. */
export function asCommitted<Row extends ArtifactRow>(row: Row, version: VersionRow): Row {
  return {
    ...row,
    ...substanceOf(version),
    version: version.version,
    archived: false,
    dirty: false,
    modifiedAt: version.at,
    modifiedBy: version.author,
  };
}

export function workspaceSummary(row: WorkspaceRow): WorkspaceSummary {
  return {
    id: row.id,
    channel: workspaceUri(row.id),
    title: row.title,
    ...(row.description !== undefined && { description: row.description }),
    createdAt: row.createdAt,
  };
}
