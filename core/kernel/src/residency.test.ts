import {
  emptyNotebook,
  KernelRig,
  type Notebook,
  notebookKind,
  Watcher,
  write,
} from '@loggia/testing/kernel';
import { expect, test, vi } from 'vitest';
import { ChannelUnloaded, ChannelUnreadable, UnknownKind } from './errors.ts';

const uri = 'notebook:/a';
const idleMs = 1_000;

async function withNotebook(limits = {}) {
  const rig = await KernelRig.open({ limits: { idleMs, ...limits } });
  const channel = rig.kernel.create(uri, 'notebook', emptyNotebook);
  await rig.settle();
  return { rig, channel };
}

test('KN9: after a crash a channel is its snapshot plus the tail of its log', async () => {
  const { rig, channel } = await withNotebook({ snapshotEvery: 4 });
  for (const letter of 'abcdefg') {
    rig.kernel.append(channel, write(letter));
    await rig.settle();
  }
  expect(await rig.store.readSnapshot(uri)).toMatchObject({ seq: 5 });
  rig.kernel.append(channel, write('lost'));
  const { createdAt } = channel;
  await rig.reopen();
  const again = await rig.kernel.load<Notebook>(uri);
  expect(again).toMatchObject({ uri, kind: 'notebook', createdAt, seq: 8, committedSeq: 8, durable: true });
  expect(again?.state.draft).toBe('abcdefg');
  expect(again?.committed).toBe(again?.state);
});

test('KN9: concurrent loads share one read and one channel', async () => {
  const { rig } = await withNotebook();
  await rig.reopen();
  const read = vi.spyOn(rig.store, 'readSnapshot');
  const [first, second] = await Promise.all([rig.kernel.load(uri), rig.kernel.load(uri)]);
  expect(first).toBeDefined();
  expect(first).toBe(second);
  expect(await rig.kernel.load(uri)).toBe(first);
  expect(read).toHaveBeenCalledTimes(1);
});

test('KN9: a channel that does not exist is undefined, again and again', async () => {
  const { rig } = await withNotebook();
  expect(await rig.kernel.load('notebook:/none')).toBeUndefined();
  expect(await rig.kernel.load('notebook:/none')).toBeUndefined();
  expect(await rig.kernel.exists('notebook:/none')).toBe(false);
  expect(rig.kernel.peek('notebook:/none')).toBeUndefined();
});

test('KN9: a channel that this host cannot read says why, and can be tried again', async () => {
  const kinds = [{ ...notebookKind }];
  const rig = await KernelRig.open({ kinds });
  const channel = rig.kernel.create(uri, 'notebook', emptyNotebook);
  rig.kernel.append(channel, write('a'));
  await rig.settle();
  kinds[0] = { ...notebookKind, name: 'other' };
  await rig.reopen();
  await expect(rig.kernel.load(uri)).rejects.toThrow(UnknownKind);
  const reduce = () => {
    throw new Error('out of ink');
  };
  kinds[0] = { ...notebookKind, reduce };
  await rig.reopen();
  await expect(rig.kernel.load(uri)).rejects.toThrow(ChannelUnreadable);
  await expect(rig.kernel.load(uri)).rejects.toThrow(/notebook:\/a cannot be read: out of ink/);
  kinds[0] = notebookKind;
  await rig.reopen();
  expect(await rig.kernel.load(uri)).toMatchObject({ state: { draft: 'a' } });
});

test('KN10: an idle channel leaves memory with a snapshot of all of it', async () => {
  const { rig, channel } = await withNotebook();
  rig.kernel.append(channel, write('a'));
  await rig.settle();
  expect(await rig.store.readSnapshot(uri)).toMatchObject({ seq: 1 });
  await rig.scheduler.advance(idleMs * 2);
  expect(rig.kernel.peek(uri)).toBeUndefined();
  expect(rig.kernel.hotChannels).toBe(0);
  expect(await rig.store.readSnapshot(uri)).toMatchObject({ seq: 2 });
  expect(() => channel.state).toThrow(ChannelUnloaded);
  expect(() => rig.kernel.append(channel, write('b'))).toThrow(ChannelUnloaded);
  expect(await rig.kernel.load(uri)).toMatchObject({ state: { draft: 'a' }, seq: 2 });
});

test('KN10: an idle channel that has not changed since its snapshot costs no commit to leave', async () => {
  const { rig } = await withNotebook();
  const { commits } = rig.store;
  await rig.scheduler.advance(idleMs * 2);
  expect([rig.kernel.hotChannels, rig.store.commits]).toEqual([0, commits]);
  expect(rig.scheduler.pendingTimers).toBe(0);
});

test('KN10: subscribed and pinned channels stay, and leave some time after they are let go', async () => {
  const { rig, channel } = await withNotebook();
  const other = rig.kernel.create('notebook:/b', 'notebook', emptyNotebook);
  await rig.settle();
  const { unsubscribe } = rig.kernel.subscribe(channel, new Watcher());
  const release = rig.kernel.pin(other);
  const releaseToo = rig.kernel.pin(other);
  await rig.scheduler.advance(idleMs * 5);
  expect(rig.kernel.hotChannels).toBe(2);
  unsubscribe();
  release();
  release();
  await rig.scheduler.advance(idleMs / 2);
  expect(rig.kernel.hotChannels).toBe(2);
  await rig.scheduler.advance(idleMs * 2);
  expect(rig.kernel.peek(uri)).toBeUndefined();
  expect(rig.kernel.peek('notebook:/b')).toBe(other);
  releaseToo();
  await rig.scheduler.advance(idleMs * 2);
  expect(rig.kernel.hotChannels).toBe(0);
});

test('KN10: use keeps a channel in memory', async () => {
  const { rig, channel } = await withNotebook();
  for (let i = 0; i < 5; i++) {
    await rig.scheduler.advance(idleMs * 0.8);
    if (i % 2 === 0) rig.kernel.append(channel, write('a'));
    else await rig.kernel.load(uri);
  }
  expect(rig.kernel.peek(uri)).toBe(channel);
});

test('KN10: a channel that is used while its last snapshot is under way stays', async () => {
  const { rig, channel } = await withNotebook();
  rig.kernel.append(channel, write('a'));
  await rig.settle();
  rig.store.hold();
  await rig.scheduler.advance(idleMs * 1.5);
  rig.kernel.append(channel, write('b'));
  rig.store.release();
  await rig.settle();
  expect(rig.kernel.peek(uri)).toBe(channel);
  expect(channel.committed).toMatchObject({ draft: 'ab' });
});

test('KN10: many idle channels leave in several small commits', async () => {
  const { rig } = await withNotebook({ evictAtOnce: 10 });
  for (let i = 0; i < 35; i++) {
    rig.kernel.append(rig.kernel.create(`notebook:/${i}`, 'notebook', emptyNotebook), write('a'));
  }
  await rig.settle();
  const { commits } = rig.store;
  await rig.scheduler.advance(idleMs * 2);
  expect(rig.kernel.hotChannels).toBe(0);
  expect(rig.store.commits - commits).toBe(4);
});

test('KN10: a kind that cannot make a snapshot is reported, and its channel still comes back', async () => {
  let broken = false;
  const parts = {
    split(state: Notebook) {
      if (broken) throw new Error('torn page');
      return { head: state, items: [] };
    },
    join: (head: unknown) => head as Notebook,
  };
  const rig = await KernelRig.open({ kinds: [{ ...notebookKind, parts }], limits: { idleMs } });
  const channel = rig.kernel.create(uri, 'notebook', emptyNotebook);
  rig.kernel.append(channel, write('a'));
  await rig.settle();
  broken = true;
  await rig.scheduler.advance(idleMs * 2);
  expect(rig.problems).toMatchObject([{ kind: 'kind', channel: uri, error: new Error('torn page') }]);
  expect(rig.kernel.hotChannels).toBe(0);
  expect(await rig.kernel.load(uri)).toMatchObject({ state: { draft: 'a' } });
});

test('KN20: closing stores what is left, with snapshots', async () => {
  const { rig, channel } = await withNotebook();
  rig.kernel.append(channel, write('a'));
  let told = false;
  rig.kernel.afterCommit(() => {
    told = true;
  });
  const { kernel } = rig;
  await kernel.close();
  await kernel.close();
  expect(told).toBe(true);
  expect(() => kernel.append(channel, write('b'))).toThrow('The kernel is closed');
  await expect(kernel.load(uri)).rejects.toThrow('The kernel is closed');
  await expect(kernel.settled()).rejects.toThrow('The kernel is closed');
  await rig.reopen();
  expect(await rig.store.readSnapshot(uri)).toMatchObject({ seq: 2 });
  expect(await rig.kernel.load(uri)).toMatchObject({ state: { draft: 'a' } });
});

test('KN21: opening reads the position and nothing else', async () => {
  const { rig } = await withNotebook();
  const reads: string[] = [];
  await rig.reopen((store) => {
    for (const name of ['readChannel', 'readSnapshot', 'readLog', 'list', 'busy', 'listRecords'] as const) {
      vi.spyOn(store, name).mockImplementation(async () => {
        reads.push(name);
        return undefined as never;
      });
    }
  });
  expect(reads).toEqual([]);
  expect(rig.kernel.seq).toBe(1);
});

/** Reads that block until the test releases them. */
async function withSlowReads() {
  const { rig } = await withNotebook();
  const waiting: (() => void)[] = [];
  const order: string[] = [];
  await rig.reopen((store) => {
    for (const name of ['readChannel', 'readSnapshot', 'readLog'] as const) {
      const read = store[name].bind(store) as (query: never) => Promise<never>;
      store[name] = async (query: never) => {
        order.push(name);
        await new Promise<void>((resolve) => waiting.push(resolve));
        return read(query);
      };
    }
    const close = store.close.bind(store);
    store.close = () => {
      order.push('close');
      return close();
    };
  });
  const goOn = async (reads = Infinity) => {
    for (let left = reads; left > 0 && waiting.length > 0; left--) {
      waiting.shift()?.();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { rig, order, goOn };
}

test('KN20: the store is closed after the last read of a load that was under way', async () => {
  const { rig, order, goOn } = await withSlowReads();
  const loading = rig.kernel.load(uri).catch((error: unknown) => error);
  const closing = rig.kernel.close();
  await goOn();
  await closing;
  expect(await loading).toMatchObject({ code: 'kernel-closed' });
  expect(order).toEqual(['readChannel', 'readSnapshot', 'readLog', 'close']);
});

test('KN15: a channel that is removed between two reads of it is not there', async () => {
  const { rig, order, goOn } = await withSlowReads();
  const loading = rig.kernel.load(uri);
  await goOn(1);
  expect(order).toEqual(['readChannel', 'readSnapshot']);
  rig.kernel.remove(uri);
  await rig.scheduler.settle();
  await goOn();
  expect(await loading).toBeUndefined();
});
