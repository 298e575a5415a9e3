import { ArtifactRig, me } from '@loggia/testing/artifacts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let rig: ArtifactRig;
let workspace: string;

beforeEach(async () => {
  rig = await ArtifactRig.open();
  workspace = await rig.workspace();
});

afterEach(() => rig.close());

function told(): unknown[] {
  return rig.events.map(({ kind, cause }) => (cause === undefined ? kind : [kind, cause]));
}

describe('archiving', () => {
  test('F3: what is archived leaves the window and comes back as it was', async () => {
    const draft = await rig.create(workspace, { title: 'Draft' });
    const clean = await rig.committed(workspace, { title: 'Clean' });
    const artifacts = [draft.id, clean.id];
    const archived = await rig.artifacts.archiveArtifacts({ artifacts }, me);
    expect(archived.artifacts).toMatchObject([{ state: 'archived' }, { state: 'archived' }]);
    expect(await rig.shown(workspace)).toMatchObject({
      artifacts: [],
      counts: { drafts: 0, committed: 0, archived: 2, deleted: 0 },
    });
    const back = await rig.artifacts.unarchiveArtifacts({ artifacts }, me);
    expect(back.artifacts).toMatchObject([{ state: 'draft' }, { state: 'committed', version: 1 }]);
    expect(await rig.shown(workspace)).toMatchObject({
      counts: { drafts: 1, committed: 1, archived: 0, deleted: 0 },
    });
  });

  test('H1: archiving and coming back are told, once each; who is there already is not told of', async () => {
    const draft = await rig.create(workspace);
    const clean = await rig.committed(workspace);
    const artifacts = [draft.id, clean.id];
    rig.events.length = 0;
    await rig.artifacts.archiveArtifacts({ artifacts }, me);
    await rig.artifacts.archiveArtifacts({ artifacts }, me);
    await rig.artifacts.unarchiveArtifacts({ artifacts }, me);
    const again = await rig.artifacts.unarchiveArtifacts({ artifacts }, me);
    expect(told()).toEqual(['archive', 'archive', ['create', 'unarchive'], ['commit', 'unarchive']]);
    expect(again.artifacts.map(({ revision }) => revision)).toEqual([3, 4]);
  });
});

describe('the trash', () => {
  test('F3: what is deleted is gone from the lists, and comes back whole', async () => {
    const { id } = await rig.committed(workspace, { title: 'Precious', context: { a: 1 } });
    expect(await rig.artifacts.deleteArtifacts({ artifacts: [id] }, me)).toEqual({ deleted: [id] });
    expect(await rig.shown(workspace)).toMatchObject({
      artifacts: [],
      counts: { committed: 0, deleted: 1 },
    });
    expect(await rig.artifacts.listArtifacts({ workspace }, me)).toEqual({ artifacts: [] });
    expect((await rig.artifacts.search({ query: 'precious' }, me)).hits).toEqual([]);
    const trash = await rig.artifacts.listArtifacts({ workspace, deleted: true }, me);
    expect(trash.artifacts).toMatchObject([{ id, deletedAt: '2026-01-01T00:00:00.000Z' }]);

    const { artifacts } = await rig.artifacts.undeleteArtifacts({ artifacts: [id] }, me);
    expect(artifacts[0]).not.toHaveProperty('deletedAt');
    expect(await rig.shown(workspace)).toMatchObject({
      artifacts: [{ id }],
      counts: { committed: 1, deleted: 0 },
    });
    expect((await rig.artifacts.search({ query: 'precious' }, me)).hits).toHaveLength(1);
    expect((await rig.artifacts.listVersions({ artifact: id }, me)).versions).toHaveLength(1);
  });

  test('H1: deleting is told, and coming back tells the story again', async () => {
    const draft = await rig.create(workspace);
    const clean = await rig.committed(workspace);
    const away = await rig.committed(workspace);
    await rig.artifacts.archiveArtifacts({ artifacts: [away.id] }, me);
    const artifacts = [draft.id, clean.id, away.id];
    rig.events.length = 0;
    await rig.artifacts.deleteArtifacts({ artifacts }, me);
    await rig.artifacts.deleteArtifacts({ artifacts }, me);
    await rig.artifacts.undeleteArtifacts({ artifacts }, me);
    await rig.artifacts.undeleteArtifacts({ artifacts }, me);
    expect(told()).toEqual([
      'delete',
      'delete',
      'delete',
      ['create', 'undelete'],
      ['create', 'undelete'],
      ['commit', 'undelete'],
      ['create', 'undelete'],
      ['archive', 'undelete'],
    ]);
  });

  test('F3: purging is for good, only from the trash, and tells nobody more', async () => {
    const kept = await rig.create(workspace, { title: 'Kept' });
    const { id } = await rig.committed(workspace, { title: 'Gone' });
    await expect(rig.artifacts.purgeArtifacts({ artifacts: [kept.id] }, me)).rejects.toMatchObject({
      kind: 'InvalidParams',
      message: '"Kept" is not in the trash. Delete first, then purge.',
    });
    await rig.artifacts.deleteArtifacts({ artifacts: [id] }, me);
    rig.events.length = 0;
    await expect(rig.artifacts.purgeArtifacts({ artifacts: [id, kept.id] }, me)).rejects.toMatchObject({
      kind: 'InvalidParams',
    });
    expect(await rig.artifacts.purgeArtifacts({ artifacts: [id] }, me)).toEqual({ purged: [id] });
    expect(rig.events).toEqual([]);
    expect((await rig.shown(workspace)).counts).toEqual({ drafts: 1, committed: 0, archived: 0, deleted: 0 });
    await expect(rig.artifacts.undeleteArtifacts({ artifacts: [id] }, me)).rejects.toMatchObject({
      kind: 'NotFound',
    });
  });

  test('L7: artifacts that were in the trash before a time are purged, and nothing else', async () => {
    const early = await Promise.all(
      Array.from({ length: 103 }, (_, index) => rig.create(workspace, { title: `Early ${index}` })),
    );
    const elsewhere = await rig.create(await rig.workspace(), { title: 'Elsewhere' });
    const restored = await rig.create(workspace, { title: 'Restored' });
    const old = [...early, elsewhere, restored].map(({ id }) => id);
    await rig.artifacts.deleteArtifacts({ artifacts: old }, me);
    await rig.artifacts.undeleteArtifacts({ artifacts: [restored.id] }, me);
    rig.clock.advance(1000);
    const time = new Date(rig.clock.now()).toISOString();
    const late = await rig.create(workspace, { title: 'Late' });
    await rig.artifacts.deleteArtifacts({ artifacts: [late.id] }, me);
    rig.events.length = 0;
    expect(await rig.artifacts.purgeTrash(time)).toEqual({ purged: 104 });
    expect(rig.events).toEqual([]);
    expect((await rig.shown(workspace)).counts).toEqual({ drafts: 1, committed: 0, archived: 0, deleted: 1 });
    expect(await rig.artifacts.row(elsewhere.id)).toBeUndefined();
    expect(await rig.artifacts.purgeTrash(time)).toEqual({ purged: 0 });
    await rig.artifacts.undeleteArtifacts({ artifacts: [late.id] }, me);
  });

  test('L5: one that is not there stops a batch before anything is done', async () => {
    const { id } = await rig.create(workspace);
    await expect(rig.artifacts.deleteArtifacts({ artifacts: [id, 'ghost'] }, me)).rejects.toMatchObject({
      kind: 'NotFound',
      message: 'There is no artifact "ghost". List the artifacts again: it may have been purged.',
    });
    expect((await rig.shown(workspace)).artifacts).toMatchObject([{ id }]);
  });
});
