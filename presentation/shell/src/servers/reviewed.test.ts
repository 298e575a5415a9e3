import { expect, test } from 'vitest';
import { isReviewed } from './reviewed.ts';

test('A7: the review of results is chosen for a tool, for its server, or in the configuration', () => {
  const of = (name: string, tool?: string) => ({ server: `id-${name}`, name, tool });
  const reviews = [{ server: 'id-a', tool: 'read' }, { server: 'id-b' }];
  const value = { reviews, configured: ['c', 'd/read'] };
  expect(isReviewed(value, of('a', 'read'))).toEqual({ checked: true });
  expect(isReviewed(value, of('a', 'other'))).toEqual({ checked: false });
  expect(isReviewed(value, of('a'))).toEqual({ checked: false });
  expect(isReviewed(value, of('b'))).toEqual({ checked: true });
  for (const fixed of [of('b', 'read'), of('c'), of('c', 'read'), of('d', 'read')])
    expect(isReviewed(value, fixed)).toEqual({ checked: true, fixedBy: expect.any(String) });
  expect(isReviewed(value, of('d', 'other'))).toEqual({ checked: false });
});
