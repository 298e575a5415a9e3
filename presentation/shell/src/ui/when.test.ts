import { expect, test } from 'vitest';
import { ago, exactly } from './when.ts';

const now = Date.parse('2026-03-10T12:00:00.000Z');
const before = (seconds: number): string => ago(now - seconds * 1000, now, 'en');

test.each([
  [0, 'just now'],
  [59, 'just now'],
  [60, '1 minute ago'],
  [3599, '60 minutes ago'],
  [2 * 3600, '2 hours ago'],
  [86_400, 'yesterday'],
  [8 * 86_400, 'last week'],
  [40 * 86_400, 'last month'],
  [800 * 86_400, '2 years ago'],
])('%i seconds ago', (seconds, words) => {
  expect(before(seconds)).toBe(words);
});

test('what is newer than the last look at the clock is just now, and never in the future', () => {
  expect(ago(now + 10 * 60_000, now, 'en')).toBe('just now');
});

test('the whole date has its seconds', () => {
  expect(exactly(now, 'en')).toMatch(/2026.*:00:00/);
});
