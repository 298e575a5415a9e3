import { emptyNotebook, KernelRig, write } from '@loggia/testing/kernel';
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
