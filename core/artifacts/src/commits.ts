import { setImmediate } from 'node:timers/promises';
import type { Commit, Difference } from '@loggia/protocol';
import type { ArtifactCommands } from './artifacts.ts';
import { readCursor, writeCursor } from './cursor.ts';
import { DifferenceMaker } from './diff/difference.ts';
import { artifactKey, type Ledger } from './ledger.ts';
import { defaultPage, namedPerCommit } from './limits.ts';
import type { ArtifactPorts, LifecycleEvent } from './ports.ts';
import { invalid, noVersion, noWorkspace } from './refusals.ts';
import { assertRevisions, assertWorkable, isOrAre, only, selection, titles } from './selection.ts';
import { contextOf, substanceOf, versionOf } from './shape.ts';
import type { ArtifactWrite, CommitRow, ListedArtifact, VersionRow } from './store.ts';
import type { Change } from './tally.ts';
import { assertValid, problemsOf } from './validity.ts';

type Commands = Pick<
  ArtifactCommands,
  'previewCommit' | 'commitArtifacts' | 'listVersions' | 'listCommits' | 'diffVersions'
>;

function* subjectsOf(rows: readonly ListedArtifact[]) {
  for (const row of rows) {
    yield { workspace: row.workspace, type: row.type, title: row.title, context: contextOf(row) };
  }
}

/** Checks that all artifacts are in one workspace and have something to commit. */
function assertCommittable(rows: readonly ListedArtifact[]): string {
  assertWorkable(rows);
  const clean = rows.filter(({ dirty }) => !dirty);
  if (clean.length > 0) {
    throw invalid(
      `${titles(clean)} ${isOrAre(clean)} unchanged since the last commit; there is nothing to commit. Leave it out.`,
    );
  }
  const [workspace, ...others] = new Set(rows.map((row) => row.workspace));
  if (workspace === undefined || others.length > 0) {
    throw invalid('A commit covers artifacts of one workspace. Commit those of each workspace separately.');
  }
  return workspace;
}

function obstacleOf({ deletedAt, archived, dirty }: ListedArtifact): string | undefined {
  if (deletedAt !== undefined) return 'It is in the trash. Restore it first.';
  if (archived) return 'It is archived. Unarchive it first.';
  return dirty ? undefined : 'It is unchanged since the last commit; there is nothing to commit.';
}

export function commitCommands(ports: ArtifactPorts, ledger: Ledger): Commands {
  const { store, types } = ports;

  async function versionAt(row: ListedArtifact, version: number): Promise<VersionRow> {
    const found = await store.version(row.id, version);
    if (!found) throw noVersion(row.id, version, row.version);
    return found;
  }

  return {
    async previewCommit({ artifacts }) {
      const rows = await selection(store, artifacts);
      const maker = new DifferenceMaker(ports.content);
      const differences: Difference[] = [];
      const problems: { artifact: string; path?: string; message: string }[] = [];
      for (const [index, row] of rows.entries()) {
        if (index % 100 === 99) await setImmediate();
        const { id, workspace, type, title, version } = row;
        const before = version === 0 ? undefined : await versionAt(row, version);
        differences.push(await maker.between({ artifact: id, from: version, before, after: row }));
        const obstacle = obstacleOf(row);
        if (obstacle !== undefined) problems.push({ artifact: id, message: obstacle });
        const found = problemsOf(types, { workspace, type, title, context: contextOf(row) });
        problems.push(...found.map(({ path, message }) => ({ artifact: id, path, message })));
      }
      return { differences, problems };
    },

    commitArtifacts({ artifacts, message }, caller) {
      const { by, powers } = caller;
      const seen = new Map(artifacts.map(({ id, ifRevision }) => [id, ifRevision]));
      const ids = [...seen.keys()];
      return ledger.change({ alone: ids.map(artifactKey) }, async () => {
        const rows = await selection(store, ids);
        assertRevisions(ledger, rows, seen);
        const workspace = assertCommittable(rows);
        assertValid(types, subjectsOf(rows));
        const at = ledger.now();
        const commit: CommitRow = { id: ports.newId(), workspace, message, author: by, at };
        const changes: Change[] = [];
        const events: LifecycleEvent[] = [];
        const writes: ArtifactWrite[] = [{ kind: 'commit', row: commit }];
        const named: Commit['artifacts'] = [];
        for (const row of rows) {
          const version = row.version + 1;
          const after: ListedArtifact = {
            ...row,
            dirty: false,
            version,
            revision: row.revision + 1,
            modifiedAt: at,
            modifiedBy: by,
          };
          const made = { artifact: row.id, version, commit: commit.id, message, author: by, at };
          writes.push({ kind: 'version', row: { ...substanceOf(row), ...made } });
          changes.push({ before: row, after });
          events.push({
            kind: 'commit',
            artifact: after,
            at,
            by,
            powers,
            commit: { id: commit.id, message },
          });
          named.push({ artifact: row.id, version, title: row.title });
        }
        const summaries = await ledger.apply({ changes, caller, writes, events });
        return { commit: { ...commit, artifacts: named }, artifacts: [...summaries] };
      });
    },

    async listVersions({ artifact, limit = defaultPage, cursor }) {
      await only(store, artifact);
      const list = ['versions', artifact];
      const [before] = cursor === undefined ? [] : readCursor(list, cursor, ['number']);
      const rows = await store.versions(artifact, {
        before: before === undefined ? undefined : Number(before),
        limit: limit + 1,
      });
      const page = rows.slice(0, limit);
      const last = rows.length > limit ? page.at(-1) : undefined;
      return {
        versions: page.map(versionOf),
        ...(last && { nextCursor: writeCursor(list, [last.version]) }),
      };
    },

    async listCommits({ workspace, limit = defaultPage, cursor }) {
      if (!(await store.workspace(workspace))) throw noWorkspace(workspace);
      const list = ['commits', workspace];
      const [after] = cursor === undefined ? [] : readCursor(list, cursor, ['string']);
      const rows = await store.commits(workspace, {
        after: after === undefined ? undefined : String(after),
        limit: limit + 1,
      });
      const page = rows.slice(0, limit);
      const last = rows.length > limit ? page.at(-1) : undefined;
      const commits: Commit[] = [];
      for (const row of page) {
        commits.push({ ...row, artifacts: [...(await store.versionsOf(row.id, namedPerCommit))] });
      }
      return { commits, ...(last && { nextCursor: writeCursor(list, [last.id]) }) };
    },

    async diffVersions({ artifact, from, to }) {
      const row = await only(store, artifact);
      const before = from === 0 ? undefined : await versionAt(row, from);
      const after = to === undefined ? row : await versionAt(row, to);
      const maker = new DifferenceMaker(ports.content);
      return { difference: await maker.between({ artifact, from, to, before, after }) };
    },
  };
}
