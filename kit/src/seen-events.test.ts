import { expect, test } from 'vitest';
import { SeenEvents } from './seen-events.ts';

test('H2: an event that comes again is handled once, also while it is being handled', async () => {
  const seen = new SeenEvents();
  let handled = 0;
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  const handle = async () => {
    handled += 1;
    await promise;
  };
  const both = [seen.once('e', handle), seen.once('e', handle)];
  resolve();
  await Promise.all(both);
  await seen.once('e', handle);
  expect(handled).toBe(1);
});

test('H2: an event that failed is handled again', async () => {
  const seen = new SeenEvents();
  await expect(seen.once('e', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  let handled = 0;
  await seen.once('e', async () => void (handled += 1));
  expect(handled).toBe(1);
});

test('only so many are remembered', async () => {
  const seen = new SeenEvents(2);
  const handled: string[] = [];
  for (const id of ['a', 'b', 'c', 'c', 'b', 'a']) await seen.once(id, async () => void handled.push(id));
  expect(handled).toEqual(['a', 'b', 'c', 'a']);
});
