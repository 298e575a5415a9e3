import { expect, test } from 'vitest';
import { hasToolSettings, sessionToolsIn, sessionToolValues } from './session-tools.ts';

test('K3: the settings of a session for its tools are read as they are written', () => {
  const none = { budget: undefined, pins: [] };
  expect(sessionToolsIn(undefined)).toEqual(none);
  expect(sessionToolsIn(sessionToolValues({ budget: null, pins: [] }))).toEqual(none);
  const chosen = { budget: 5_000, pins: ['Boards', 'Files/read'] };
  expect(sessionToolsIn(sessionToolValues(chosen))).toEqual(chosen);
  expect(sessionToolsIn(sessionToolValues({ budget: 'off' })).budget).toBe('off');
  expect(sessionToolsIn(sessionToolValues({ budget: 0 })).budget).toBe(0);
  expect(sessionToolValues({ pins: ['Boards'] })).toEqual({ pinnedTools: ['Boards'] });
});

test('K3: values that make no sense count as none', () => {
  expect(sessionToolsIn({ toolBudget: 'much', pinnedTools: 'Boards' })).toEqual({
    budget: undefined,
    pins: [],
  });
  expect(sessionToolsIn({ toolBudget: -1, pinnedTools: ['a', 'a', 1, ''] }).pins).toEqual(['a']);
});

test('K3: a session without these settings says so', () => {
  const property = { type: 'string', title: '', sessionMutable: true };
  const withBoth = { properties: { toolBudget: property, pinnedTools: property } };
  expect(hasToolSettings({ schema: withBoth, values: {} })).toBe(true);
  expect(hasToolSettings({ schema: { properties: { toolBudget: property } }, values: {} })).toBe(false);
  expect(hasToolSettings(undefined)).toBe(false);
});
