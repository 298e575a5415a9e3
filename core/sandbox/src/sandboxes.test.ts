import { ManualClock } from '@loggia/testing/kernel';
import { expect, test } from 'vitest';
import { loadWithinMs, Sandboxes } from './sandboxes.ts';

function rig(most?: number) {
  const clock = new ManualClock();
  const sandboxes = new Sandboxes(clock, most);
  const open = (name = 'v-1.localhost') =>
    sandboxes.open({
      secret: sandboxes.newSecret(),
      name,
      page: '',
      headers: {},
      reports: { wanted: true, take: () => undefined },
    });
  return { clock, sandboxes, open };
}

test('E3: a page is given out once, soon, and under its own name', () => {
  const { clock, sandboxes, open } = rig();
  const first = open();
  expect(first.secret).toMatch(/^[\w-]{43}$/);
  expect(sandboxes.take('v-2.localhost', first.secret)).toBeUndefined();
  expect(sandboxes.take('v-1.localhost', `${first.secret.slice(1)}x`)).toBeUndefined();
  expect(sandboxes.take('v-1.localhost', first.secret)).toBe(first);
  expect(sandboxes.take('v-1.localhost', first.secret)).toBeUndefined();
  const second = open();
  clock.advance(loadWithinMs);
  const third = open();
  expect(sandboxes.take(second.name, second.secret)).toBe(second);
  clock.advance(loadWithinMs + 1);
  expect(sandboxes.take(third.name, third.secret)).toBeUndefined();
});

test('E9: reports are taken for as long as the View may be there', () => {
  const { clock, sandboxes, open } = rig();
  const sandbox = open();
  sandboxes.take(sandbox.name, sandbox.secret);
  clock.advance(60 * 60_000);
  expect(sandboxes.find(sandbox.name, sandbox.secret)).toBe(sandbox);
  expect(sandboxes.find('v-2.localhost', sandbox.secret)).toBeUndefined();
  clock.advance(48 * 60 * 60_000);
  expect(sandboxes.find(sandbox.name, sandbox.secret)).toBeUndefined();
});

test('L5: the oldest go when there are too many', () => {
  const { sandboxes, open } = rig(3);
  const [first, ...rest] = [open(), open(), open(), open()];
  expect(first && sandboxes.find(first.name, first.secret)).toBeUndefined();
  for (const sandbox of rest) expect(sandboxes.find(sandbox.name, sandbox.secret)).toBe(sandbox);
});

test('J10: a page that nothing is heard of is forgotten once it is given out, and few of them wait', () => {
  const { sandboxes } = rig();
  const open = () =>
    sandboxes.open({ secret: sandboxes.newSecret(), name: 'v-1.localhost', page: '', headers: {} });
  const page = open();
  expect(sandboxes.take(page.name, page.secret)).toBe(page);
  expect(sandboxes.find(page.name, page.secret)).toBeUndefined();
  const pages = Array.from({ length: 21 }, open);
  const waiting = pages.filter(({ name, secret }) => sandboxes.find(name, secret));
  expect(waiting).toEqual(pages.slice(1));
});
