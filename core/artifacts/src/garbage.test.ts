import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ArtifactRig, me } from '@loggia/testing/artifacts';

let rig: ArtifactRig;
let workspace: string;
const hour = 3_600_000;

beforeEach(async () => {
  rig = await ArtifactRig.open();
  workspace = await rig.workspace();
});

afterEach(() => rig.close());

test('F1: bytes that nothing names go after an hour; those of drafts, versions and the trash stay', async () => {
  const unused = await rig.artifacts.upload(Buffer.from('unused'));
  const draft = await rig.create(workspace, { content: { text: 'draft' } });
  const old = await rig.committed(workspace, { content: { text: 'old' } });
  const trashed = await rig.create(workspace, { content: { text: 'trashed' } });
  await rig.artifacts.updateArtifact({ artifact: old.id, content: { text: 'new' } }, me);
  await rig.artifacts.deleteArtifacts({ artifacts: [trashed.id] }, me);

  rig.clock.advance(hour - 1000);
  expect(await rig.artifacts.collectGarbage()).toEqual({ removed: 0 });
  rig.clock.advance(2000);
  expect(await rig.artifacts.collectGarbage()).toEqual({ removed: 1 });

  expect(await rig.content.size(unused.hash)).toBeUndefined();
  expect(await rig.store.content(unused.hash)).toBeUndefined();
  for (const { content } of [draft, old, trashed]) {
    expect(await rig.content.size(content?.hash ?? '')).toBeGreaterThan(0);
  }
  await rig.artifacts.purgeArtifacts({ artifacts: [trashed.id] }, me);
  expect(await rig.artifacts.collectGarbage()).toEqual({ removed: 1 });
  expect(await rig.content.size(trashed.content?.hash ?? '')).toBeUndefined();
});

test('F1: bytes that are uploaded again are young again', async () => {
  const { hash } = await rig.artifacts.upload(Buffer.from('again'));
  rig.clock.advance(hour + 1);
  await rig.artifacts.upload(Buffer.from('again'));
  expect(await rig.artifacts.collectGarbage()).toEqual({ removed: 0 });
  expect(await rig.content.size(hash)).toBe(5);
});

test('F1: whoever names bytes while garbage is collected either has them or is refused', async () => {
  const uploads = await Promise.all(
    Array.from({ length: 20 }, (_, index) => rig.artifacts.upload(Buffer.from(`bytes ${index}`))),
  );
  rig.clock.advance(hour + 1);
  const collecting = rig.artifacts.collectGarbage();
  const creating = uploads.map(({ hash }) => rig.create(workspace, { content: { hash } }));
  const created = await Promise.allSettled(creating);
  const { removed } = await collecting;
  const kept = created.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  for (const { content } of kept) expect(await rig.content.size(content?.hash ?? '')).toBe(content?.size);
  const refused = created.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  expect(refused).toEqual(refused.map(() => expect.objectContaining({ kind: 'InvalidParams' }) as unknown));
  expect(kept.length + removed).toBe(uploads.length);
});

test('F1: bytes that are uploaded while they are collected are there afterwards', async () => {
  const first = await rig.artifacts.upload(Buffer.from('race'));
  rig.clock.advance(hour + 1);
  const remove = rig.content.remove.bind(rig.content);
  const uploads: Promise<unknown>[] = [];
  vi.spyOn(rig.content, 'remove').mockImplementation(async (hash) => {
    // Garbage collection has found no reference; now an upload starts, with time to finish.
    const upload = rig.artifacts.upload(Buffer.from('race'));
    uploads.push(upload);
    await Promise.race([upload, new Promise((resolve) => setTimeout(resolve, 50))]);
    await remove(hash);
  });
  expect(await rig.artifacts.collectGarbage()).toEqual({ removed: 1 });
  expect(await Promise.all(uploads)).toEqual([first]);
  expect(await rig.content.size(first.hash)).toBe(4);
  expect(await rig.store.content(first.hash)).toEqual({ size: 4 });
});

test('L5: a hash of bytes that were never uploaded is refused, and nothing is created', async () => {
  const hash = 'a'.repeat(64);
  await expect(rig.create(workspace, { content: { hash } })).rejects.toMatchObject({
    kind: 'InvalidParams',
    message: `There are no bytes with the hash ${hash}. Upload them first.`,
  });
  expect((await rig.shown(workspace)).artifacts).toEqual([]);
  expect(rig.events).toEqual([]);
});
