import { expect, test } from 'vitest';
import { viewKeys, ViewKeys } from './view-keys.ts';

function keys(focused: string) {
  const done: string[] = [];
  let now = 0;
  const taken = new ViewKeys<string>({
    now: () => now,
    hasFocus: (view) => view === focused,
    openPalette: () => done.push('palette'),
    go: (direction) => done.push(direction),
    leave: (direction) => done.push(`leave to ${direction}`),
    close: (view) => done.push(`close ${view}`),
  });
  return { done, taken, pass: (ms: number) => (now += ms) };
}

test('J5: the keys of the shell open the palette and arrange windows from within a View', () => {
  const { done, taken, pass } = keys('board');
  for (const key of viewKeys) {
    taken.pressed('board', key);
    pass(500);
  }
  expect(done).toEqual(['palette', 'next', 'previous', 'close board', 'leave to next', 'leave to previous']);
});

test('J5, E11: a View that the keyboard is not in has no keys, whatever it claims', () => {
  const { done, taken } = keys('board');
  taken.pressed('table', 'key-close');
  taken.pressed('table', 'key-palette');
  expect(done).toEqual([]);
});

test('E11: a View that claims keys all the time is heard as often as a person would press them', () => {
  const { done, taken, pass } = keys('board');
  for (let at = 0; at < 1000; at += 1) {
    taken.pressed('board', 'key-next');
    pass(10);
  }
  expect(done).toHaveLength(20);
  pass(10_000);
  taken.pressed('board', 'key-palette');
  expect(done).toHaveLength(21);
});
