import type { DeskWindow } from '@loggia/protocol';
import { describe, expect, test } from 'vitest';
import { handOnActions } from './hand-on.ts';
import { WindowMemory } from './window-memory.ts';
import { WindowStore } from './window-store.ts';

const window = (id: string, more: Partial<DeskWindow> = {}): DeskWindow => ({
  id,
  target: { kind: 'artifact', artifact: id },
  x: 10,
  y: 20,
  width: 400,
  height: 300,
  order: 1,
  ...more,
});

/** A browser's storage, or that of a tab. */
function storage(initial: Readonly<Record<string, string>> = {}) {
  const values = new Map(Object.entries(initial));
  return {
    values,
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
}

function open(memory: WindowMemory, workspace = 'w') {
  const closed: string[] = [];
  const store = new WindowStore({
    recall: () => memory.recall(workspace),
    keep: (windows) => memory.keep(workspace, windows),
    closed: (id) => closed.push(id),
  });
  return { store, closed, ids: () => store.getSnapshot().map(({ id }) => id) };
}

describe('J8: the windows of a browser', () => {
  test('a newcomer gets one window for the same content, the one in front, if two browsers opened it at once', () => {
    const { store, ids } = open(new WindowMemory({ tab: storage(), browser: storage() }));
    const target = { kind: 'artifact', artifact: 'board' } as const;
    const older = { kind: 'artifact', artifact: 'board', version: 1 } as const;
    store.begin([
      window('one', { target, order: 3 }),
      window('note'),
      window('two', { target, order: 2 }),
      window('old', { target: older }),
    ]);
    expect(ids()).toEqual(['one', 'note', 'old']);
  });

  test('two browsers begin alike and never affect each other', () => {
    const shared = [window('a'), window('b')];
    const [one, other] = [0, 1].map(() => open(new WindowMemory({ tab: storage(), browser: storage() })));
    one!.store.begin(shared);
    other!.store.begin(shared);
    one!.store.remove('a');
    one!.store.put(window('c'));
    other!.store.change('b', (before) => ({ ...before, x: 99 }));
    expect(one!.store.getSnapshot()).toEqual([window('b'), window('c')]);
    expect(other!.store.getSnapshot()).toEqual([window('a'), window('b', { x: 99 })]);
  });

  test('a reload goes on where the tab was; a new tab begins with the last arrangement of the browser', () => {
    const [first, second, browser] = [storage(), storage(), storage()];
    const one = open(new WindowMemory({ tab: first, browser }));
    one.store.begin([]);
    one.store.put(window('a'));
    const other = open(new WindowMemory({ tab: second, browser }));
    expect([other.store.isBegun, other.ids()]).toEqual([true, ['a']]);
    other.store.put(window('b'));
    expect(open(new WindowMemory({ tab: first, browser })).ids()).toEqual(['a']);
    expect(open(new WindowMemory({ tab: second, browser })).ids()).toEqual(['a', 'b']);
    expect(open(new WindowMemory({ tab: storage(), browser })).ids()).toEqual(['a', 'b']);
  });

  test('somebody who closed everything finds it so, not as others have it', () => {
    const places = { tab: storage(), browser: storage() };
    const { store } = open(new WindowMemory(places));
    store.begin([window('a')]);
    store.remove('a');
    const again = open(new WindowMemory(places));
    again.store.begin([window('a'), window('b')]);
    expect(again.ids()).toEqual([]);
  });

  test('desks are kept apart, and only so many are remembered', () => {
    const places = { tab: storage(), browser: storage() };
    const memory = new WindowMemory(places);
    for (let at = 0; at < 40; at += 1) memory.keep(`w${at}`, [window(`a${at}`)]);
    expect([memory.recall('w3'), memory.recall('w39')]).toEqual([undefined, [window('a39')]]);
  });

  test('where nothing can be stored, windows work until the page is left', () => {
    const full = {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('no room', 'QuotaExceededError');
      },
    };
    const denied = {
      getItem: () => {
        throw new DOMException('denied', 'SecurityError');
      },
      setItem: full.setItem,
    };
    for (const store of [full, denied]) {
      const { store: windows, ids } = open(new WindowMemory({ tab: store, browser: store }));
      expect(windows.isBegun).toBe(false);
      windows.put(window('a'));
      expect(ids()).toEqual(['a']);
    }
  });

  const hostile: readonly unknown[] = [
    null,
    7,
    'x',
    { id: 'a' },
    { ...window('a'), id: '' },
    { ...window('a'), id: 'x'.repeat(301) },
    { ...window('a'), x: 1e9 },
    { ...window('a'), width: 0 },
    { ...window('a'), height: null },
    { ...window('a'), order: -1 },
    { ...window('a'), order: 0.5 },
    { ...window('a'), target: null },
    { ...window('a'), target: { kind: 'artifact' } },
    { ...window('a'), target: { kind: 'script', artifact: 'a' } },
    { ...window('a'), target: { kind: 'toolCall', session: 'no uri', chat: 'c', turn: 't', toolCall: 'c' } },
    Object.assign(Object.create({ id: 'a' }) as object, { x: 1 }),
  ];
  const stored = (text: string) => ({ 'loggia.windows.1': JSON.stringify([['w', text]]) });

  test.each(hostile)('what makes no sense in the storage is left out: %j', (one) => {
    const tab = storage(stored(JSON.stringify([window('good'), one])));
    expect(open(new WindowMemory({ tab, browser: storage() })).ids()).toEqual(['good']);
  });

  test.each(['{', 'null', '{}', '"a"', '[', `[${'0,'.repeat(300_000)}0]`])(
    'a storage that holds anything else is as good as none',
    (text) => {
      const tab = storage(stored(text));
      expect(open(new WindowMemory({ tab, browser: storage() })).store.isBegun).toBe(false);
      const garbage = storage({ 'loggia.windows.1': text });
      expect(open(new WindowMemory({ tab: garbage, browser: garbage })).store.isBegun).toBe(false);
    },
  );

  test('of a stored window only what is known is read, and each once', () => {
    const odd = { ...window('a'), state: 'exploded', extra: '<script>', title: 't'.repeat(600) };
    const tab = storage(stored(JSON.stringify([odd, window('a', { x: 5 })])));
    const { store } = open(new WindowMemory({ tab, browser: storage() }));
    expect(store.getSnapshot()).toEqual([window('a', { title: 't'.repeat(500) })]);
  });

  test('a desk holds fifty windows, and says so', () => {
    const { store, ids } = open(new WindowMemory({ tab: storage(), browser: storage() }));
    store.begin(Array.from({ length: 60 }, (_, at) => window(`w${at}`)));
    expect(ids()).toHaveLength(50);
    expect(() => store.put(window('more'))).toThrow('A desk holds 50 windows. Close one to open another.');
    store.put(window('w3', { x: 1 }));
    expect(ids()).toHaveLength(50);
  });

  test('a window that was closed is told of once; one that was minimized is not', () => {
    const { store, closed } = open(new WindowMemory({ tab: storage(), browser: storage() }));
    store.begin([window('a'), window('b')]);
    store.change('a', (before) => ({ ...before, state: 'minimised' }));
    store.remove('a');
    store.remove('a');
    store.replace([window('c')]);
    expect(closed).toEqual(['a', 'b']);
  });
});

test('J8: what a new browser begins with is told in the fewest words', () => {
  const before = [window('a'), window('b'), window('c')];
  const after = [window('a'), window('b', { x: 1 }), window('d')];
  expect(handOnActions(before, after)).toEqual([
    { type: 'x-loggia/windowRemoved', id: 'c' },
    { type: 'x-loggia/windowSet', window: window('b', { x: 1 }) },
    { type: 'x-loggia/windowSet', window: window('d') },
  ]);
  expect(handOnActions(after, after)).toEqual([]);
});
