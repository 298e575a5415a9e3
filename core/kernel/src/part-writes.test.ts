import type { Batch, PartWrite } from './ports/store.ts';
import {
  emptyNotebook,
  KernelRig,
  MemoryDisk,
  MemoryStore,
  type NotebookAction,
  write,
} from '@loggia/testing/kernel';
import { expect, test } from 'vitest';
import type { Channel } from './channel.ts';
import type { Action } from './entry.ts';
import { KernelClosed, TransientStoreError } from './errors.ts';
import type { ChannelObserver } from './kernel-options.ts';

const uri = 'notebook:/a';
const full = new TransientStoreError('the disk is full');

/** A rig whose store has a part that records its writes, one list for each committed batch. */
async function withPart(options: { readonly observer?: ChannelObserver } = {}) {
  const disk = new MemoryDisk();
  const openStore = () => new MemoryStore(disk, ['shelf']);
  const rig = await KernelRig.open({ openStore, ...options });
  const channel = rig.kernel.create(uri, 'notebook', emptyNotebook);
  await rig.settle();
  const batches: Batch[] = [];
  const { commit } = rig.store;
  rig.store.commit = async (batch) => {
    await commit(batch);
    batches.push(batch);
  };
  return { rig, channel, disk, batches };
}

test('KN25: what rides along is in the same commit as all else of its turn, in order', async () => {
  const { rig, channel, disk, batches } = await withPart();
  rig.kernel.enlist('shelf', 1);
  rig.kernel.append(channel, write('a'));
  rig.kernel.enlist('shelf', 2);
  rig.kernel.records.put('n', 'k', 3);
  expect(disk.partWrites).toEqual([]);
  await rig.settle();
  expect(batches).toMatchObject([
    { entries: [{ seq: 2 }], records: [{ key: 'k' }], partWrites: [{ write: 1 }, { write: 2 }], lastSeq: 2 },
  ]);
  expect(disk.partWrites).toEqual<PartWrite[]>([
    { part: 'shelf', write: 1 },
    { part: 'shelf', write: 2 },
  ]);
});

test('KN25: partWrites alone make a commit, which takes no number and is waited for', async () => {
  const { rig, disk, batches } = await withPart();
  rig.store.hold();
  rig.kernel.enlist('shelf', 1);
  const told: string[] = [];
  const settled = rig.kernel.settled().then(() => told.push('settled'));
  await rig.settle();
  expect([told, disk.partWrites]).toEqual([[], []]);
  rig.store.release();
  await rig.settle();
  await settled;
  expect([told, disk.partWrites.length, batches.length, rig.kernel.seq]).toEqual([['settled'], 1, 1, 1]);
  rig.kernel.enlist('shelf', 2);
  await rig.kernel.close();
  expect(disk.partWrites).toHaveLength(2);
  expect(() => rig.kernel.enlist('shelf', 3)).toThrow(KernelClosed);
});

test('KN25: what comes while a commit is under way rides in the next one', async () => {
  const { rig, batches } = await withPart();
  rig.store.hold();
  rig.kernel.enlist('shelf', 1);
  await rig.settle();
  rig.kernel.enlist('shelf', 2);
  rig.store.release();
  await rig.settle();
  expect(batches.map(({ partWrites }) => partWrites.map((partWrite) => partWrite.write))).toEqual([[1], [2]]);
});

test('KN25: a partWrite survives a full disk, and is stored exactly once', async () => {
  const { rig, channel, disk } = await withPart();
  rig.store.refuse(full);
  rig.kernel.append(channel, write('a'));
  rig.kernel.enlist('shelf', 1);
  await rig.settle();
  rig.kernel.enlist('shelf', 2);
  await rig.scheduler.advance(60_000);
  expect([disk.partWrites, channel.committedSeq]).toEqual([[], 1]);
  rig.store.refuse(undefined);
  await rig.scheduler.advance(60_000);
  expect(disk.partWrites.map((partWrite) => partWrite.write)).toEqual([1, 2]);
  expect(channel.committedSeq).toBe(2);
});

test('KN26: an observer sees what is made, appended and removed, and can put more into the same commit', async () => {
  const seen: unknown[] = [];
  const enlist = (what: unknown): void => {
    seen.push(what);
    made?.rig.kernel.enlist('shelf', what);
  };
  const observer: ChannelObserver = {
    created: (channel: Channel) => {
      seen.push({ made: channel.uri, state: channel.state });
    },
    appended: (channel: Channel, action: Action) =>
      enlist({ uri: channel.uri, type: action.type, state: channel.state }),
    removed: (gone) => enlist({ gone }),
  };
  let made: Awaited<ReturnType<typeof withPart>> | undefined;
  made = await withPart({ observer });
  const { rig, channel, batches } = made;
  expect(seen.splice(0)).toEqual([{ made: uri, state: emptyNotebook }]);
  rig.kernel.append(channel, write('a'));
  const unchanged: NotebookAction = { type: 'notebook/busySet', busy: false };
  rig.kernel.append(channel, unchanged);
  const appended = { uri, type: 'notebook/wrote', state: { ...emptyNotebook, draft: 'a' } };
  expect(seen).toEqual([appended]);
  await rig.settle();
  expect(batches).toMatchObject([
    { entries: [{ seq: 2 }], partWrites: [{ part: 'shelf', write: appended }] },
  ]);
  rig.kernel.remove(uri);
  await rig.settle();
  expect(batches[1]).toMatchObject({ removed: [uri], partWrites: [{ part: 'shelf', write: { gone: uri } }] });
  expect(batches).toHaveLength(2);
});
