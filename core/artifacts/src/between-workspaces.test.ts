import { ArtifactRig, me } from '@loggia/testing/artifacts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const guarded = 'application/vnd.test.guarded';
let rig: ArtifactRig;
let here: string;
let there: string;

beforeEach(async () => {
  rig = await ArtifactRig.open({ types: { [guarded]: { needs: ['servers'] } } });
  here = await rig.workspace('Here');
  there = await rig.workspace('There');
});
afterEach(() => rig.close());

const bob = { ...me, by: 'bob' };
const agent = { ...me, by: 'local via agent', powers: [] };
const counts = async (workspace: string) => (await rig.shown(workspace)).counts;
const shownIn = async (workspace: string) => (await rig.shown(workspace)).artifacts.map(({ id }) => id);
const listedIn = async (workspace: string) =>
  (await rig.artifacts.listArtifacts({ workspace }, me)).artifacts.map(({ id }) => id);
const foundIn = async (workspace: string, query: string) =>
  (await rig.artifacts.search({ query, workspace }, me)).hits.length;
const versionsOf = async (artifact: string) =>
  (await rig.artifacts.listVersions({ artifact }, me)).versions.map(({ version, message, author, title }) => [
    version,
    message,
    author,
    title,
  ]);

/** Committed twice, and changed since. */
async function withHistory(): Promise<string> {
  const { id } = await rig.committed(here, { title: 'First pelican', content: { text: 'one' } });
  await rig.artifacts.updateArtifact({ artifact: id, title: 'Second pelican', content: { text: 'two' } }, me);
  await rig.artifacts.commitArtifacts({ artifacts: [{ id }], message: 'Again' }, bob);
  await rig.artifacts.updateArtifact({ artifact: id, title: 'Third pelican' }, me);
  return id;
}

const history = [
  [2, 'Again', 'bob', 'Second pelican'],
  [1, 'A commit', 'ann', 'First pelican'],
];

describe('F2: moving', () => {
  test('takes the artifact along with its versions, draft, links and search entry', async () => {
    const id = await withHistory();
    const { collection } = await rig.artifacts.createCollection({ title: 'Shelf' }, me);
    await rig.artifacts.linkArtifacts({ collection: collection.id, artifacts: [id] }, me);
    const other = await rig.create(here, { title: 'Stays' });
    const { artifacts } = await rig.artifacts.moveArtifacts({ artifacts: [{ id }], workspace: there }, bob);
    expect(artifacts).toMatchObject([
      { id, workspace: there, title: 'Third pelican', state: 'draft', version: 2, modifiedBy: 'bob' },
    ]);
    expect([await shownIn(here), await shownIn(there)]).toEqual([[other.id], [id]]);
    expect([await listedIn(here), await listedIn(there)]).toEqual([[other.id], [id]]);
    expect([await counts(here), await counts(there)]).toMatchObject([{ drafts: 1 }, { drafts: 1 }]);
    expect([await foundIn(here, 'pelican'), await foundIn(there, 'pelican')]).toEqual([0, 1]);
    expect(await versionsOf(id)).toEqual(history);
    expect((await rig.library()).collections).toMatchObject([{ count: 1 }]);
    const old = await rig.artifacts.restoreVersion({ artifact: id, version: 1 }, me);
    expect(old.artifact).toMatchObject({ title: 'First pelican', workspace: there });
    // It stays when the workspace that it came from goes.
    await rig.artifacts.deleteWorkspace({ workspace: here, withContents: true }, me);
    expect(await versionsOf(id)).toEqual(history);
  });

  test('H1: is told to the handler in the old workspace as a deletion, and to the new one as an arrival', async () => {
    const committed = await rig.committed(here);
    const draft = await rig.create(here);
    const { id: archived } = await rig.committed(here);
    await rig.artifacts.archiveArtifacts({ artifacts: [archived] }, me);
    rig.events.length = 0;
    const artifacts = [committed.id, draft.id, archived].map((id) => ({ id }));
    await rig.artifacts.moveArtifacts({ artifacts, workspace: there }, me);
    expect(
      rig.events.map(({ kind, cause, artifact: { id, workspace } }) => [id, kind, cause, workspace]),
    ).toEqual([
      [committed.id, 'delete', 'move', here],
      [committed.id, 'create', 'move', there],
      [committed.id, 'commit', 'move', there],
      [draft.id, 'delete', 'move', here],
      [draft.id, 'create', 'move', there],
      [archived, 'delete', 'move', here],
      [archived, 'create', 'move', there],
      [archived, 'archive', 'move', there],
    ]);
  });

  test('to where it is already changes nothing', async () => {
    const { id } = await rig.committed(here);
    rig.events.length = 0;
    const { seq } = rig.kernel;
    await rig.artifacts.moveArtifacts({ artifacts: [{ id }], workspace: here }, me);
    expect([rig.kernel.seq, rig.events]).toEqual([seq, []]);
  });
});

describe('F2: copying', () => {
  test('makes an artifact with versions and commits of its own, and leaves the original', async () => {
    const id = await withHistory();
    rig.clock.advance(1000);
    rig.events.length = 0;
    const { artifacts } = await rig.artifacts.copyArtifacts({ artifacts: [{ id }], workspace: there }, bob);
    const copy = artifacts[0]?.id ?? '';
    expect(artifacts).toMatchObject([
      {
        workspace: there,
        title: 'Third pelican',
        state: 'draft',
        version: 2,
        revision: 1,
        createdBy: 'bob',
        collections: [],
      },
    ]);
    expect([await listedIn(here), await listedIn(there)]).toEqual([[id], [copy]]);
    expect([await versionsOf(id), await versionsOf(copy)]).toEqual([history, history]);
    expect(rig.events.map(({ kind, cause, artifact }) => [artifact.id, kind, cause])).toEqual([
      [copy, 'create', undefined],
      [copy, 'commit', undefined],
    ]);
    const { commits } = await rig.artifacts.listCommits({ workspace: there }, me);
    expect(
      commits.map(({ message, artifacts: held }) => [message, held.map(({ artifact }) => artifact)]),
    ).toEqual([
      ['Again', [copy]],
      ['A commit', [copy]],
    ]);
    // It keeps its bytes when the original goes for good.
    await rig.artifacts.deleteArtifacts({ artifacts: [id] }, me);
    await rig.artifacts.purgeArtifacts({ artifacts: [id] }, me);
    rig.clock.advance(10 * 3_600_000);
    await rig.artifacts.collectGarbage();
    expect(await rig.artifacts.readContent({ artifact: copy, version: 1 }, me)).toMatchObject({
      text: 'one',
    });
  });

  test('several that were committed together keep that', async () => {
    const ids = [(await rig.create(here)).id, (await rig.create(here)).id];
    await rig.commit(...ids);
    await rig.artifacts.copyArtifacts({ artifacts: ids.map((id) => ({ id })), workspace: there }, me);
    const { commits } = await rig.artifacts.listCommits({ workspace: there }, me);
    expect(commits.map(({ artifacts }) => artifacts.length)).toEqual([2]);
  });
});

describe.each(['moveArtifacts', 'copyArtifacts'] as const)('F2: %s is refused', (command) => {
  const run = (
    given: { id: string; ifRevision?: number }[],
    { workspace = there, caller = me }: { workspace?: string; caller?: typeof me } = {},
  ) => rig.artifacts[command]({ artifacts: given, workspace }, caller);

  test('as a whole where one of them cannot go, with the reason', async () => {
    const good = await rig.create(here, { title: 'Good' });
    const trashed = await rig.create(here, { title: 'Trashed' });
    await rig.artifacts.deleteArtifacts({ artifacts: [trashed.id] }, me);
    await expect(run([{ id: good.id }, { id: trashed.id }])).rejects.toMatchObject({
      message: '"Trashed" is in the trash. Restore it first.',
    });
    await expect(run([{ id: good.id }, { id: 'ghost' }])).rejects.toMatchObject({ kind: 'NotFound' });
    await expect(run([{ id: good.id }], { workspace: 'ghost' })).rejects.toMatchObject({
      kind: 'NotFound',
      message: 'There is no workspace "ghost". List the workspaces again.',
    });
    expect([await listedIn(here), await listedIn(there)]).toEqual([[good.id], []]);
  });

  test('F3: where somebody has changed the draft since, with its newest state', async () => {
    const { id } = await rig.create(here, { title: 'Draft' });
    await rig.artifacts.updateArtifact({ artifact: id, title: 'Changed' }, bob);
    await expect(run([{ id, ifRevision: 1 }])).rejects.toMatchObject({
      kind: 'Conflict',
      data: { artifact: { title: 'Changed' } },
    });
    expect(await listedIn(there)).toEqual([]);
  });

  test('H5: where the type needs a permission that the caller does not hold', async () => {
    const { id } = await rig.create(here, { type: guarded });
    await expect(run([{ id }], { caller: agent })).rejects.toMatchObject({ kind: 'PermissionDenied' });
    expect([await listedIn(here), await listedIn(there)]).toEqual([[id], []]);
  });
});
