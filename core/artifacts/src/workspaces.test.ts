import { ArtifactRig, me } from '@loggia/testing/artifacts';
import { artifactExtensions, libraryExtensions, workspaceUri } from '@loggia/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let rig: ArtifactRig;

beforeEach(async () => {
  rig = await ArtifactRig.open();
});

afterEach(() => rig.close());

test('F2: workspaces are made, renamed and listed, and the library tells of them', async () => {
  const { workspace } = await rig.artifacts.createWorkspace({ title: 'Home', description: 'Mine' }, me);
  expect(workspace).toEqual({
    id: workspace.id,
    channel: `x-loggia-workspace:/${workspace.id}`,
    title: 'Home',
    description: 'Mine',
    createdAt: '2026-01-01T00:00:00.000Z',
  });
  expect(await rig.artifacts.listWorkspaces({}, me)).toEqual({ workspaces: [workspace] });
  expect((await rig.library()).workspaces).toEqual([workspace]);

  const renamed = await rig.artifacts.updateWorkspace({ workspace: workspace.id, title: 'House' }, me);
  expect(renamed.workspace).toEqual({ ...workspace, title: 'House' });
  expect(await rig.artifacts.listWorkspaces({}, me)).toEqual({ workspaces: [renamed.workspace] });
  expect(await rig.shown(workspace.id)).toMatchObject({ title: 'House', description: 'Mine' });
  const bare = await rig.artifacts.updateWorkspace({ workspace: workspace.id, description: '' }, me);
  expect(bare.workspace).not.toHaveProperty('description');
  expect(await rig.shown(workspace.id)).not.toHaveProperty('description');
});

test('F2: one that still holds artifacts, if only in its trash, goes only with its contents', async () => {
  const workspace = await rig.workspace('Home');
  const { id } = await rig.create(workspace);
  await expect(rig.artifacts.deleteWorkspace({ workspace }, me)).rejects.toMatchObject({
    kind: 'InvalidParams',
    message: 'The workspace "Home" still has 1 artifacts. Delete them first, or say "withContents".',
  });
  await rig.artifacts.deleteArtifacts({ artifacts: [id] }, me);
  await expect(rig.artifacts.deleteWorkspace({ workspace, withContents: false }, me)).rejects.toMatchObject({
    message: expect.stringContaining('1 artifacts in its trash'),
  });
  await rig.artifacts.purgeArtifacts({ artifacts: [id] }, me);
  expect(await rig.artifacts.deleteWorkspace({ workspace }, me)).toEqual({});
  expect((await rig.library()).workspaces).toEqual([]);
  expect(await rig.kernel.load(workspaceUri(workspace))).toBeUndefined();
  await expect(rig.artifacts.deleteWorkspace({ workspace }, me)).rejects.toMatchObject({ kind: 'NotFound' });
  await expect(rig.artifacts.updateWorkspace({ workspace, title: 'x' }, me)).rejects.toMatchObject({
    kind: 'NotFound',
  });
});

test('F2: a workspace goes with all its artifacts, and collections show them no more', async () => {
  const workspace = await rig.workspace();
  const other = await rig.workspace();
  const { collection } = await rig.artifacts.createCollection({ title: 'Reading' }, me);
  const { collection: untouched } = await rig.artifacts.createCollection({ title: 'Untouched' }, me);
  const ours = [await rig.committed(workspace), await rig.committed(workspace)].map(({ id }) => id);
  const theirs = await rig.committed(other);
  await rig.artifacts.linkArtifacts({ collection: collection.id, artifacts: [...ours, theirs.id] }, me);
  await rig.artifacts.archiveArtifacts({ artifacts: [ours[0]!] }, me);

  await rig.artifacts.deleteWorkspace({ workspace, withContents: true }, me);

  const { collections } = await rig.library();
  expect(collections).toMatchObject([{ id: collection.id, count: 1 }, untouched]);
  expect(await rig.store.countIn(collection.id)).toBe(1);
  const shown = await rig.artifacts.listArtifacts({ collection: collection.id }, me);
  expect(shown.artifacts).toMatchObject([{ id: theirs.id }]);
  for (const artifact of ours) {
    await expect(rig.artifacts.getArtifact({ artifact }, me)).rejects.toMatchObject({ kind: 'NotFound' });
  }
});

test('F3: what happens in a workspace while it is deleted either came before or is refused', async () => {
  const workspace = await rig.workspace();
  const { id } = await rig.committed(workspace);
  const { collection } = await rig.artifacts.createCollection({ title: 'Reading' }, me);
  const tries = await Promise.allSettled([
    rig.create(workspace),
    rig.artifacts.linkArtifacts({ collection: collection.id, artifacts: [id] }, me),
    rig.artifacts.deleteWorkspace({ workspace, withContents: true }, me),
    rig.create(workspace),
    rig.artifacts.updateArtifact({ artifact: id, title: 'Late' }, me),
    rig.artifacts.archiveArtifacts({ artifacts: [id] }, me),
  ]);
  expect(tries[2]?.status).toBe('fulfilled');
  const refused = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  expect(refused).toEqual(refused.map(() => expect.objectContaining({ kind: 'NotFound' }) as unknown));
  expect(tries.slice(3).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect((await rig.library()).collections).toMatchObject([{ count: 0 }]);
  expect(await rig.artifacts.listArtifacts({}, me)).toEqual({ artifacts: [] });
});

test('F3: nothing changes while it is counted what goes with a workspace', async () => {
  const workspace = await rig.workspace();
  const { collection } = await rig.artifacts.createCollection({ title: 'Reading' }, me);
  const ours = await rig.committed(workspace);
  const theirs = await rig.committed(await rig.workspace());
  await rig.artifacts.linkArtifacts({ collection: collection.id, artifacts: [ours.id, theirs.id] }, me);
  const list = rig.store.list.bind(rig.store);
  const archiving: Promise<unknown>[] = [];
  vi.spyOn(rig.store, 'list').mockImplementationOnce(async (query) => {
    const found = await list(query);
    const archive = rig.artifacts
      .archiveArtifacts({ artifacts: [ours.id] }, me)
      .catch((error: unknown) => error);
    archiving.push(archive);
    await Promise.race([archive, new Promise((resolve) => setTimeout(resolve, 50))]);
    return found;
  });
  await rig.artifacts.deleteWorkspace({ workspace, withContents: true }, me);
  expect(await Promise.all(archiving)).toMatchObject([{ kind: 'NotFound' }]);
  expect((await rig.library()).collections).toMatchObject([{ count: 1 }]);
});

test('F5: everything is there again after a restart, with the library as it was', async () => {
  const workspace = await rig.workspace();
  await rig.committed(workspace, { title: 'Kept', context: { a: 1 }, content: { text: 'kept' } });
  await rig.artifacts.createCollection({ title: 'Reading' }, me);
  const before = [await rig.library(), await rig.shown(workspace)];
  await rig.kernel.close();
  const again = await ArtifactRig.open({ directory: rig.directory });
  expect([await again.library(), await again.shown(workspace)]).toEqual(before);
  const [kept] = before[1] && 'artifacts' in before[1] ? before[1].artifacts : [];
  expect(await again.artifacts.readContent({ artifact: kept?.id ?? '' }, me)).toEqual({
    text: 'kept',
    size: 4,
  });
  await again.close();
});

test('F5: results are what the wire says they are', async () => {
  const workspace = await rig.artifacts.createWorkspace({ title: 'Home' }, me);
  const id = workspace.workspace.id;
  const { artifact } = await rig.artifacts.createArtifact(
    { workspace: id, title: 'A', content: { text: 'a' } },
    me,
  );
  const artifacts = [{ id: artifact.id }];
  const committed = await rig.artifacts.commitArtifacts({ artifacts, message: 'm' }, me);
  const strict = { reportInput: true };
  libraryExtensions['x-loggia/createWorkspace'].result.parse(workspace, strict);
  artifactExtensions['x-loggia/commitArtifacts'].result.parse(committed, strict);
  artifactExtensions['x-loggia/getArtifact'].result.parse(
    await rig.artifacts.getArtifact({ artifact: artifact.id, version: 1 }, me),
    strict,
  );
  artifactExtensions['x-loggia/previewCommit'].result.parse(
    await rig.artifacts.previewCommit({ artifacts: [artifact.id] }, me),
    strict,
  );
  const listed = artifactExtensions['x-loggia/listArtifacts'].result.parse(
    await rig.artifacts.listArtifacts({ workspace: id }, me),
    strict,
  );
  expect(listed.artifacts).toEqual((await rig.shown(id)).artifacts);
});
