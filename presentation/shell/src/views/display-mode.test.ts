import { expect, test } from 'vitest';
import { declaredModes, resultingMode } from './display-mode.ts';

test('E6: only what a View declares, and we have, is there; its own place always is', () => {
  expect(declaredModes(undefined)).toEqual(['inline']);
  expect(declaredModes({})).toEqual(['inline']);
  expect(declaredModes({ availableDisplayModes: ['pip', 'hologram'] })).toEqual(['inline', 'pip']);
  expect(declaredModes({ availableDisplayModes: 'fullscreen' })).toEqual(['inline']);
});

test('E6: a mode that was not declared is answered with the current one', () => {
  expect(resultingMode('fullscreen', 'inline', ['inline', 'pip'])).toBe('inline');
  expect(resultingMode('pip', 'inline', ['inline', 'pip'])).toBe('pip');
  expect(resultingMode({}, 'pip', ['inline', 'pip'])).toBe('pip');
});
