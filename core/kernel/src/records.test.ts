import type { RecordRange } from './ports/store.ts';
import { emptyNotebook, KernelRig, write } from '@loggia/testing/kernel';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';

test('KN17: a read sees what was put before it, stored or not', async () => {
  const rig = await KernelRig.open();
  const { records } = rig.kernel;
  expect(await records.get('clients', 'a')).toBeUndefined();
  const value = { version: 1 };
  records.put('clients', 'b', value);
  records.put('clients', 'a', { version: 2 });
  value.version = 99;
  expect(await records.get('clients', 'b')).toEqual({ version: 1 });
  expect(await records.list('clients')).toEqual([
    { key: 'a', value: { version: 2 } },
    { key: 'b', value: { version: 1 } },
  ]);
  rig.store.hold();
  await rig.settle();
  records.delete('clients', 'a');
  records.put('clients', 'c', null);
  const expected = [
    { key: 'b', value: { version: 1 } },
    { key: 'c', value: null },
  ];
  expect(await records.get('clients', 'a')).toBeUndefined();
  expect(await records.list('clients')).toEqual(expected);
  rig.store.release();
  await rig.settle();
  expect(await records.list('clients')).toEqual(expected);
  await rig.reopen();
  expect(await rig.kernel.records.list('clients')).toEqual(expected);
  expect(() => rig.kernel.records.put('clients', 'x', undefined)).toThrow(TypeError);
});

test('KN17: records are stored in the commit of their turn', async () => {
  const rig = await KernelRig.open();
  const channel = rig.kernel.create('notebook:/a', 'notebook', emptyNotebook);
  await rig.settle();
  const { commits } = rig.store;
  rig.kernel.append(channel, write('a'));
  rig.kernel.records.put('clients', 'a', 1);
  rig.kernel.records.put('clients', 'a', 2);
  await rig.settle();
  expect(rig.store.commits).toBe(commits + 1);
  expect(await rig.store.readRecord('clients', 'a')).toBe('2');
  rig.kernel.records.put('clients', 'a', 3);
  await rig.reopen();
  expect(await rig.kernel.records.get('clients', 'a')).toBe(2);
});

test('KN24: a page is as full as it can be, whatever waits to be stored', async () => {
  const rig = await KernelRig.open();
  const { records } = rig.kernel;
  for (const key of ['a', 'c', 'e', 'g']) records.put('audit', key, key);
  await rig.settle();
  rig.store.hold();
  records.delete('audit', 'c');
  records.put('audit', 'b', 'b');
  await rig.settle();
  records.delete('audit', 'a');
  records.put('audit', 'f', 'f');
  const keys = async (range: RecordRange) => (await records.list('audit', range)).map(({ key }) => key);
  expect(await keys({ limit: 2 })).toEqual(['b', 'e']);
  expect(await keys({ limit: 3, order: 'descending' })).toEqual(['g', 'f', 'e']);
  expect(await keys({ after: 'b', before: 'g' })).toEqual(['e', 'f']);
  expect(await keys({ after: 'b', before: 'g', limit: 1, order: 'descending' })).toEqual(['f']);
  expect(await keys({ limit: 0 })).toEqual([]);
});

test('KN24: what is deleted while a page is being read does not make it short', async () => {
  const rig = await KernelRig.open();
  const { records } = rig.kernel;
  for (const key of ['a', 'b', 'c']) records.put('audit', key, key);
  await rig.settle();
  const page = records.list('audit', { limit: 2 });
  records.delete('audit', 'a');
  expect((await page).map(({ key }) => key)).toEqual(['b', 'c']);
});

test('KN24: a page asks the store for little more than itself', async () => {
  const rig = await KernelRig.open();
  const asked: (RecordRange | undefined)[] = [];
  await rig.reopen((store) => {
    const list = store.listRecords.bind(store);
    store.listRecords = (namespace, range) => {
      asked.push(range);
      return list(namespace, range);
    };
  });
  const { records } = rig.kernel;
  records.delete('audit', 'a');
  records.delete('other', 'a');
  await records.list('audit', { after: 'a', limit: 10, order: 'descending' });
  expect(asked).toEqual([{ after: 'a', limit: 11, order: 'descending' }]);
});

test('KN17, KN24: whatever is put, deleted and stored, any range shows what it should', async () => {
  const key = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
  const step = fc.oneof(
    fc.record({ do: fc.constant('put' as const), key }),
    fc.record({ do: fc.constant('delete' as const), key }),
    fc.record({ do: fc.constantFrom('settle' as const, 'hold' as const, 'release' as const), key }),
  );
  const range = fc.record(
    {
      after: key,
      before: key,
      limit: fc.integer({ min: 0, max: 4 }),
      order: fc.constantFrom('ascending' as const, 'descending' as const),
    },
    { requiredKeys: [] },
  );
  const played = fc.asyncProperty(fc.array(step), range, async (steps, asked) => {
    const rig = await KernelRig.open();
    const { records } = rig.kernel;
    const model = new Set<string>();
    for (const taken of steps) {
      if (taken.do === 'settle') await rig.settle();
      else if (taken.do === 'hold' || taken.do === 'release') rig.store[taken.do]();
      else if (taken.do === 'put') {
        records.put('audit', taken.key, taken.key);
        model.add(taken.key);
      } else {
        records.delete('audit', taken.key);
        model.delete(taken.key);
      }
    }
    const within = [...model]
      .filter((one) => asked.after === undefined || one > asked.after)
      .filter((one) => asked.before === undefined || one < asked.before)
      .sort();
    const expected = (asked.order === 'descending' ? within.toReversed() : within).slice(0, asked.limit);
    expect((await records.list('audit', asked)).map((record) => record.key)).toEqual(expected);
  });
  await fc.assert(played);
});
