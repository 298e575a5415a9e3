import { emptyNotebook, KernelRig, Watcher, write } from '@loggia/testing/kernel';
import { expect, test } from 'vitest';
import { ChannelExists, ChannelNotDurable } from './errors.ts';

const uri = 'notebook:/a';

async function withNotebook() {
  const rig = await KernelRig.open();
  const channel = rig.kernel.create(uri, 'notebook', emptyNotebook);
  await rig.settle();
  return { rig, channel };
}

test('KN6: a subscriber gets the durable state and then every later entry', async () => {
  const { rig, channel } = await withNotebook();
  rig.kernel.append(channel, write('a'));
  await rig.settle();
  const watcher = new Watcher();
  const { state, seq, unsubscribe } = rig.kernel.subscribe(channel, watcher);
  expect([state.draft, seq]).toEqual(['a', 2]);
  rig.kernel.append(channel, write('b'));
  rig.kernel.append(channel, write('c'));
  await rig.settle();
  expect(watcher.seqs).toEqual([3, 4]);
  unsubscribe();
  unsubscribe();
  rig.kernel.append(channel, write('d'));
  await rig.settle();
  expect(watcher.seqs).toEqual([3, 4]);
});

test('KN6: the number is the newest of all channels', async () => {
  const { rig, channel } = await withNotebook();
  const other = rig.kernel.create('notebook:/b', 'notebook', emptyNotebook);
  rig.kernel.append(other, write('a'));
  await rig.settle();
  expect(rig.kernel.subscribe(channel, new Watcher()).seq).toBe(3);
});

test('KN6: subscribing while a commit is under way neither loses nor repeats', async () => {
  const { rig, channel } = await withNotebook();
  rig.kernel.append(channel, write('a'));
  await rig.settle();
  rig.store.hold();
  rig.kernel.append(channel, write('b'));
  await rig.settle();
  rig.kernel.append(channel, write('c'));
  const watcher = new Watcher();
  const { state, seq } = rig.kernel.subscribe(channel, watcher);
  expect([state.draft, seq]).toEqual(['a', 2]);
  rig.store.release();
  await rig.settle();
  expect(watcher.seqs).toEqual([3, 4]);
});

test('KN6: subscribing from inside a delivery or a callback neither loses nor repeats', async () => {
  const { rig, channel } = await withNotebook();
  const early = new Watcher();
  const late = new Watcher();
  const snapshots: unknown[] = [];
  const subscribe = (watcher: Watcher) => {
    const { state, seq } = rig.kernel.subscribe(channel, watcher);
    snapshots.push([state.draft, seq]);
  };
  let first = true;
  rig.kernel.subscribe(channel, {
    deliver() {
      if (first) subscribe(early);
      first = false;
    },
  });
  rig.kernel.append(channel, write('a'));
  rig.kernel.afterCommit(() => subscribe(late));
  rig.kernel.append(channel, write('b'));
  await rig.settle();
  expect(snapshots).toEqual([
    ['ab', 3],
    ['ab', 3],
  ]);
  rig.kernel.append(channel, write('c'));
  await rig.settle();
  expect([early.seqs, late.seqs]).toEqual([[4], [4]]);
});

test('KN6: what a delivery appends comes after what is being delivered', async () => {
  const { rig, channel } = await withNotebook();
  const watcher = new Watcher();
  rig.kernel.subscribe(channel, {
    deliver: (entry) => {
      if (entry.seq === 2) rig.kernel.append(channel, write('reply'));
    },
  });
  rig.kernel.subscribe(channel, watcher);
  rig.kernel.append(channel, write('a'));
  rig.kernel.append(channel, write('b'));
  await rig.settle();
  expect(watcher.seqs).toEqual([2, 3, 4]);
});

test('KN7: a subscriber or callback that throws is reported and harms nobody else', async () => {
  const { rig, channel } = await withNotebook();
  const watcher = new Watcher();
  const told: string[] = [];
  rig.kernel.subscribe(channel, {
    deliver() {
      throw new Error('broken pipe');
    },
  });
  rig.kernel.subscribe(channel, watcher);
  rig.kernel.append(channel, write('a'));
  rig.kernel.afterCommit(() => {
    throw new Error('broken callback');
  });
  rig.kernel.afterCommit(() => told.push('second'));
  rig.kernel.append(channel, write('b'));
  await rig.settle();
  expect(watcher.seqs).toEqual([2, 3]);
  expect(told).toEqual(['second']);
  expect(rig.problems).toMatchObject([
    { kind: 'subscriber', channel: uri, error: new Error('broken pipe') },
    { kind: 'callback', error: new Error('broken callback') },
    { kind: 'subscriber', channel: uri, error: new Error('broken pipe') },
  ]);
});

test('KN22: a channel can be loaded and watched once its creation is durable', async () => {
  const rig = await KernelRig.open();
  rig.store.hold();
  const channel = rig.kernel.create(uri, 'notebook', emptyNotebook);
  expect(() => rig.kernel.create(uri, 'notebook', emptyNotebook)).toThrow(ChannelExists);
  expect(rig.kernel.peek(uri)).toBe(channel);
  expect(await rig.kernel.exists(uri)).toBe(true);
  let loaded: unknown = 'not yet';
  const loading = (async () => {
    loaded = await rig.kernel.load(uri);
  })();
  await rig.settle();
  expect(loaded).toBe('not yet');
  expect(channel.durable).toBe(false);
  expect(() => rig.kernel.subscribe(channel, new Watcher())).toThrow(ChannelNotDurable);
  expect(() => channel.committed).toThrow(ChannelNotDurable);
  rig.store.release();
  await rig.settle();
  await loading;
  expect(loaded).toBe(channel);
  expect(rig.kernel.subscribe(channel, new Watcher())).toMatchObject({ state: emptyNotebook, seq: 1 });
});
