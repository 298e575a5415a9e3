import { ArtifactRig, me } from '@loggia/testing/artifacts';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let rig: ArtifactRig;
let workspace: string;
let collection: string;

beforeEach(async () => {
  rig = await ArtifactRig.open({
    types: { 'application/vnd.test.x': { preview: (context) => ({ text: JSON.stringify(context) }) } },
  });
  workspace = await rig.workspace();
  collection = (await rig.artifacts.createCollection({ title: 'Reading', description: 'To read' }, me))
    .collection.id;
});

afterEach(() => rig.close());

async function shown(): Promise<unknown> {
  return (await rig.library()).collections.find(({ id }) => id === collection);
}

async function published(): Promise<string[]> {
  const { artifacts } = await rig.artifacts.listArtifacts({ collection, order: 'title' }, me);
  return artifacts.map(({ title }) => title);
}

describe('collections', () => {
  test('F2: they are made, renamed and removed, and the library tells of it', async () => {
    const made = {
      id: collection,
      title: 'Reading',
      description: 'To read',
      createdAt: '2026-01-01T00:00:00.000Z',
      modifiedAt: '2026-01-01T00:00:00.000Z',
      count: 0,
    };
    expect(await rig.artifacts.listCollections({}, me)).toEqual({ collections: [made] });
    expect(await shown()).toEqual(made);
    const renamed = await rig.artifacts.updateCollection({ collection, title: 'Read', description: '' }, me);
    expect(renamed.collection).toMatchObject({ title: 'Read', modifiedAt: '2026-01-01T00:00:00.001Z' });
    expect(renamed.collection).not.toHaveProperty('description');
    expect(await rig.store.collection(collection)).toMatchObject({ title: 'Read', description: undefined });

    const { id } = await rig.committed(workspace);
    await rig.artifacts.linkArtifacts({ collection, artifacts: [id] }, me);
    await rig.artifacts.deleteCollection({ collection }, me);
    expect((await rig.library()).collections).toEqual([]);
    expect((await rig.artifacts.listArtifacts({ workspace }, me)).artifacts).toMatchObject([
      { id, collections: [] },
    ]);
    await expect(rig.artifacts.deleteCollection({ collection }, me)).rejects.toMatchObject({
      kind: 'NotFound',
    });
  });

  test('F2: only what was committed can be linked, and a batch is linked whole or not at all', async () => {
    const good = await rig.committed(workspace, { title: 'Good' });
    const draft = await rig.create(workspace, { title: 'Draft' });
    await expect(
      rig.artifacts.linkArtifacts({ collection, artifacts: [good.id, draft.id] }, me),
    ).rejects.toMatchObject({
      kind: 'InvalidParams',
      message: 'A collection shows what has been committed, and "Draft" never was. Commit first, then link.',
    });
    expect(await published()).toEqual([]);
    expect(await shown()).toMatchObject({ count: 0 });
  });

  test('F2: an artifact can be in several, and its card says so', async () => {
    const other = (await rig.artifacts.createCollection({ title: 'Other' }, me)).collection.id;
    const { id, revision } = await rig.committed(workspace);
    await rig.artifacts.linkArtifacts({ collection, artifacts: [id, id] }, me);
    const linked = await rig.artifacts.linkArtifacts({ collection: other, artifacts: [id] }, me);
    expect(linked.collection).toMatchObject({ id: other, count: 1 });
    expect((await rig.shown(workspace)).artifacts).toMatchObject([
      { id, collections: [collection, other].sort(), revision },
    ]);
    const again = await rig.artifacts.linkArtifacts({ collection, artifacts: [id] }, me);
    expect(again.collection.count).toBe(1);
    const out = await rig.artifacts.unlinkArtifacts({ collection, artifacts: [id] }, me);
    expect(out.collection.count).toBe(0);
    expect((await rig.shown(workspace)).artifacts).toMatchObject([{ id, collections: [other] }]);
  });

  test('F2: it shows what was committed last, not what the draft has become', async () => {
    const { id } = await rig.committed(workspace, {
      title: 'Committed',
      type: 'application/vnd.test.x',
      context: { word: 'public' },
      content: { text: 'public' },
    });
    await rig.artifacts.linkArtifacts({ collection, artifacts: [id] }, me);
    rig.kernel.enlist('artifacts', {
      kind: 'derived',
      row: { artifact: id, key: 'k', excerpt: 'a secret', thumbnail: undefined },
      text: 'a secret',
    });
    rig.clock.advance(1000);
    await rig.artifacts.updateArtifact(
      { artifact: id, title: 'Secret', context: { word: 'secret' }, content: { text: 'secret!' } },
      { ...me, by: 'bob' },
    );
    const { artifacts } = await rig.artifacts.listArtifacts({ collection }, me);
    expect(artifacts).toMatchObject([
      {
        title: 'Committed',
        state: 'committed',
        version: 1,
        content: { size: 6 },
        preview: { text: '{"word":"public"}' },
        modifiedBy: 'ann',
        modifiedAt: '2026-01-01T00:00:00.000Z',
      },
    ]);
    expect(JSON.stringify(artifacts)).not.toMatch(/secret/i);
    const states = async (state: 'draft' | 'committed'): Promise<number> =>
      (await rig.artifacts.listArtifacts({ collection, states: [state] }, me)).artifacts.length;
    expect([await states('committed'), await states('draft')]).toEqual([1, 0]);
    await rig.commit(id);
    expect(await published()).toEqual(['Secret']);
  });

  test('F5: whoever shows a collection hears of every change of what it shows, and of nothing else', async () => {
    const { id } = await rig.committed(workspace, { title: 'One' });
    const modified: string[] = [];
    const counts: number[] = [];
    const step = async (work: Promise<unknown>): Promise<void> => {
      await work;
      const now = (await rig.library()).collections[0];
      modified.push(now?.modifiedAt ?? '');
      counts.push(now?.count ?? -1);
    };
    const artifacts = [id];
    await step(rig.artifacts.linkArtifacts({ collection, artifacts }, me));
    await step(rig.artifacts.updateArtifact({ artifact: id, title: 'Two' }, me));
    await step(rig.commit(id));
    await step(rig.artifacts.archiveArtifacts({ artifacts }, me));
    await step(rig.artifacts.deleteArtifacts({ artifacts }, me));
    await step(rig.artifacts.undeleteArtifacts({ artifacts }, me));
    await step(rig.artifacts.unarchiveArtifacts({ artifacts }, me));
    await step(rig.artifacts.deleteArtifacts({ artifacts }, me));
    await step(rig.artifacts.purgeArtifacts({ artifacts }, me));
    expect(counts).toEqual([1, 1, 1, 0, 0, 0, 1, 0, 0]);
    const grew = modified.map((at, index) => index === 0 || at > modified[index - 1]!);
    expect(grew).toEqual([true, false, true, true, false, false, true, true, false]);
    expect(await rig.store.countIn(collection)).toBe(0);
  });

  test('L5: a collection or an artifact that is not there is said so', async () => {
    const { id } = await rig.committed(workspace);
    const nowhere = { collection: 'nowhere', artifacts: [id] };
    await expect(rig.artifacts.linkArtifacts(nowhere, me)).rejects.toMatchObject({ kind: 'NotFound' });
    await expect(rig.artifacts.unlinkArtifacts(nowhere, me)).rejects.toMatchObject({ kind: 'NotFound' });
    await expect(rig.artifacts.updateCollection(nowhere, me)).rejects.toMatchObject({ kind: 'NotFound' });
    await expect(rig.artifacts.listArtifacts(nowhere, me)).rejects.toMatchObject({ kind: 'NotFound' });
    const ghost = { collection, artifacts: ['ghost'] };
    await expect(rig.artifacts.linkArtifacts(ghost, me)).rejects.toMatchObject({ kind: 'NotFound' });
  });
});
