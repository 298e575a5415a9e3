import { expect, test } from 'vitest';
import { WindowTenants } from './window-tenants.ts';

test('J8: a View ends with the last window that it was in', () => {
  const tenants = new WindowTenants<string>();
  expect(tenants.enter('one', 'board')).toEqual([]);
  // Minimized and brought back.
  expect(tenants.enter('one', 'board')).toEqual([]);
  expect(tenants.enter('two', 'board')).toEqual([]);
  expect(tenants.close('one')).toEqual([]);
  expect(tenants.isHomeless('board')).toBe(false);
  expect(tenants.close('two')).toEqual(['board']);
  expect(tenants.isHomeless('board')).toBe(true);
  expect(tenants.close('two')).toEqual([]);
});

test('J8: a View ends when its window shows another one, and lives when it is shown again', () => {
  const tenants = new WindowTenants<string>();
  tenants.enter('one', 'reader');
  expect(tenants.enter('one', 'editor')).toEqual(['reader']);
  expect(tenants.isHomeless('reader')).toBe(true);
  expect(tenants.enter('two', 'reader')).toEqual([]);
  expect(tenants.isHomeless('reader')).toBe(false);
  tenants.forget('reader');
  expect(tenants.close('two')).toEqual([]);
});
