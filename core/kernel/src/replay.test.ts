import { emptyNotebook, KernelRig, notebookKind, Watcher, write } from '@loggia/testing/kernel';
import { expect, test } from 'vitest';
import type { Replay } from './replay.ts';

const a = 'notebook:/a';
const b = 'notebook:/b';

async function withNotebooks(limits = {}) {
  const rig = await KernelRig.open({ limits });
  const first = rig.kernel.create(a, 'notebook', emptyNotebook);
  const second = rig.kernel.create(b, 'notebook', emptyNotebook);
  await rig.settle();
  return { rig, first, second };
}

const seqs = (replay: Replay | undefined) => replay?.entries.map((row) => row.seq);

test('KN12: a replay is what was delivered live, for the channels that were asked for', async () => {
  const { rig, first, second } = await withNotebooks();
  const watcher = new Watcher();
  rig.kernel.subscribe(first, watcher);
  rig.kernel.append(first, write('a'));
  rig.kernel.append(second, write('b'));
  rig.kernel.append(first, write('c'), { clientId: 'c', clientSeq: 1, by: 'p' });
  await rig.settle();
  expect(await rig.kernel.replay(2, [a])).toEqual({ entries: watcher.rows, missing: [], through: 5 });
  expect(seqs(await rig.kernel.replay(3, [b, a, b]))).toEqual([4, 5]);
  expect(await rig.kernel.replay(5, [a])).toEqual({ entries: [], missing: [], through: 5 });
});

test('KN12: a replay holds only what is durable', async () => {
  const { rig, first } = await withNotebooks();
  rig.kernel.append(first, write('a'));
  expect(await rig.kernel.replay(2, [a])).toEqual({ entries: [], missing: [], through: 2 });
});

test('KN12: channels that are gone are named', async () => {
  const { rig, first } = await withNotebooks();
  rig.kernel.append(first, write('a'));
  rig.kernel.remove(b);
  await rig.settle();
  expect(await rig.kernel.replay(2, [a, b, 'notebook:/never'])).toMatchObject({
    entries: [{ seq: 3 }],
    missing: [b, 'notebook:/never'],
  });
});

test('KN12: there is no replay from the future, nor for a channel that is younger', async () => {
  const { rig, first } = await withNotebooks();
  expect(await rig.kernel.replay(3, [a])).toBeUndefined();
  rig.kernel.append(first, write('old'));
  await rig.settle();
  rig.kernel.remove(a);
  rig.kernel.append(rig.kernel.create(a, 'notebook', emptyNotebook), write('new'));
  await rig.settle();
  expect(await rig.kernel.replay(3, [a])).toBeUndefined();
  expect(await rig.kernel.replay(3, [b])).toMatchObject({ entries: [] });
  expect(seqs(await rig.kernel.replay(4, [a]))).toEqual([5]);
});

test('KN13: what happens while the log is read comes after the replay, once', async () => {
  const { rig, first, second } = await withNotebooks();
  rig.kernel.append(first, write('a'));
  await rig.settle();
  const watcher = new Watcher();
  rig.kernel.append(first, write('b'));
  rig.kernel.append(second, write('x'));
  const resuming = rig.kernel.resume(2, [a, a, 'notebook:/never'], watcher);
  await rig.settle();
  rig.kernel.append(first, write('c'));
  await rig.settle();
  const resumed = await resuming;
  expect(resumed).toMatchObject({ entries: [{ seq: 3 }], missing: ['notebook:/never'], through: 3 });
  expect([...(resumed?.subscriptions.keys() ?? [])]).toEqual([a]);
  expect(watcher.rows).toEqual([]);
  resumed?.start();
  expect(watcher.seqs).toEqual([4, 6]);
  rig.kernel.append(first, write('d'));
  await rig.settle();
  expect(watcher.seqs).toEqual([4, 6, 7]);
  resumed?.subscriptions.get(a)?.unsubscribe();
  rig.kernel.append(first, write('e'));
  await rig.settle();
  expect(watcher.seqs).toEqual([4, 6, 7]);
});

test('KN13: what was given up before start is not delivered, and a removal is', async () => {
  const { rig, first, second } = await withNotebooks();
  const watcher = new Watcher();
  const resumed = await rig.kernel.resume(2, [a, b], watcher);
  rig.kernel.append(first, write('a'));
  rig.kernel.append(second, write('b'));
  rig.kernel.remove(b);
  await rig.settle();
  resumed?.subscriptions.get(a)?.unsubscribe();
  resumed?.start();
  expect([watcher.seqs, watcher.removals]).toEqual([[4], [b]]);
});

test('KN13: without a replay nobody is subscribed', async () => {
  const { rig, first } = await withNotebooks();
  const watcher = new Watcher();
  expect(await rig.kernel.resume(1, [a, b], watcher)).toBeUndefined();
  rig.kernel.append(first, write('a'));
  await rig.settle();
  expect(watcher.rows).toEqual([]);
});

test('KN13: resuming loads no channel', async () => {
  const { rig, first } = await withNotebooks();
  rig.kernel.append(first, write('a'));
  await rig.settle();
  await rig.reopen();
  const watcher = new Watcher();
  const resumed = await rig.kernel.resume(2, [a], watcher);
  expect(seqs(resumed)).toEqual([3]);
  expect(rig.kernel.hotChannels).toBe(0);
  resumed?.start();
  const again = await rig.kernel.load(a);
  if (again !== undefined) rig.kernel.append(again, write('b'));
  await rig.settle();
  expect(watcher.seqs).toEqual([4]);
});

test('KN14: the log is trimmed in small steps behind what is retained', async () => {
  const limits = { retainActions: 20, trimStep: 5, snapshotEvery: 3 };
  const { rig, first } = await withNotebooks(limits);
  const reach: number[] = [];
  for (let i = 0; i < 60; i++) {
    rig.kernel.append(first, write('x'));
    await rig.settle();
    reach.push((await rig.store.position()).trimmedThrough);
  }
  const steps = reach.map((at, index) => at - (reach[index - 1] ?? 0)).filter((step) => step > 0);
  expect(Math.max(...steps)).toBeLessThanOrEqual(10);
  const { trimmedThrough } = await rig.store.position();
  expect(trimmedThrough).toBeGreaterThanOrEqual(62 - 20 - 5);
  expect(trimmedThrough).toBeLessThanOrEqual(62 - 20);
  expect(await rig.kernel.replay(trimmedThrough - 1, [a])).toBeUndefined();
  expect(seqs(await rig.kernel.replay(trimmedThrough, [a]))).toHaveLength(62 - trimmedThrough);
  await rig.reopen();
  expect(await rig.kernel.replay(trimmedThrough - 1, [a])).toBeUndefined();
  expect(await rig.kernel.replay(trimmedThrough, [a])).toBeDefined();
});

test('KN14: rows that no snapshot covers outlive the trim', async () => {
  const { rig, first, second } = await withNotebooks({ retainActions: 10, trimStep: 2, snapshotEvery: 50 });
  rig.kernel.append(second, write('kept'));
  await rig.settle();
  for (let i = 0; i < 30; i++) rig.kernel.append(first, write('x'));
  await rig.settle();
  for (let i = 0; i < 30; i++) rig.kernel.append(first, write('x'));
  await rig.settle();
  expect((await rig.store.position()).trimmedThrough).toBeGreaterThan(3);
  await rig.reopen();
  expect(await rig.kernel.load(b)).toMatchObject({ state: { draft: 'kept' } });
  expect(await rig.kernel.load(a)).toMatchObject({ state: { draft: 'x'.repeat(60) } });
});

test('KN14: a trim that is under way already counts', async () => {
  const { rig, first } = await withNotebooks({ retainActions: 5, trimStep: 5 });
  rig.store.hold();
  for (let i = 0; i < 12; i++) rig.kernel.append(first, write('x'));
  await rig.settle();
  expect(await rig.kernel.replay(2, [a])).toBeUndefined();
  rig.store.release();
});

test('KN15: removal is told once it is durable, and takes everything', async () => {
  const { rig, first } = await withNotebooks();
  const watcher = new Watcher();
  rig.kernel.subscribe(first, watcher);
  rig.store.hold();
  rig.kernel.append(first, write('farewell'));
  rig.kernel.remove(a);
  await rig.settle();
  expect([watcher.seqs, watcher.removals]).toEqual([[], []]);
  expect(rig.kernel.peek(a)).toBeUndefined();
  expect(await rig.kernel.load(a)).toBeUndefined();
  expect(await rig.kernel.exists(a)).toBe(false);
  expect(() => rig.kernel.append(first, write('x'))).toThrow(/notebook:\/a has been removed/);
  rig.store.release();
  await rig.settle();
  expect([watcher.seqs, watcher.removals]).toEqual([[3], [a]]);
  expect(await rig.store.readChannel(a)).toBeUndefined();
  expect(await rig.store.readSnapshot(a)).toBeUndefined();
  expect(rig.problems).toEqual([]);
});

test('KN15: a URI can be used again in the same turn, and its old watchers do not see the new channel', async () => {
  const { rig, first } = await withNotebooks();
  const watcher = new Watcher();
  const fresh = new Watcher();
  rig.kernel.subscribe(first, watcher);
  // Runs while the batch with removal and creation is published, before subscribers are told of the removal.
  rig.kernel.afterCommit(() => {
    const channel = rig.kernel.peek(a);
    if (channel !== undefined) rig.kernel.subscribe(channel, fresh);
  });
  rig.kernel.remove(a);
  const again = rig.kernel.create(a, 'notebook', emptyNotebook);
  rig.kernel.append(again, write('x'));
  await rig.settle();
  rig.kernel.append(again, write('y'));
  await rig.settle();
  expect([watcher.seqs, watcher.removals]).toEqual([[], [a]]);
  expect([fresh.seqs, fresh.removals]).toEqual([[5], []]);
  await rig.reopen();
  expect(await rig.kernel.load(a)).toMatchObject({ state: { draft: 'xy' } });
});

test('KN15: created and removed in one turn leaves nothing but used numbers', async () => {
  const { rig } = await withNotebooks();
  rig.kernel.append(rig.kernel.create('notebook:/c', 'notebook', emptyNotebook), write('x'));
  rig.kernel.remove('notebook:/c');
  await rig.settle();
  expect(rig.problems).toEqual([]);
  expect(await rig.store.readChannel('notebook:/c')).toBeUndefined();
  expect(rig.kernel.seq).toBe(4);
});

test('KN15: a channel that is removed while it is being loaded is not loaded', async () => {
  const { rig } = await withNotebooks();
  await rig.reopen();
  const loading = rig.kernel.load(a);
  rig.kernel.remove(a);
  expect(await loading).toBeUndefined();
  await rig.settle();
  expect(await rig.kernel.load(a)).toBeUndefined();
  expect(rig.kernel.hotChannels).toBe(0);
  await rig.kernel.load(b);
  const loadingB = rig.kernel.load(b);
  rig.kernel.remove(b);
  const again = rig.kernel.create(b, notebookKind.name, { ...emptyNotebook, draft: 'new' });
  await rig.settle();
  expect(await rig.kernel.load(b)).toBe(again);
  await loadingB;
});

test('KN27: a channel that has forgotten its past is the same, but for what led to it', async () => {
  const { rig, first } = await withNotebooks();
  rig.kernel.append(first, write('before'));
  await rig.settle();
  rig.kernel.forgetPast(first);
  await rig.settle();
  expect(await rig.kernel.replay(2, [a])).toBeUndefined();
  expect(await rig.kernel.replay(2, [b])).toMatchObject({ entries: [] });
  expect(seqs(await rig.kernel.replay(3, [a]))).toEqual([]);
  rig.kernel.append(first, write('later'));
  await rig.settle();
  expect(seqs(await rig.kernel.replay(3, [a]))).toEqual([4]);
  await rig.reopen();
  expect(await rig.kernel.load(a)).toMatchObject({ state: { draft: 'beforelater' } });
});
