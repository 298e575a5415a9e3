import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { previewOf } from './preview-of.ts';
import { valueAt } from './json-pointer.ts';

const context = {
  number: 'R-1\n second   line',
  paid: 2,
  due: 5,
  lines: [{ amount: 2 }, { amount: 3.5 }, { amount: 'x' }, null],
  on: '2026-01-31',
  'a/b': { '~c': true },
  map: { x: 1, y: 2 },
};

test('G1: a preview shows what the context holds, each in its own way', () => {
  const preview = {
    text: '/number',
    fields: [
      { label: 'Lines', path: '/lines', as: 'count' as const },
      { label: 'Total', path: '/lines', as: 'sum' as const, of: '/amount' },
      { label: 'On', path: '/on', as: 'date' as const },
      { label: 'Odd', path: '/a~1b/~0c' },
      { label: 'Map', path: '/map', as: 'count' as const },
      { label: 'Second', path: '/lines/1/amount' },
    ],
    progress: { done: '/paid', total: '/due' },
  };
  expect(previewOf(preview, context)).toEqual({
    text: 'R-1 second line',
    fields: [
      { label: 'Lines', as: 'count', value: 4 },
      { label: 'Total', as: 'sum', value: 5.5 },
      { label: 'On', as: 'date', value: '2026-01-31' },
      { label: 'Odd', as: 'text', value: 'true' },
      { label: 'Map', as: 'count', value: 2 },
      { label: 'Second', as: 'text', value: '3.5' },
    ],
    progress: { done: 2, total: 5 },
  });
});

test('G1: what is not there, or is something else, is left out', () => {
  const preview = {
    text: '/lines',
    fields: [
      { label: 'a', path: '/number', as: 'count' as const },
      { label: 'b', path: '/number', as: 'sum' as const },
      { label: 'c', path: '/number', as: 'date' as const },
      { label: 'd', path: '/nothing/here' },
      { label: 'e', path: '/lines/01/amount' },
      { label: 'f', path: '/lines/length' },
      { label: 'g', path: '/toString' },
      { label: 'h', path: 'number' },
    ],
    progress: { done: '/paid', total: '/nothing' },
  };
  expect(previewOf(preview, context)).toEqual({});
  expect(previewOf(undefined, context)).toEqual({});
});

test('G1: progress stays between nothing and all', () => {
  const progress = { done: '/done', total: '/total' };
  expect(previewOf({ progress }, { done: 9, total: [1, 2] })).toEqual({ progress: { done: 2, total: 2 } });
  expect(previewOf({ progress }, { done: -1, total: 3 })).toEqual({ progress: { done: 0, total: 3 } });
  expect(previewOf({ progress }, { done: 0, total: 0 })).toEqual({});
});

test('L5: a preview is small, and whole characters, whatever the context', () => {
  const shown = previewOf({ text: '/t', fields: [{ label: 'x', path: '/t' }] }, { t: '😀'.repeat(100_000) });
  expect(shown.text?.length).toBeLessThanOrEqual(400);
  expect(shown.text).toMatch(/^(?:😀)+…$/u);
  expect(shown.fields?.[0]?.value).toMatch(/^(?:😀)+…$/u);
});

test('L5: a preview never throws', () => {
  const pointer = fc.constantFrom('', '/', '/a', '/a/0', '/__proto__', '/a/b/c');
  const as = fc.constantFrom('text' as const, 'count' as const, 'date' as const, 'sum' as const);
  fc.assert(
    fc.property(
      fc.record({
        text: pointer,
        fields: fc.array(fc.record({ label: fc.string(), path: pointer, as, of: pointer }), { maxLength: 3 }),
        progress: fc.record({ done: pointer, total: pointer }),
      }),
      fc.jsonValue(),
      (preview, json) => {
        expect(JSON.stringify(previewOf(preview, json)).length).toBeLessThan(3000);
      },
    ),
  );
});

test('L5: a pointer reaches only what a value itself holds', () => {
  expect(valueAt({ a: [1] }, '/a/0')).toBe(1);
  expect(valueAt({ a: [1] }, '')).toEqual({ a: [1] });
  expect(valueAt({}, '/__proto__')).toBeUndefined();
  expect(valueAt([], '/length')).toBeUndefined();
  expect(valueAt('text', '/length')).toBeUndefined();
  expect(valueAt({ a: 1 }, `/${'a'.repeat(300)}`)).toBeUndefined();
});
