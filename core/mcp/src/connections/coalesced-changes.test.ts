import { ManualClock, ManualScheduler } from '@loggia/testing';
import { expect, it } from 'vitest';
import { CoalescedChanges } from './coalesced-changes.ts';

it('SE2: many changes are handled as one, one at a time, with a pause, and the last is never lost', async () => {
  const clock = new ManualClock();
  const scheduler = new ManualScheduler(clock);
  let handled = 0;
  let finish = () => {};
  const changes = new CoalescedChanges(scheduler, () => {
    handled += 1;
    return new Promise<void>((resolve) => {
      finish = resolve;
    });
  });
  const advance = async (ms: number) => {
    await scheduler.advance(ms);
    await Promise.resolve();
  };
  for (let count = 0; count < 100; count += 1) changes.tell();
  await advance(100);
  expect(handled).toBe(1);
  changes.tell();
  await advance(10_000);
  expect(handled).toBe(1);
  finish();
  await advance(0);
  changes.tell();
  await advance(900);
  expect(handled).toBe(1);
  await advance(200);
  expect(handled).toBe(2);
  finish();
  await advance(5_000);
  expect(handled).toBe(2);
  changes.tell();
  changes.cancel();
  await advance(5_000);
  expect(handled).toBe(2);
});
