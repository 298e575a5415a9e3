import { expect, test } from 'vitest';
import { bytes } from './bytes.ts';

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1000, '1.0 kB'],
  [1234, '1.2 kB'],
  [123_456, '123 kB'],
  [5_000_000, '5.0 MB'],
  [7.5e12, '7.5 TB'],
  [1e15, '1000 TB'],
])('%d bytes as people say them', (size, words) => {
  expect(bytes(size)).toBe(words);
});
