import { emptyNotebook, KernelRig, Watcher, write } from '@loggia/testing/kernel';
import { expect, test } from 'vitest';
import { KernelStopped, StorageStalled, TransientStoreError } from './errors.ts';

const uri = 'notebook:/a';
const origin = { clientId: 'c', clientSeq: 1, by: 'p' };
const full = new TransientStoreError('the disk is full');

async function withNotebook(limits = {}) {
  const rig = await KernelRig.open({ limits: { retryMs: 100, retryMaxMs: 400, ...limits } });
  const channel = rig.kernel.create(uri, 'notebook', emptyNotebook);
  await rig.settle();
  const watcher = new Watcher();
  rig.kernel.subscribe(channel, watcher);
  return { rig, channel, watcher };
}

test('KN18: nothing is shown or lost while the disk is full, and all of it comes when there is room', async () => {
  const { rig, channel, watcher } = await withNotebook();
  const told: string[] = [];
  rig.store.refuse(full);
  rig.kernel.append(channel, write('a'), origin);
  rig.kernel.afterCommit(() => told.push('reply'));
  await rig.settle();
  rig.kernel.append(channel, write('b'));
  await rig.scheduler.advance(10_000);
  expect([watcher.seqs, told, rig.kernel.seq]).toEqual([[], [], 1]);
  expect(rig.kernel.health).toEqual({ ok: false, reason: 'the disk is full', waiting: 2 });
  rig.store.refuse(undefined);
  await rig.scheduler.advance(400);
  expect(watcher.seqs).toEqual([2, 3]);
  expect([told, rig.kernel.seq, rig.kernel.health]).toEqual([['reply'], 3, { ok: true }]);
  expect(rig.problems.map(({ kind }) => kind)).toEqual(['storage-stalled', 'storage-recovered']);
  expect(rig.problems[0]?.message).toContain('the disk is full');
  await rig.reopen();
  expect(await rig.kernel.load(uri)).toMatchObject({ state: { draft: 'ab' } });
});

test('KN18: it is tried again with growing pauses', async () => {
  const { rig, channel } = await withNotebook();
  let tries = 0;
  rig.store.refuse(full);
  const { commit } = rig.store;
  rig.store.commit = (batch) => {
    tries += 1;
    return commit(batch);
  };
  rig.kernel.append(channel, write('a'));
  const after: number[] = [];
  for (let i = 0; i < 16; i++) {
    await rig.scheduler.advance(i === 0 ? 0 : 100);
    after.push(tries);
  }
  expect(after).toEqual([1, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6]);
});

test('KN18: clients are refused as soon as storage does not accept writes, the host is not', async () => {
  const { rig, channel } = await withNotebook();
  rig.store.refuse(full);
  rig.kernel.append(channel, write('a'), origin);
  rig.kernel.assertAccepting();
  await rig.settle();
  expect(() => rig.kernel.append(channel, write('b'), origin)).toThrow(StorageStalled);
  expect(() => rig.kernel.append(channel, write('b'), origin)).toThrow(
    /the disk is full.*Free some disk space/,
  );
  expect(() => rig.kernel.create('notebook:/b', 'notebook', emptyNotebook)).toThrow(StorageStalled);
  expect(() => rig.kernel.assertAccepting()).toThrow(StorageStalled);
  expect(rig.kernel.append(channel, write('e'))).toBeDefined();
  rig.store.refuse(undefined);
  await rig.scheduler.advance(1_000);
  rig.kernel.assertAccepting();
  expect(rig.kernel.append(channel, write('f'), origin)).toBeDefined();
  await rig.settle();
  expect(channel.committed).toMatchObject({ draft: 'aef' });
});

test('KN18: what does not wait to be stored is not waited for', async () => {
  const { rig, channel } = await withNotebook();
  rig.kernel.records.put('decisions', 'a', 1);
  await rig.settle();
  rig.store.refuse(full);
  rig.kernel.append(channel, write('a'), origin);
  rig.kernel.records.put('clients', 'c', 1);
  await rig.settle();
  await Promise.all([
    rig.kernel.settledOf('another'),
    rig.kernel.removalsSettled(),
    rig.kernel.records.settled(['decisions']),
  ]);
  rig.kernel.remove(uri);
  const told: string[] = [];
  void rig.kernel.settledOf(origin.clientId).then(() => told.push('actions'));
  void rig.kernel.removalsSettled().then(() => told.push('removals'));
  void rig.kernel.records.settled(['decisions', 'clients']).then(() => told.push('records'));
  await rig.scheduler.advance(1_000);
  expect(told).toEqual([]);
  rig.store.refuse(undefined);
  await rig.scheduler.advance(1_000);
  expect(told.toSorted()).toEqual(['actions', 'records', 'removals']);
});

test('KN18: slow is not stalled', async () => {
  const { rig, channel } = await withNotebook();
  rig.store.hold();
  for (let i = 0; i < 10; i++) rig.kernel.append(channel, write('x'), origin);
  await rig.settle();
  expect(rig.kernel.append(channel, write('x'), origin)).toBeDefined();
  expect(rig.kernel.health).toEqual({ ok: true });
  rig.store.release();
});

test('KN18: idle channels that are stored leave memory meanwhile, the others stay', async () => {
  const { rig, channel } = await withNotebook({ idleMs: 1_000 });
  const other = rig.kernel.create('notebook:/b', 'notebook', emptyNotebook);
  await rig.settle();
  rig.store.refuse(full);
  rig.kernel.append(channel, write('a'));
  await rig.scheduler.advance(5_000);
  expect(rig.kernel.peek(other.uri)).toBeUndefined();
  expect(rig.kernel.peek(uri)).toBe(channel);
});

test('KN19: a commit that is refused for good stops the kernel, and what was stored stays', async () => {
  const { rig, channel, watcher } = await withNotebook();
  rig.kernel.append(channel, write('a'));
  const outcome = rig.kernel.settled().catch((error: unknown) => error);
  const broken = new Error('constraint failed');
  rig.store.refuse(broken);
  await rig.settle();
  expect(await outcome).toBeInstanceOf(KernelStopped);
  rig.store.refuse(undefined);
  expect(watcher.rows).toEqual([]);
  expect(rig.problems).toMatchObject([{ kind: 'fatal', error: broken }]);
  expect(rig.kernel.health).toMatchObject({ ok: false });
  expect(() => rig.kernel.append(channel, write('b'))).toThrow(KernelStopped);
  expect(() => rig.kernel.create('notebook:/b', 'notebook', emptyNotebook)).toThrow(KernelStopped);
  expect(() => rig.kernel.records.put('a', 'b', 1)).toThrow(KernelStopped);
  await expect(rig.kernel.load(uri)).rejects.toThrow(KernelStopped);
  await expect(rig.kernel.close()).rejects.toThrow(KernelStopped);
  await rig.reopen();
  expect(await rig.kernel.load(uri)).toMatchObject({ state: emptyNotebook });
  expect(rig.kernel.seq).toBe(1);
});

test('KN20: closing while the disk is full tries once more and then says so', async () => {
  const { rig, channel } = await withNotebook();
  rig.store.refuse(full);
  rig.kernel.append(channel, write('a'));
  await rig.settle();
  await expect(rig.kernel.close()).rejects.toThrow(StorageStalled);
  expect(rig.scheduler.pendingTimers).toBe(0);
});

test('KN20: closing when there is room again stores what was waiting', async () => {
  const { rig, channel, watcher } = await withNotebook();
  rig.store.refuse(full);
  rig.kernel.append(channel, write('a'));
  await rig.settle();
  rig.store.refuse(undefined);
  await rig.kernel.close();
  expect(watcher.seqs).toEqual([2]);
  await rig.reopen();
  expect(await rig.kernel.load(uri)).toMatchObject({ state: { draft: 'a' } });
});
