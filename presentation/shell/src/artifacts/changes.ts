import { HostError } from '@loggia/client';
import type { Artifact, ArtifactSummary } from '@loggia/protocol';
import { download } from '../host/download.ts';
import type { ShellHost } from '../host/shell-host.ts';
import { confirm } from '../ui/question-queue.ts';
import { attempt, tell } from '../ui/toast-queue.ts';
import { named } from './named.ts';

type Host = Pick<ShellHost, 'ask'>;

/** Autosave may be faster than a rename several times in a row. */
const mostRetries = 5;

type BulkCommand =
  | 'x-loggia/deleteArtifacts'
  | 'x-loggia/undeleteArtifacts'
  | 'x-loggia/purgeArtifacts'
  | 'x-loggia/archiveArtifacts'
  | 'x-loggia/unarchiveArtifacts';

interface BulkChange {
  readonly command: BulkCommand;
  /** Absent where the change can't be undone. */
  readonly undo?: BulkCommand;
  readonly done: string;
}

const changes = {
  delete: {
    command: 'x-loggia/deleteArtifacts',
    undo: 'x-loggia/undeleteArtifacts',
    done: 'moved to the trash',
  },
  restore: {
    command: 'x-loggia/undeleteArtifacts',
    undo: 'x-loggia/deleteArtifacts',
    done: 'restored from the trash',
  },
  archive: { command: 'x-loggia/archiveArtifacts', undo: 'x-loggia/unarchiveArtifacts', done: 'archived' },
  unarchive: {
    command: 'x-loggia/unarchiveArtifacts',
    undo: 'x-loggia/archiveArtifacts',
    done: 'restored from the archive',
  },
  purge: { command: 'x-loggia/purgeArtifacts', done: 'deleted for good' },
} as const satisfies Readonly<Record<string, BulkChange>>;

/** The host accepts ten times as many at once; smaller batches let it serve others in between. */
const batchSize = 1000;

const ids = (artifacts: readonly Pick<ArtifactSummary, 'id'>[]) => artifacts.map(({ id }) => id);

/** Reports how many were changed, even if a later batch fails. */
async function inBatches<Item extends Pick<ArtifactSummary, 'id'>>(
  host: Host,
  command: BulkCommand,
  artifacts: readonly Item[],
  report: (done: readonly Item[]) => void,
): Promise<void> {
  let count = 0;
  try {
    while (count < artifacts.length) {
      const batch = artifacts.slice(count, count + batchSize);
      await host.ask(command, { artifacts: ids(batch) });
      count += batch.length;
    }
  } finally {
    if (count > 0) report(artifacts.slice(0, count));
  }
}

/** With room for “ copy 2”; the host takes 500 characters. */
const longestTitle = 480;

type Titled = Pick<ArtifactSummary, 'id' | 'title'>;

async function change(host: Host, { command, undo, done }: BulkChange, artifacts: readonly Titled[]) {
  await inBatches(host, command, artifacts, (changed) =>
    tell(
      `${named(changed)} ${done}.`,
      undo === undefined ? {} : { undo: () => attempt(inBatches(host, undo, changed, () => undefined)) },
    ),
  );
}

export function deleteArtifacts(host: Host, artifacts: readonly Titled[]): Promise<void> {
  return change(host, changes.delete, artifacts);
}

export function restoreArtifacts(host: Host, artifacts: readonly Titled[]): Promise<void> {
  return change(host, changes.restore, artifacts);
}

export function archiveArtifacts(host: Host, artifacts: readonly Titled[]): Promise<void> {
  return change(host, changes.archive, artifacts);
}

export function unarchiveArtifacts(host: Host, artifacts: readonly Titled[]): Promise<void> {
  return change(host, changes.unarchive, artifacts);
}

export async function purgeArtifacts(host: Host, artifacts: readonly Titled[]): Promise<void> {
  const isSure = await confirm({
    title: `Delete ${named(artifacts)} for good?`,
    text: 'All versions are deleted, too. This can’t be undone. Backups, downloads and messages that quote it keep their copy.',
    action: 'Delete for good',
    danger: true,
  });
  if (isSure) await change(host, changes.purge, artifacts);
}

export async function emptyTrash(host: Host, workspace: string, count: number): Promise<void> {
  const isSure = await confirm({
    title: 'Empty the trash?',
    text: `${count === 1 ? 'One artifact is' : `${count} artifacts are`} deleted for good, with all versions. This can’t be undone. Backups, downloads and messages that quote them keep their copy.`,
    action: 'Empty the trash',
    danger: true,
  });
  if (!isSure) return;
  for (;;) {
    const page = await host.ask('x-loggia/listArtifacts', { workspace, deleted: true, limit: 500 });
    if (page.artifacts.length === 0) break;
    const { purged } = await host.ask('x-loggia/purgeArtifacts', { artifacts: ids(page.artifacts) });
    // The next page would hold the same artifacts again, forever.
    if (purged.length === 0)
      throw new Error(`${named(page.artifacts)} could not be deleted for good. Try again later.`);
  }
  tell('The trash is empty.');
}

export async function renameArtifact(
  host: Host,
  { id, title: before, revision }: Pick<ArtifactSummary, 'id' | 'title' | 'revision'>,
  title: string,
): Promise<void> {
  if (title === before) return;
  await retitle(host, { id, title: before, revision }, title, mostRetries);
  tell(`Renamed to “${title}”.`, {
    undo: () => attempt(host.ask('x-loggia/updateArtifact', { artifact: id, title: before })),
  });
}

/** Typing goes on while somebody renames: only another title stands in the way of a new one, not other content. */
async function retitle(
  host: Host,
  seen: Pick<ArtifactSummary, 'id' | 'title' | 'revision'>,
  title: string,
  retries: number,
): Promise<void> {
  try {
    await host.ask('x-loggia/updateArtifact', { artifact: seen.id, title, ifRevision: seen.revision });
  } catch (error) {
    const newest = newestIn(error);
    if (newest?.title !== seen.title || retries === 0) throw error;
    await retitle(host, newest, title, retries - 1);
  }
}

/** The artifact as it is now, where that is why the host refused a change. */
function newestIn(error: unknown): ArtifactSummary | undefined {
  if (!(error instanceof HostError) || error.kind !== 'Conflict') return undefined;
  return (error.data as { readonly artifact?: ArtifactSummary } | undefined)?.artifact;
}

/** “Letter copy”, then “Letter copy 2”. */
export function copyTitle(title: string): string {
  const [, name = title, number] = /^(.*?) copy(?: (\d+))?$/.exec(title) ?? [];
  const isCopy = name !== title;
  return `${name.slice(0, longestTitle)} copy${isCopy ? ` ${Number(number ?? 1) + 1}` : ''}`;
}

/** Copies artifacts as they are now, with type, context and content, as drafts beside them. */
export async function duplicateArtifacts(host: Host, artifacts: readonly Titled[]): Promise<void> {
  const copies: Artifact[] = [];
  try {
    for (const { id } of artifacts) {
      const { artifact } = await host.ask('x-loggia/getArtifact', { artifact: id });
      const { workspace, type, title, context, content } = artifact;
      const made = await host.ask('x-loggia/createArtifact', {
        workspace,
        type,
        title: copyTitle(title),
        context,
        ...(content && { content: { hash: content.hash } }),
      });
      copies.push(made.artifact);
    }
  } finally {
    if (copies.length > 0)
      tell(`${named(copies)} created.`, {
        undo: () => attempt(inBatches(host, 'x-loggia/deleteArtifacts', copies, () => undefined)),
      });
  }
}

/** Restores the artifact's earlier state, whatever changed since. */
async function revertTo(host: Host, before: Artifact): Promise<void> {
  if (before.state !== 'draft') {
    await host.ask('x-loggia/discardDraft', { artifact: before.id });
    return;
  }
  const { id, title, type, context, content } = before;
  await host.ask('x-loggia/updateArtifact', {
    artifact: id,
    title,
    type,
    context,
    content: content ? { hash: content.hash } : null,
  });
}

/** Makes a draft of an old version. */
export async function restoreVersion(host: Host, artifact: Artifact, version: number): Promise<void> {
  const { id, revision } = artifact;
  await host.ask('x-loggia/restoreVersion', { artifact: id, version, ifRevision: revision });
  tell(`Restored version ${version} as the draft.`, { undo: () => attempt(revertTo(host, artifact)) });
}

export async function discardDraft(
  host: Host,
  { id, revision }: Pick<ArtifactSummary, 'id' | 'revision'>,
): Promise<void> {
  // Summaries leave out the context, which undo has to bring back.
  const { artifact } = await host.ask('x-loggia/getArtifact', { artifact: id });
  await host.ask('x-loggia/discardDraft', { artifact: id, ifRevision: revision });
  tell(`Draft of “${artifact.title}” discarded.`, { undo: () => attempt(revertTo(host, artifact)) });
}

/** Browsers ask before they save many files, and give up on more. */
const mostDownloads = 20;

export async function downloadArtifacts(
  host: ShellHost,
  artifacts: readonly (Titled & { readonly version?: number })[],
): Promise<void> {
  if (artifacts.length > mostDownloads)
    throw new Error(
      `Your browser can save ${mostDownloads} files at once. Select fewer, then continue with the rest.`,
    );
  for (const artifact of artifacts) await download(host, artifact, artifact.version);
}

/** An action that a type declares; its handler carries it out. */
export interface TypeAction {
  readonly id: string;
  readonly label: string;
  /** A question to ask first. */
  readonly confirm?: string | undefined;
}

export async function runTypeAction(
  host: Host,
  artifacts: readonly Titled[],
  action: TypeAction,
): Promise<void> {
  if (action.confirm !== undefined) {
    const isSure = await confirm({
      title: `${action.label}?`,
      text: `${action.confirm} (${named(artifacts)})`,
      action: action.label,
    });
    if (!isSure) return;
  }
  const done: Titled[] = [];
  try {
    for (const artifact of artifacts) {
      const { result } = await host.ask('x-loggia/runAction', { artifact: artifact.id, action: action.id });
      const text = textOf(result.content);
      if (result.isError === true)
        throw new Error(text ?? `“${action.label}” failed for “${artifact.title}”. Try again.`);
      done.push(artifact);
      if (artifacts.length === 1) tell(text ?? `${action.label}: done.`);
    }
  } finally {
    if (artifacts.length > 1 && done.length > 0) tell(`${action.label}: done for ${named(done)}.`);
  }
}

/** A toast has room for a few sentences. */
const longestText = 300;

function textOf(content: readonly Readonly<Record<string, unknown>>[] | undefined): string | undefined {
  const texts = content?.flatMap(({ type, text }) =>
    type === 'text' && typeof text === 'string' ? [text] : [],
  );
  const joined = texts?.join(' ').trim().slice(0, longestText);
  return joined === '' ? undefined : joined;
}
