import type { ArtifactSummary } from '@loggia/protocol';
import { download } from '../host/download.ts';
import type { ShellHost } from '../host/shell-host.ts';
import { confirm } from '../ui/confirm.tsx';
import { complain, tell } from '../ui/toasts.tsx';
import { named, type TypeAction } from './applicable.ts';

const ids = (artifacts: readonly ArtifactSummary[]) => artifacts.map(({ id }) => id);

type OfMany =
  | 'x-loggia/deleteArtifacts'
  | 'x-loggia/undeleteArtifacts'
  | 'x-loggia/purgeArtifacts'
  | 'x-loggia/archiveArtifacts'
  | 'x-loggia/unarchiveArtifacts';

/** The host takes ten times as many at once; between these, it serves others. */
const mostAtOnce = 1000;

/** However many there are. What was done before something went wrong is told of all the same. */
async function forAll(
  host: ShellHost,
  command: OfMany,
  artifacts: readonly ArtifactSummary[],
  tellOf: (done: readonly ArtifactSummary[]) => void,
): Promise<void> {
  let count = 0;
  try {
    while (count < artifacts.length) {
      const some = artifacts.slice(count, count + mostAtOnce);
      await host.ask(command, { artifacts: ids(some) });
      count += some.length;
    }
  } finally {
    if (count > 0) tellOf(artifacts.slice(0, count));
  }
}

/** What takes it back. */
function undoing(host: ShellHost, command: OfMany, done: readonly ArtifactSummary[]): () => void {
  return () => {
    forAll(host, command, done, () => undefined).catch((error: unknown) => complain(error));
  };
}

export async function deleteArtifacts(host: ShellHost, artifacts: readonly ArtifactSummary[]): Promise<void> {
  await forAll(host, 'x-loggia/deleteArtifacts', artifacts, (done) =>
    tell(`${named(done)} moved to the trash.`, { undo: undoing(host, 'x-loggia/undeleteArtifacts', done) }),
  );
}

export async function bringBack(host: ShellHost, artifacts: readonly ArtifactSummary[]): Promise<void> {
  await forAll(host, 'x-loggia/undeleteArtifacts', artifacts, (done) =>
    tell(`${named(done)} back on the desk.`),
  );
}

export async function purge(host: ShellHost, artifacts: readonly ArtifactSummary[]): Promise<void> {
  const isSure = await confirm({
    title: `Delete ${named(artifacts)} for good?`,
    text: 'All versions go with it. This can’t be undone. Backups, downloads and messages that quote it keep their copy.',
    action: 'Delete for good',
    danger: true,
  });
  if (!isSure) return;
  await forAll(host, 'x-loggia/purgeArtifacts', artifacts, (done) =>
    tell(`${named(done)} deleted for good.`),
  );
}

export async function emptyTrash(host: ShellHost, workspace: string, count: number): Promise<void> {
  const isSure = await confirm({
    title: 'Empty the trash?',
    text: `${count === 1 ? 'One artifact goes' : `${count} artifacts go`} for good, with all versions. This can’t be undone. Backups, downloads and messages that quote them keep their copy.`,
    action: 'Empty the trash',
    danger: true,
  });
  if (!isSure) return;
  for (;;) {
    const page = await host.ask('x-loggia/listArtifacts', { workspace, deleted: true, limit: 500 });
    if (page.artifacts.length === 0) break;
    const { purged } = await host.ask('x-loggia/purgeArtifacts', { artifacts: ids(page.artifacts) });
    // Whatever stays, stays: asking again would never end.
    if (purged.length === 0)
      throw new Error(`${named(page.artifacts)} could not be deleted for good. Try again later.`);
  }
  tell('The trash is empty.');
}

export async function archive(host: ShellHost, artifacts: readonly ArtifactSummary[]): Promise<void> {
  await forAll(host, 'x-loggia/archiveArtifacts', artifacts, (done) =>
    tell(`${named(done)} archived.`, { undo: undoing(host, 'x-loggia/unarchiveArtifacts', done) }),
  );
}

export async function unarchive(host: ShellHost, artifacts: readonly ArtifactSummary[]): Promise<void> {
  await forAll(host, 'x-loggia/unarchiveArtifacts', artifacts, (done) =>
    tell(`${named(done)} brought back from the archive.`),
  );
}

/** Browsers ask before they save many files, and give up on more. */
const mostDownloads = 20;

export async function downloadAll(
  host: ShellHost,
  artifacts: readonly (Pick<ArtifactSummary, 'id' | 'title'> & { readonly version?: number })[],
): Promise<void> {
  if (artifacts.length > mostDownloads)
    throw new Error(`A browser saves ${mostDownloads} files at once. Choose fewer, and go on with the rest.`);
  for (const artifact of artifacts) await download(host, artifact, artifact.version);
}

/** The shell only says which one: what it does is its handler's business. */
export async function runAction(
  host: ShellHost,
  artifacts: readonly ArtifactSummary[],
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
  for (const { id, title } of artifacts) {
    const { result } = await host.ask('x-loggia/runAction', { artifact: id, action: action.id });
    const said = textOf(result.content);
    if (result.isError === true)
      throw new Error(said ?? `“${action.label}” failed for “${title}”. Try again.`);
    if (artifacts.length === 1) tell(said ?? `${action.label}: done.`);
  }
  if (artifacts.length > 1) tell(`${action.label}: done for ${named(artifacts)}.`);
}

function textOf(content: readonly Record<string, unknown>[] | undefined): string | undefined {
  const texts = content?.flatMap(({ type, text }) =>
    type === 'text' && typeof text === 'string' ? [text] : [],
  );
  const said = texts?.join(' ').trim().slice(0, 300);
  return said === '' ? undefined : said;
}
