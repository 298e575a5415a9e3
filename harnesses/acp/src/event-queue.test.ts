import { expect, test } from 'vitest';
import { EventQueue } from './event-queue.ts';

const text = (words: string) => ({ kind: 'text' as const, text: words });

test('K1: steps run between the events around them, and at once when the turn is over', async () => {
  const queue = new EventQueue();
  const seen: string[] = [];
  queue.push(text('a'));
  queue.push(() => seen.push('step'));
  queue.push(text('b'));
  queue.end();
  for await (const event of queue.events()) if (event.kind === 'text') seen.push(event.text);
  queue.push(() => seen.push('late'));
  queue.push(text('dropped'));
  expect(seen).toEqual(['a', 'step', 'b', 'late']);
});

test('K1: an agent that is far ahead waits until its events are taken, or nobody takes them any more', async () => {
  const queue = new EventQueue();
  for (let each = 0; each < 1_000; each++) queue.push(text('x'));
  let hasRoom = false;
  const waiting = queue.room().then(() => (hasRoom = true));
  await new Promise(setImmediate);
  expect(hasRoom).toBe(false);
  const events = queue.events();
  await events.next();
  await waiting;
  queue.push(text('y'));
  const again = queue.room();
  await events.return();
  await again;
});

test('K1: steps that nobody waits for any more run, and a failure comes after the events', async () => {
  const queue = new EventQueue();
  let ran = 0;
  queue.push(text('a'));
  queue.push(() => ran++);
  const events = queue.events();
  await events.next();
  await events.return();
  expect(ran).toBe(1);
  const failing = new EventQueue();
  failing.push(text('a'));
  failing.fail(new Error('Broken.'));
  const left = failing.events();
  expect(await left.next()).toEqual({ done: false, value: text('a') });
  await expect(left.next()).rejects.toThrow('Broken.');
});
