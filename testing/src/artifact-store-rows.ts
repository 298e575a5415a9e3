import type {
  ArtifactRow,
  ArtifactWrite,
  CommitRow,
  DocumentRow,
  EventRow,
  VersionRow,
} from '@loggia/artifacts/store';

/** The time this many seconds after the first. */
export function at(seconds: number): string {
  return new Date(Date.UTC(2026, 0, 1) + seconds * 1_000).toISOString();
}

export function artifactRow(id: string, changes: Partial<ArtifactRow> = {}): ArtifactRow {
  return {
    id,
    workspace: 'w',
    type: 'a/x',
    title: `Title of ${id}`,
    context: '{}',
    content: undefined,
    archived: false,
    dirty: true,
    revision: 1,
    version: 0,
    createdAt: at(0),
    createdBy: 'ada',
    modifiedAt: at(0),
    modifiedBy: 'ada',
    deletedAt: undefined,
    ...changes,
  };
}

export function versionRow(artifact: string, version: number, changes: Partial<VersionRow> = {}): VersionRow {
  return {
    artifact,
    version,
    commit: `commit-${version}`,
    message: 'First',
    author: 'ada',
    at: at(version),
    type: 'a/x',
    title: `Title of ${artifact}`,
    context: '{}',
    content: undefined,
    ...changes,
  };
}

export function commitRow(id: string, changes: Partial<CommitRow> = {}): CommitRow {
  return { id, workspace: 'w', message: 'First', author: 'ada', at: at(0), ...changes };
}

export function eventRow(id: string, changes: Partial<EventRow> = {}): EventRow {
  return {
    id,
    artifact: 'a',
    workspace: 'w',
    type: 'a/x',
    kind: 'create',
    at: at(0),
    payload: '{}',
    status: 'waiting',
    attempts: 0,
    nextAt: 0,
    reason: undefined,
    server: undefined,
    ...changes,
  };
}

export function documentRow(ref: string, changes: Partial<DocumentRow> = {}): DocumentRow {
  return {
    kind: 'message',
    ref,
    parent: 'session',
    workspace: undefined,
    at: at(0),
    title: 'A talk',
    text: '',
    data: `{"ref":${JSON.stringify(ref)}}`,
    ...changes,
  };
}

export function workspaceWrite(id: string): ArtifactWrite {
  return { kind: 'workspace', row: { id, title: id, description: undefined, createdAt: at(0) } };
}

export function collectionWrite(id: string): ArtifactWrite {
  return {
    kind: 'collection',
    row: { id, title: id, description: undefined, createdAt: at(0), modifiedAt: at(0) },
  };
}

export function artifactWrite(id: string, changes: Partial<ArtifactRow> = {}): ArtifactWrite {
  return { kind: 'artifact', row: artifactRow(id, changes) };
}
