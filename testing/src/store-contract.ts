import type { Batch, RecordRange, Store, StoredChannel } from '@loggia/kernel';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { playInterleaving, steps } from './kernel-interleaving.ts';

/** A location that survives closing its stores. */
export interface StoreLocation {
  open(): Store;
  dispose(): Promise<void>;
}

/** The batch of a turn in which nothing happened. */
export const nothing: Batch = {
  removed: [],
  created: [],
  facts: [],
  entries: [],
  snapshots: [],
  forgotten: [],
  records: [],
  partWrites: [],
  trimThrough: undefined,
  lastSeq: 0,
};

function channel(uri: string, changes: Partial<StoredChannel> = {}): StoredChannel {
  return {
    uri,
    kind: 'note',
    parent: undefined,
    createdAt: '2026-01-01T00:00:00.000Z',
    createdSeq: 1,
    busy: false,
    modifiedAt: '2026-01-01T00:00:00.000Z',
    title: undefined,
    summary: undefined,
    ...changes,
  };
}

function snapshot(uri: string, seq: number, items: readonly string[] = []) {
  const changed = items.map((json, index) => ({ index, json }));
  return { channel: uri, seq, head: `{"seq":${seq}}`, items: changed, length: items.length };
}

function row(uri: string, seq: number) {
  return { seq, channel: uri, json: `{"channel":"${uri}","serverSeq":${seq}}`, changed: true };
}

function creation(...channels: StoredChannel[]): Batch {
  return {
    ...nothing,
    created: channels,
    snapshots: channels.map(({ uri, createdSeq }) => snapshot(uri, createdSeq)),
    lastSeq: Math.max(...channels.map(({ createdSeq }) => createdSeq)),
  };
}

/** The contract of every store. */
export function describeStoreContract(
  name: string,
  setUp: () => Promise<StoreLocation>,
  options: { readonly interleavings: number },
): void {
  describe(`store contract: ${name}`, () => {
    let location: StoreLocation;
    let store: Store;

    beforeEach(async () => {
      location = await setUp();
      store = location.open();
    });

    afterEach(async () => {
      await store.close();
      await location.dispose();
    });

    const reopen = async (): Promise<void> => {
      await store.close();
      store = location.open();
    };

    const seqs = async (uri: string): Promise<number[]> => {
      const { rows } = await store.readLog({ channels: [uri], after: 0, through: 1_000_000 });
      return rows.map(({ seq }) => seq);
    };

    test('ST1: a new store is empty', async () => {
      expect(await store.position()).toEqual({ lastSeq: 0, trimmedThrough: 0 });
      expect(await store.readChannel('note:/a')).toBeUndefined();
      expect(await store.readSnapshot('note:/a')).toBeUndefined();
      expect(await store.list({ kind: 'note', limit: 10 })).toEqual([]);
      expect(await store.readRecord('clients', 'a')).toBeUndefined();
    });

    test('ST1: everything that was committed is there after reopening', async () => {
      const stored = channel('note:/a', {
        parent: 'note:/parent',
        busy: true,
        title: 'Überschrift',
        summary: '{"pages":2}',
      });
      await store.commit({
        ...creation(stored),
        entries: [
          { ...row('note:/a', 2), by: 'somebody' },
          { ...row('note:/a', 3), changed: false },
        ],
        snapshots: [snapshot('note:/a', 1, ['"one"', '"two"'])],
        records: [{ namespace: 'clients', key: 'a', json: '{"version":1}' }],
        lastSeq: 7,
      });
      await reopen();
      expect(await store.position()).toEqual({ lastSeq: 7, trimmedThrough: 0 });
      expect(await store.readChannel('note:/a')).toEqual(stored);
      expect(await store.readSnapshot('note:/a')).toEqual({
        seq: 1,
        head: '{"seq":1}',
        items: ['"one"', '"two"'],
      });
      const query = { channels: ['note:/a'], after: 0, through: 7 };
      expect(await store.readLog({ ...query, authors: true })).toMatchObject({
        rows: [{ seq: 2, by: 'somebody' }, { seq: 3 }],
      });
      expect(await store.readLog(query)).toEqual({
        rows: [row('note:/a', 2), { ...row('note:/a', 3), changed: false }],
        missing: [],
        newestCreation: 1,
      });
      expect(await store.readRecord('clients', 'a')).toBe('{"version":1}');
    });

    test('ST2: a batch that fails leaves no trace', async () => {
      await store.commit(creation(channel('note:/a')));
      const refused: Batch = {
        removed: [],
        created: [channel('note:/b', { createdSeq: 2 })],
        facts: [{ channel: 'note:/a', facts: channel('note:/a', { title: 'changed' }) }],
        entries: [row('note:/a', 3), row('note:/nowhere', 4)],
        snapshots: [snapshot('note:/a', 3)],
        forgotten: [],
        records: [{ namespace: 'clients', key: 'a', json: '1' }],
        partWrites: [],
        trimThrough: 1,
        lastSeq: 4,
      };
      await expect(store.commit(refused)).rejects.toThrow(Error);
      await expect(store.commit({ ...refused, entries: [], created: [channel('note:/a')] })).rejects.toThrow(
        Error,
      );
      expect(await store.position()).toEqual({ lastSeq: 1, trimmedThrough: 0 });
      expect(await store.readChannel('note:/a')).toEqual(channel('note:/a'));
      expect(await store.readChannel('note:/b')).toBeUndefined();
      expect(await store.readSnapshot('note:/a')).toMatchObject({ seq: 1 });
      expect(await seqs('note:/a')).toEqual([]);
      expect(await store.readRecord('clients', 'a')).toBeUndefined();
      await store.commit({
        ...creation(channel('note:/b', { createdSeq: 2 })),
        entries: [row('note:/a', 3)],
      });
      expect(await seqs('note:/a')).toEqual([3]);
    });

    test('ST3: the log is read between two numbers, in order, as it was written', async () => {
      const odd = '{"text":"\\u2028 \\" \\n 😀 ü"}';
      await store.commit(creation(channel('note:/a')));
      await store.commit({
        ...nothing,
        entries: [row('note:/a', 2), { ...row('note:/a', 3), json: odd }],
        lastSeq: 3,
      });
      await store.commit({ ...nothing, entries: [row('note:/a', 4), row('note:/a', 5)], lastSeq: 5 });
      const { rows } = await store.readLog({ channels: ['note:/a'], after: 2, through: 4 });
      expect(rows).toEqual([{ ...row('note:/a', 3), json: odd }, row('note:/a', 4)]);
    });

    test('ST3: several channels are merged by number; unknown ones are named', async () => {
      await store.commit(creation(channel('note:/a'), channel('note:/b', { createdSeq: 2 })));
      await store.commit({
        ...nothing,
        entries: [row('note:/b', 3), row('note:/a', 4), row('note:/b', 5), row('note:/a', 6)],
        lastSeq: 6,
      });
      const query = { channels: ['note:/a', 'note:/gone', 'note:/b'], after: 3, through: 6 };
      expect(await store.readLog(query)).toEqual({
        rows: [row('note:/a', 4), row('note:/b', 5), row('note:/a', 6)],
        missing: ['note:/gone'],
        newestCreation: 2,
      });
      expect(await store.readLog({ channels: [], after: 0, through: 6 })).toEqual({
        rows: [],
        missing: [],
        newestCreation: 0,
      });
    });

    test('ST4: a snapshot replaces the head and the items that changed, and cuts what is beyond its end', async () => {
      await store.commit({
        ...creation(channel('note:/a'), channel('note:/b')),
        snapshots: [snapshot('note:/a', 1, ['"a"', '"b"', '"c"', '"d"']), snapshot('note:/b', 1, ['"x"'])],
      });
      await store.commit({
        ...nothing,
        snapshots: [
          { channel: 'note:/a', seq: 1, head: '"second"', items: [{ index: 1, json: '"B"' }], length: 3 },
        ],
        lastSeq: 1,
      });
      expect(await store.readSnapshot('note:/a')).toEqual({
        seq: 1,
        head: '"second"',
        items: ['"a"', '"B"', '"c"'],
      });
      await store.commit({
        ...nothing,
        snapshots: [
          { channel: 'note:/a', seq: 1, head: '"third"', items: [], length: 0 },
          { channel: 'note:/a', seq: 2, head: '"fourth"', items: [{ index: 0, json: '"new"' }], length: 1 },
        ],
        lastSeq: 2,
      });
      expect(await store.readSnapshot('note:/a')).toEqual({ seq: 2, head: '"fourth"', items: ['"new"'] });
      expect(await store.readSnapshot('note:/b')).toMatchObject({ items: ['"x"'] });
    });

    test('ST5: trimming takes the rows that a snapshot covers; the others go with their next snapshot', async () => {
      await store.commit(creation(channel('note:/a'), channel('note:/b', { createdSeq: 2 })));
      await store.commit({
        ...nothing,
        entries: [row('note:/a', 3), row('note:/b', 4), row('note:/a', 5), row('note:/b', 6)],
        snapshots: [snapshot('note:/a', 5)],
        lastSeq: 6,
      });
      await store.commit({ ...nothing, trimThrough: 4, lastSeq: 6 });
      expect(await store.position()).toEqual({ lastSeq: 6, trimmedThrough: 4 });
      expect(await seqs('note:/a')).toEqual([5]);
      expect(await seqs('note:/b')).toEqual([4, 6]);
      await store.commit({ ...nothing, trimThrough: 5, lastSeq: 6 });
      expect(await seqs('note:/a')).toEqual([]);
      expect(await seqs('note:/b')).toEqual([4, 6]);
      await store.commit({ ...nothing, snapshots: [snapshot('note:/b', 6)], lastSeq: 6 });
      expect(await seqs('note:/b')).toEqual([6]);
      await reopen();
      expect(await store.position()).toEqual({ lastSeq: 6, trimmedThrough: 5 });
    });

    test('ST29: a channel whose past is forgotten keeps its state and what comes later', async () => {
      await store.commit(creation(channel('note:/a'), channel('note:/b', { createdSeq: 2 })));
      await store.commit({
        ...nothing,
        entries: [row('note:/a', 3), row('note:/b', 4), row('note:/a', 5)],
        lastSeq: 5,
      });
      await store.commit({
        ...nothing,
        snapshots: [snapshot('note:/a', 5)],
        forgotten: [{ channel: 'note:/a', seq: 5 }],
        lastSeq: 5,
      });
      await store.commit({ ...nothing, entries: [row('note:/a', 6)], lastSeq: 6 });
      await reopen();
      expect([await seqs('note:/a'), await seqs('note:/b')]).toEqual([[6], [4]]);
      expect(await store.readSnapshot('note:/a')).toMatchObject({ seq: 5 });
      const slice = await store.readLog({ channels: ['note:/a'], after: 0, through: 9 });
      expect(slice.newestCreation).toBe(5);
    });

    test('ST6: the directory pages from the last modified to the first, without gaps or repeats', async () => {
      const notes = ['c', 'a', 'e', 'b', 'd'].map((letter, index) =>
        channel(`note:/${letter}`, { modifiedAt: `2026-01-0${1 + Math.floor(index / 2)}T00:00:00.000Z` }),
      );
      await store.commit(creation(...notes, channel('book:/z', { kind: 'book' })));
      const all = await store.list({ kind: 'note', limit: 10 });
      expect(all.map(({ uri }) => uri)).toEqual(['note:/d', 'note:/e', 'note:/b', 'note:/c', 'note:/a']);
      expect(await store.count('note')).toBe(5);
      const paged: string[] = [];
      let after: { modifiedAt: string; uri: string } | undefined;
      for (;;) {
        const [next] = await store.list({ kind: 'note', limit: 1, after });
        if (next === undefined) break;
        paged.push(next.uri);
        after = next;
      }
      expect(paged).toEqual(all.map(({ uri }) => uri));
      const gone = { modifiedAt: '2026-01-02T00:00:00.000Z', uri: 'note:/c' };
      const rest = await store.list({ kind: 'note', limit: 10, after: gone });
      expect(rest.map(({ uri }) => uri)).toEqual(['note:/b', 'note:/c', 'note:/a']);
    });

    test('ST6: a change of facts moves a channel in the directory', async () => {
      await store.commit(creation(channel('note:/a'), channel('note:/b')));
      const facts = {
        busy: true,
        modifiedAt: '2026-02-01T00:00:00.000Z',
        title: 'New',
        summary: '{"pages":1}',
      };
      await store.commit({ ...nothing, facts: [{ channel: 'note:/a', facts }], lastSeq: 1 });
      const [first] = await store.list({ kind: 'note', limit: 1 });
      expect(first).toEqual(channel('note:/a', facts));
      expect(await store.busy('note')).toEqual(['note:/a']);
      await store.commit({
        ...nothing,
        facts: [{ channel: 'note:/a', facts: channel('note:/a') }],
        lastSeq: 1,
      });
      expect(await store.readChannel('note:/a')).toEqual(channel('note:/a'));
      expect(await store.busy('note')).toEqual([]);
    });

    test('ST7: text finds any part of a title, in any case, and pages too', async () => {
      await store.commit(
        creation(
          channel('note:/a', { title: 'Straße nach ÄGYPTEN' }),
          channel('note:/b', { title: '100%_sure' }),
          channel('note:/c', { title: 'Ägyptisch' }),
          channel('note:/d'),
        ),
      );
      const find = async (text: string) => {
        const found = await store.list({ kind: 'note', limit: 10, text });
        return found.map(({ uri }) => uri);
      };
      expect(await find('ägypt')).toEqual(['note:/c', 'note:/a']);
      expect(await find('%_S')).toEqual(['note:/b']);
      expect(await find('%')).toEqual(['note:/b']);
      expect(await find('nothing')).toEqual([]);
      const after = { modifiedAt: channel('note:/c').modifiedAt, uri: 'note:/c' };
      expect(await store.list({ kind: 'note', limit: 10, text: 'ÄGY', after })).toMatchObject([
        { uri: 'note:/a' },
      ]);
    });

    test('ST7: busy channels are found by kind', async () => {
      await store.commit(
        creation(
          channel('note:/b', { busy: true }),
          channel('note:/c'),
          channel('note:/a', { busy: true }),
          channel('book:/a', { kind: 'book', busy: true }),
        ),
      );
      expect(await store.busy('note')).toEqual(['note:/a', 'note:/b']);
      expect(await store.busy('film')).toEqual([]);
    });

    test('ST8: removal takes everything of a channel, and its URI can be used again at once', async () => {
      await store.commit({
        ...creation(channel('note:/a', { busy: true }), channel('note:/b')),
        entries: [row('note:/a', 2), row('note:/b', 3)],
        snapshots: [snapshot('note:/a', 1, ['"old"', '"older"']), snapshot('note:/b', 1)],
        lastSeq: 3,
      });
      await store.commit({ ...nothing, removed: ['note:/a', 'note:/never'], lastSeq: 3 });
      expect(await store.readChannel('note:/a')).toBeUndefined();
      expect(await store.readSnapshot('note:/a')).toBeUndefined();
      expect(await store.readLog({ channels: ['note:/a'], after: 0, through: 3 })).toMatchObject({
        rows: [],
        missing: ['note:/a'],
      });
      expect(await store.busy('note')).toEqual([]);
      expect(await seqs('note:/b')).toEqual([3]);
      await store.commit({
        ...creation(channel('note:/b', { createdSeq: 4 })),
        removed: ['note:/b'],
        entries: [row('note:/b', 5)],
        lastSeq: 5,
      });
      expect(await seqs('note:/b')).toEqual([5]);
      expect(await store.readChannel('note:/b')).toMatchObject({ createdSeq: 4 });
      expect(await store.position()).toMatchObject({ lastSeq: 5 });
    });

    test('ST8: numbers do not come back when the newest rows are removed', async () => {
      await store.commit({ ...creation(channel('note:/a')), entries: [row('note:/a', 2)], lastSeq: 2 });
      await store.commit({ ...nothing, removed: ['note:/a'], lastSeq: 2 });
      await reopen();
      expect(await store.position()).toEqual({ lastSeq: 2, trimmedThrough: 0 });
    });

    test('ST9: records are put, replaced, deleted and listed by namespace', async () => {
      const put = (namespace: string, key: string, json: string | undefined) => ({ namespace, key, json });
      await store.commit({
        ...nothing,
        records: [put('clients', 'b', '1'), put('clients', 'a', '2'), put('other', 'a', '3')],
      });
      await store.commit({
        ...nothing,
        records: [put('clients', 'b', '4'), put('clients', 'gone', undefined)],
      });
      expect(await store.listRecords('clients')).toEqual([
        { key: 'a', json: '2' },
        { key: 'b', json: '4' },
      ]);
      await store.commit({ ...nothing, records: [put('clients', 'a', undefined)] });
      expect(await store.readRecord('clients', 'a')).toBeUndefined();
      expect(await store.listRecords('clients')).toEqual([{ key: 'b', json: '4' }]);
      expect(await store.readRecord('other', 'a')).toBe('3');
      expect(await store.listRecords('nowhere')).toEqual([]);
    });

    test('ST9: records are listed by a range of keys, from either end', async () => {
      const keys = ['a', 'b', 'ba', 'c', '\uffee', '\u{1f600}'];
      const records = keys.map((key) => ({ namespace: 'audit', key, json: JSON.stringify(key) }));
      await store.commit({
        ...nothing,
        records: [...records.toReversed(), { namespace: 'other', key: 'bb', json: '1' }],
      });
      const listed = async (range: RecordRange) =>
        (await store.listRecords('audit', range)).map(({ key }) => key);
      expect(await listed({})).toEqual(keys);
      expect(await listed({ order: 'descending' })).toEqual(keys.toReversed());
      expect(await listed({ after: 'b', before: 'c' })).toEqual(['ba']);
      expect(await listed({ after: 'b', limit: 2 })).toEqual(['ba', 'c']);
      expect(await listed({ before: 'c', limit: 2, order: 'descending' })).toEqual(['ba', 'b']);
      expect(await listed({ after: 'a', before: '\u{1f600}', limit: 1, order: 'descending' })).toEqual([
        '\uffee',
      ]);
      expect(await listed({ after: 'bb', before: 'bc' })).toEqual([]);
      expect(await listed({ limit: 0 })).toEqual([]);
    });

    test('KN23: a kernel on it keeps its promises, whatever the interleaving', async () => {
      const played = fc.asyncProperty(steps, async (taken) => {
        const fresh = await setUp();
        const opened: Store[] = [];
        try {
          await playInterleaving(taken, () => {
            const next = fresh.open();
            opened.push(next);
            return next;
          });
        } finally {
          await Promise.all(opened.map((one) => one.close()));
          await fresh.dispose();
        }
      });
      await expect(fc.assert(played, { numRuns: options.interleavings })).resolves.toBeUndefined();
    });
  });
}
