import { TransientStoreError, type Batch, type Store } from '@loggia/kernel';
import { ArtifactRig, me } from '@loggia/testing/artifacts';
import { rm } from 'node:fs/promises';
import { afterEach, expect, test } from 'vitest';

/** The ordinary store, recording commits. `fail` is called before each commit. */
class Tap {
  readonly batches: Batch[] = [];
  fail: (batch: Batch) => Error | undefined = () => undefined;

  on(store: Store): Store {
    return new Proxy(store, {
      get: (target, name) => {
        if (name === 'commit') return (batch: Batch) => this.#commit(target, batch);
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
  }

  async #commit(store: Store, batch: Batch): Promise<void> {
    const failure = this.fail(batch);
    if (failure) throw failure;
    this.batches.push(batch);
    await store.commit(batch);
  }
}

const rigs: ArtifactRig[] = [];

afterEach(async () => {
  for (const rig of rigs.splice(0)) {
    await rig.close().catch(() => undefined);
    await rm(rig.directory, { recursive: true, force: true });
  }
});

async function open(tap: Tap): Promise<ArtifactRig> {
  const rig = await ArtifactRig.open({ store: (store) => tap.on(store) });
  rigs.push(rig);
  return rig;
}

async function reopened({ directory }: ArtifactRig): Promise<ArtifactRig> {
  const rig = await ArtifactRig.open({ directory });
  rigs.push(rig);
  return rig;
}

async function drafts(rig: ArtifactRig, workspace: string, count: number): Promise<string[]> {
  const made = await Promise.all(
    Array.from({ length: count }, (_, index) => rig.create(workspace, { title: `T${index}` })),
  );
  return made.map(({ id }) => id);
}

test('F3: a commit of many is one transaction: rows, versions, events, news and the collection', async () => {
  const tap = new Tap();
  const rig = await open(tap);
  const workspace = await rig.workspace();
  const ids = await drafts(rig, workspace, 450);
  await rig.commit(...ids);
  const { collection } = await rig.artifacts.createCollection({ title: 'All' }, me);
  await rig.artifacts.linkArtifacts({ collection: collection.id, artifacts: ids }, me);
  await Promise.all(ids.map((artifact) => rig.artifacts.updateArtifact({ artifact, title: 'Changed' }, me)));
  tap.batches.length = 0;
  await rig.commit(...ids);

  expect(tap.batches).toHaveLength(1);
  const [batch] = tap.batches;
  const count = (kind: string): number =>
    batch?.partWrites.filter(({ write }) => (write as { kind: string }).kind === kind).length ?? 0;
  expect(['commit', 'version', 'artifact', 'event', 'collection'].map(count)).toEqual([1, 450, 450, 450, 1]);
  const lengths = batch?.entries.map(({ json }) => {
    const { action } = JSON.parse(json) as { action: { type: string; artifacts?: unknown[] } };
    return [action.type, action.artifacts?.length];
  });
  expect(lengths).toEqual([
    ['x-loggia/artifactsSet', 200],
    ['x-loggia/artifactsSet', 200],
    ['x-loggia/artifactsSet', 50],
    ['x-loggia/collectionSet', undefined],
  ]);
  await rig.artifacts.deleteArtifacts({ artifacts: ids }, me);
  expect(tap.batches).toHaveLength(2);
});

test.each(['create', 'commit', 'archive', 'link', 'deleteWorkspace'])(
  'F3: a host that dies in the middle of %s leaves no half of it',
  async (what) => {
    const tap = new Tap();
    const rig = await open(tap);
    const workspace = await rig.workspace();
    const [committed = ''] = await drafts(rig, workspace, 1);
    await rig.commit(committed);
    const [draft = ''] = await drafts(rig, workspace, 1);
    const { collection } = await rig.artifacts.createCollection({ title: 'C' }, me);
    const before = [await rig.library(), await rig.shown(workspace), await rig.store.events({ limit: 99 })];
    const artifacts = [committed];
    const deeds: Record<string, () => Promise<unknown>> = {
      create: () => rig.create(workspace),
      commit: () => rig.commit(draft),
      archive: () => rig.artifacts.archiveArtifacts({ artifacts: [committed, draft] }, me),
      link: () => rig.artifacts.linkArtifacts({ collection: collection.id, artifacts }, me),
      deleteWorkspace: () => rig.artifacts.deleteWorkspace({ workspace, withContents: true }, me),
    };
    tap.fail = () => new Error('Dead.');
    await expect(deeds[what]?.()).rejects.toMatchObject({ code: 'kernel-stopped' });
    const again = await reopened(rig);
    expect([
      await again.library(),
      await again.shown(workspace),
      await again.store.events({ limit: 99 }),
    ]).toEqual(before);
    expect((await again.artifacts.listVersions({ artifact: draft }, me)).versions).toEqual([]);
  },
);

test('L5: while the disk takes nothing, nothing is shown and new work is refused; then it is done once', async () => {
  const tap = new Tap();
  const rig = await open(tap);
  const workspace = await rig.workspace();
  let isFull = true;
  tap.fail = () => (isFull ? new TransientStoreError('the disk is full') : undefined);
  const creating = rig.create(workspace, { title: 'Waiting' });
  while (rig.kernel.health.ok) await new Promise((resolve) => setImmediate(resolve));
  await expect(rig.create(workspace)).rejects.toMatchObject({
    kind: 'Unavailable',
    message: expect.stringContaining('the disk is full'),
  });
  await expect(rig.artifacts.upload(Buffer.from('Refused'))).rejects.toMatchObject({ kind: 'Unavailable' });
  expect((await rig.shown(workspace)).artifacts).toEqual([]);
  expect(rig.changed).toEqual([]);
  isFull = false;
  const { id } = await creating;
  expect(rig.changed).toEqual([[id]]);
  expect((await rig.shown(workspace)).artifacts).toMatchObject([{ id }]);
  expect(await rig.store.events({ limit: 10 })).toHaveLength(1);
});

test('F5: news of what was derived is told again, changes nothing else, and never brings back an old state', async () => {
  const rig = await open(new Tap());
  const workspace = await rig.workspace();
  const { id } = await rig.create(workspace);
  const gone = await rig.create(workspace);
  await rig.artifacts.deleteArtifacts({ artifacts: [gone.id] }, me);
  rig.changed.length = 0;
  rig.kernel.enlist('artifacts', {
    kind: 'derived',
    row: { artifact: id, key: 'k', excerpt: 'In short', thumbnail: 'f'.repeat(64) },
    text: 'In short',
  });
  await rig.kernel.settled();
  await rig.artifacts.announce([id, gone.id, 'ghost', id]);
  expect((await rig.shown(workspace)).artifacts).toMatchObject([
    { id, revision: 1, excerpt: 'In short', thumbnail: 'f'.repeat(64) },
  ]);
  expect(rig.changed).toEqual([]);
  await Promise.all([
    rig.artifacts.updateArtifact({ artifact: id, title: 'New' }, me),
    rig.artifacts.announce([id]),
    rig.artifacts.announce([id]),
  ]);
  expect((await rig.shown(workspace)).artifacts).toMatchObject([{ id, revision: 2, title: 'New' }]);
});
