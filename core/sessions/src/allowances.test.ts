import { ManualClock } from '@loggia/testing';
import { expect, test } from 'vitest';
import { Allowances } from './allowances.ts';
import { rig } from './rig.testkit.ts';

const pay = { server: 's', serverName: 'Shop', tool: 'pay', definition: 'first' };

test('C5, E10: what Views may always run is listed with what agents may, revoked like it, and apart from it', async () => {
  const { kernel } = await rig();
  const allowances = new Allowances({ kernel, clock: new ManualClock(), user: 'local' });
  allowances.allowEverywhere(pay);
  expect(await allowances.includesViews(pay)).toBe(false);
  allowances.allowViews(pay);
  expect(await allowances.includesViews(pay)).toBe(true);
  expect(await allowances.includesViews({ ...pay, definition: 'changed' })).toBe(false);
  expect(await allowances.includesViews({ ...pay, server: 'other' })).toBe(false);
  expect((await allowances.list()).map(({ tool, views }) => [tool, views])).toEqual([
    ['pay', true],
    ['pay', undefined],
  ]);
  const [forViews] = await allowances.list();
  expect(await allowances.revoke(forViews?.id ?? '')).toBe(true);
  expect(await allowances.includesViews(pay)).toBe(false);
  expect(await allowances.stateOf('ahp-session:/s', pay)).toBe('always');
  allowances.allowViews(pay);
  await allowances.forgetServer('s');
  expect(await allowances.list()).toEqual([]);
});
