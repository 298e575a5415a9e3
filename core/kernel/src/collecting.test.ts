import { emptyNotebook, KernelRig, Watcher, write } from '@loggia/testing/kernel';
import { expect, test } from 'vitest';

const uri = 'notebook:/a';
const collectMs = 4;

/** A watched notebook; a commit has just ended. */
async function justCommitted() {
  const rig = await KernelRig.open({ limits: { commitBurst: 1, collectMs } });
  const channel = rig.kernel.create(uri, 'notebook', emptyNotebook);
  await rig.scheduler.advance(collectMs);
  const watcher = new Watcher();
  rig.kernel.subscribe(channel, watcher);
  rig.kernel.append(channel, write('a'));
  await rig.settle();
  expect(watcher.seqs).toEqual([2]);
  return { rig, channel, watcher, commits: rig.store.commits };
}

test('KN29: writes right after a commit share the next one, which comes a moment later', async () => {
  const { rig, channel, watcher, commits } = await justCommitted();
  for (const text of ['b', 'c', 'd']) {
    rig.kernel.append(channel, write(text));
    await rig.settle();
  }
  expect([watcher.seqs, rig.store.commits]).toEqual([[2], commits]);
  await rig.scheduler.advance(collectMs);
  expect([watcher.seqs, rig.store.commits]).toEqual([[2, 3, 4, 5], commits + 1]);
});

test('KN29: a write after the moment is committed in its turn', async () => {
  const { rig, channel, watcher, commits } = await justCommitted();
  await rig.scheduler.advance(collectMs);
  rig.kernel.append(channel, write('b'));
  await rig.settle();
  expect([watcher.seqs, rig.store.commits]).toEqual([[2, 3], commits + 1]);
});

test('KN29: a few commits follow each other at once, again after a moment without writes', async () => {
  const rig = await KernelRig.open({ limits: { commitBurst: 3, collectMs } });
  const channel = rig.kernel.create(uri, 'notebook', emptyNotebook);
  await rig.settle();
  const commitsOf = async (...texts: string[]): Promise<number> => {
    const { commits } = rig.store;
    for (const text of texts) {
      rig.kernel.append(channel, write(text));
      await rig.settle();
    }
    return rig.store.commits - commits;
  };
  expect(await commitsOf('a', 'b')).toBe(2);
  expect(await commitsOf('c', 'd')).toBe(0);
  await rig.scheduler.advance(collectMs);
  expect(await commitsOf('e')).toBe(0);
  await rig.scheduler.advance(2 * collectMs);
  expect(await commitsOf('f', 'g', 'h')).toBe(3);
  expect(await commitsOf('i')).toBe(0);
});

test('KN29: somebody who waits for a commit does not wait for the moment to end', async () => {
  const { rig, channel, watcher, commits } = await justCommitted();
  rig.kernel.append(channel, write('b'));
  const settled = rig.kernel.settled();
  await rig.settle();
  await settled;
  expect([watcher.seqs, rig.store.commits]).toEqual([[2, 3], commits + 1]);
});

test('KN29: somebody who waits while a commit is under way gets the next one right after it', async () => {
  const { rig, channel, watcher, commits } = await justCommitted();
  await rig.scheduler.advance(collectMs);
  rig.store.hold();
  rig.kernel.append(channel, write('b'));
  await rig.settle();
  rig.kernel.append(channel, write('c'));
  const settled = rig.kernel.settled();
  rig.store.release();
  await rig.settle();
  await settled;
  expect([watcher.seqs, rig.store.commits]).toEqual([[2, 3, 4], commits + 2]);
});

test('KN20, KN29: closing stores what was being collected', async () => {
  const { rig, channel } = await justCommitted();
  rig.kernel.append(channel, write('b'));
  await rig.kernel.close();
  await rig.reopen();
  expect((await rig.kernel.load(uri))?.state).toMatchObject({ draft: 'ab' });
});
