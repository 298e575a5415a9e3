import { expect, test } from 'vitest';
import { TextKeeper } from './kept-text.ts';

function bench() {
  const stored = new Map<string, string>();
  let run: (() => void) | undefined;
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  };
  const after = (_: number, then: () => void) => {
    run = then;
    return () => void (run = undefined);
  };
  return { stored, storage, keeper: new TextKeeper('id', { storage, after }), pause: () => run?.() };
}

const unsaved = { text: 'mine', base: 'old', hash: 'h', revision: 3 };

test('J10: an unsaved text survives the page, and is forgotten once it is saved', () => {
  const { stored, keeper, pause, storage } = bench();
  keeper.keep({ ...unsaved, text: 'mi' });
  keeper.keep(unsaved);
  expect(keeper.read()).toBeUndefined();
  pause();
  expect(new TextKeeper('id', { storage, after: () => () => undefined }).read()).toEqual(unsaved);
  keeper.keep(undefined);
  expect(stored.size).toBe(0);
});

test('J10: a page that goes writes what it has, and what is damaged counts as nothing', () => {
  const { stored, keeper } = bench();
  keeper.keep(unsaved);
  keeper.flush();
  expect(keeper.read()).toEqual(unsaved);
  for (const [key] of stored) stored.set(key, '{"text":1');
  expect(keeper.read()).toBeUndefined();
});
