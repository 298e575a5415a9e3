import { expect, test } from 'vitest';
import { forkTitle } from './titles.ts';

const session = (title: string, ...chats: readonly [string, string][]) => ({
  title,
  chats: chats.map(([resource, name]) => ({ resource, title: name })) as never,
});

test('A6: a fork is named after what it forks, and no two forks are named alike', () => {
  expect(forkTitle(session('Plan a trip', ['a', 'New session']), 'a')).toBe('Fork of Plan a trip');
  expect(forkTitle(session('Plan a trip', ['a', 'Hotels']), 'a')).toBe('Fork of Hotels');
  const twice = session('Plan a trip', ['a', 'New session'], ['b', 'Fork of Plan a trip']);
  expect(forkTitle(twice, 'a')).toBe('Fork of Plan a trip (2)');
  expect(forkTitle(twice, 'b')).toBe('Fork of Plan a trip (2)');
  expect(forkTitle(session('', ['a', '']), 'a')).toBe('Fork of New session');
});
