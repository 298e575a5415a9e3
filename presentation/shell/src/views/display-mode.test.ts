import { expect, test } from 'vitest';
import { declaredModes, resultingMode } from './display-mode.ts';

test('E6: a View that declares no modes can be shown in all of them', () => {
  expect(declaredModes(undefined)).toEqual(['inline', 'fullscreen', 'pip']);
  expect(declaredModes({})).toEqual(['inline', 'fullscreen', 'pip']);
});

test('E6: a View that declares modes is shown only in those, and inline', () => {
  expect(declaredModes({ availableDisplayModes: [] })).toEqual(['inline']);
  expect(declaredModes({ availableDisplayModes: ['pip', 'hologram'] })).toEqual(['inline', 'pip']);
  expect(declaredModes({ availableDisplayModes: 'fullscreen' })).toEqual(['inline']);
});

test('E6: a mode that was not declared is answered with the current one', () => {
  expect(resultingMode('fullscreen', 'inline', ['inline', 'pip'])).toBe('inline');
  expect(resultingMode('pip', 'inline', ['inline', 'pip'])).toBe('pip');
  expect(resultingMode({}, 'pip', ['inline', 'pip'])).toBe('pip');
});
