import { emptyNotebook, KernelRig, notebookKind, Watcher, write } from '@loggia/testing/kernel';
import { expect, test } from 'vitest';
import { defaultLimits } from './limits.ts';
import { TransientStoreError } from './errors.ts';

const uri = 'notebook:/a';
const kinds = [{ ...notebookKind, isToldAhead: ({ type }: { type: string }) => type === 'notebook/wrote' }];
const renamed = { type: 'notebook/renamed', title: 'New' } as const;

/** A watched notebook, with numbers reserved by a first action that had to wait for its commit. */
async function watched(limits = {}) {
  const rig = await KernelRig.open({ kinds, limits });
  const channel = rig.kernel.create(uri, 'notebook', emptyNotebook);
  await rig.settle();
  const watcher = new Watcher();
  rig.kernel.subscribe(channel, watcher);
  rig.kernel.append(channel, write('a'));
  await rig.settle();
  expect(watcher.seqs).toEqual([2]);
  return { rig, channel, watcher };
}

test('KN28: an action that is told ahead reaches subscribers at once, and is stored within a moment', async () => {
  const { rig, channel, watcher } = await watched();
  const before = rig.store.commits;
  rig.kernel.append(channel, write('b'));
  expect([watcher.seqs, rig.kernel.seq, rig.store.commits]).toEqual([[2, 3], 3, before]);
  expect(channel.committed).toBe(channel.state);
  await rig.settle();
  expect(rig.store.commits).toBe(before);
  await rig.scheduler.advance(defaultLimits.storeWithinMs);
  expect(rig.store.commits).toBe(before + 1);
  await rig.reopen();
  expect((await rig.kernel.load(uri))?.state).toMatchObject({ draft: 'ab' });
});

test('KN28: it waits behind what has to be stored first', async () => {
  const { rig, channel, watcher } = await watched();
  rig.kernel.append(channel, renamed);
  rig.kernel.append(channel, write('b'));
  expect(watcher.seqs).toEqual([2]);
  rig.store.hold();
  await rig.settle();
  rig.kernel.append(channel, write('c'));
  expect(watcher.seqs).toEqual([2]);
  rig.store.release();
  await rig.settle();
  expect(watcher.seqs).toEqual([2, 3, 4, 5]);
});

test('KN28: a commit of what was told ahead does not delay the next', async () => {
  const { rig, channel, watcher } = await watched();
  rig.kernel.append(channel, write('b'));
  rig.store.hold();
  await rig.scheduler.advance(defaultLimits.storeWithinMs);
  rig.kernel.append(channel, write('c'));
  expect([watcher.seqs, channel.committed]).toEqual([[2, 3, 4], channel.state]);
  rig.store.release();
  await rig.settle();
  expect([channel.committedSeq, channel.committed]).toEqual([4, channel.state]);
});

test('KN28: snapshots and replays have it before it is stored', async () => {
  const { rig, channel } = await watched();
  rig.store.hold();
  rig.kernel.append(channel, write('b'));
  const late = new Watcher();
  const { state, seq } = rig.kernel.subscribe(channel, late);
  expect([state, seq]).toEqual([channel.state, 3]);
  const replay = await rig.kernel.replay(1, [uri]);
  expect(replay?.entries.map((row) => row.seq)).toEqual([2, 3]);
  expect(replay?.through).toBe(3);
  rig.kernel.append(channel, write('c'));
  expect(late.seqs).toEqual([4]);
  rig.store.release();
});

test('KN28: a crash takes it back, and its number is never used again', async () => {
  const { rig, channel, watcher } = await watched();
  rig.kernel.append(channel, write('b'));
  expect(watcher.seqs).toEqual([2, 3]);
  await rig.reopen();
  const again = await rig.kernel.load(uri);
  expect(again?.state).toMatchObject({ draft: 'a' });
  expect(again && rig.kernel.append(again, write('c'))?.seq).toBeGreaterThan(3);
});

test('KN28: only reserved numbers are told ahead, and nothing while storage is stalled', async () => {
  const { rig, channel, watcher } = await watched({ reservedNumbers: 2 });
  for (const text of ['b', 'c', 'd']) rig.kernel.append(channel, write(text));
  expect(watcher.seqs).toEqual([2, 3, 4]);
  await rig.settle();
  rig.kernel.append(channel, write('e'));
  expect(watcher.seqs).toEqual([2, 3, 4, 5, 6]);
  rig.store.refuse(new TransientStoreError('the disk is full'));
  rig.kernel.append(channel, renamed);
  await rig.settle();
  rig.kernel.append(channel, write('f'));
  expect(watcher.seqs).toEqual([2, 3, 4, 5, 6]);
  rig.store.refuse(undefined);
  await rig.scheduler.advance(10_000);
  expect(watcher.seqs).toEqual([2, 3, 4, 5, 6, 7, 8]);
});
