import { expect, test, vi } from 'vitest';
import { OlderTurns } from './older-turns.ts';

function rig(pages: readonly (readonly string[])[]) {
  const loaded = new Set<string>();
  const left = [...pages];
  const onLoading = vi.fn<(isLoading: boolean) => void>();
  const load = vi.fn<() => Promise<void>>(async () => {
    for (const turn of left.shift() ?? []) loaded.add(turn);
  });
  const older = new OlderTurns({
    load,
    hasMore: () => left.length > 0,
    isLoaded: (turn) => loaded.has(turn),
    onLoading,
  });
  return { older, load, onLoading };
}

test('J3: pages are loaded until the turn is there, and no further', async () => {
  const { older, load } = rig([['c'], ['b'], ['a']]);
  expect(await older.loadUntil('b')).toBe(true);
  expect(load).toHaveBeenCalledTimes(2);
  expect(await older.loadUntil('c')).toBe(true);
  expect(load).toHaveBeenCalledTimes(2);
});

test('J3: a turn that the chat does not have is not found', async () => {
  const { older, load } = rig([['b'], ['a']]);
  expect(await older.loadUntil('x')).toBe(false);
  expect(load).toHaveBeenCalledTimes(2);
});

test('J3: whoever asks while a page is being loaded waits for that page', async () => {
  const { older, load, onLoading } = rig([['b'], ['a']]);
  await Promise.all([older.load(), older.load()]);
  expect(load).toHaveBeenCalledOnce();
  expect(onLoading.mock.calls).toEqual([[true], [false]]);
  await older.load();
  expect(load).toHaveBeenCalledTimes(2);
});

test('J3: a failure is told, and the next attempt is another one', async () => {
  const { older, load, onLoading } = rig([['a']]);
  load.mockRejectedValueOnce(new Error('Not now.'));
  await expect(older.loadUntil('a')).rejects.toThrow('Not now.');
  expect(onLoading).toHaveBeenLastCalledWith(false);
  expect(await older.loadUntil('a')).toBe(true);
});
