import { ManualClock } from '@loggia/testing';
import { expect, test } from 'vitest';
import { Rate } from './rate.ts';

test('L5: a burst passes, then the rate holds, and waiting earns it back', () => {
  const clock = new ManualClock();
  const rate = new Rate(clock, 100, 10);
  for (let count = 0; count < 10; count++) expect(rate.take()).toBe(0);
  const wait = rate.take();
  expect(wait).toBeGreaterThan(0);
  clock.advance(wait);
  expect(rate.take()).toBe(0);
});
