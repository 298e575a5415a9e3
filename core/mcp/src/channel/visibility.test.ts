import { expect, test } from 'vitest';
import { isVisibleTo, uiOf } from './visibility.ts';

const seen = (meta: Record<string, unknown> | undefined) => {
  const tool = meta ? { _meta: meta } : {};
  return [isVisibleTo(tool, 'model'), isVisibleTo(tool, 'app')];
};

test('B6, C5: who may use a tool is what it says, and otherwise both', () => {
  expect(seen(undefined)).toEqual([true, true]);
  expect(seen({ ui: {} })).toEqual([true, true]);
  expect(seen({ ui: { visibility: ['model'] } })).toEqual([true, false]);
  expect(seen({ ui: { visibility: ['app'] } })).toEqual([false, true]);
  expect(seen({ ui: { visibility: ['app', 'model', 'later'] } })).toEqual([true, true]);
  expect(seen({ ui: { visibility: [] } })).toEqual([false, false]);
  expect(seen({ ui: { visibility: 'app' } })).toEqual([false, true]);
  expect(seen({ 'ui/resourceUri': 'ui://a' })).toEqual([true, true]);
  expect(seen({ 'ui/resourceUri': 'ui://a', ui: { visibility: ['app'] } })).toEqual([false, true]);
});

test('C5: what a tool says of its View is kept verbatim; the older key comes in the same form', () => {
  const ui = { resourceUri: 'ui://a', visibility: ['app'], later: { x: 1 } };
  expect(uiOf({ _meta: { ui } })).toBe(ui);
  expect(uiOf({ _meta: { ui, 'ui/resourceUri': 'ui://old' } })).toBe(ui);
  expect(uiOf({ _meta: { 'ui/resourceUri': 'ui://old' } })).toEqual({ resourceUri: 'ui://old' });
  expect(uiOf({ _meta: { ui: { visibility: ['app'] }, 'ui/resourceUri': 'ui://old' } })).toEqual({
    visibility: ['app'],
    resourceUri: 'ui://old',
  });
  expect(uiOf({ _meta: { ui: 'ui://a' } })).toBeUndefined();
  expect(uiOf({ _meta: {} })).toBeUndefined();
  expect(uiOf({})).toBeUndefined();
});
