import { expect, test } from 'vitest';
import { nearest } from './nearest.ts';

const words = ['port', 'host', 'allowedHosts', 'allowedOrigins', 'graceSeconds'];

test.each([
  ['prot', 'port'],
  ['Port', 'port'],
  ['pot', 'port'],
  ['ports', 'port'],
  ['hsot', 'host'],
  ['allowedhosts', 'allowedHosts'],
  ['allowed_hosts', 'allowedHosts'],
  ['grace', undefined],
  ['x', undefined],
  ['', undefined],
])('L5: %s was meant to be %s', (typed, meant) => {
  expect(nearest(typed, words)).toBe(meant);
});
