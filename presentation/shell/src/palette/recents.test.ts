import { describe, expect, test } from 'vitest';
import type { PaletteEntry } from './entries.ts';
import { RecentStore } from './recents.ts';

function memory(initial?: string) {
  const values = new Map<string, string>(initial === undefined ? [] : [['loggia.recent', initial]]);
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
}

function artifact(id: string): PaletteEntry {
  return {
    id: `artifact ${id}`,
    kind: 'artifact',
    group: 'Artifacts',
    title: `Title of ${id}`,
    type: 'x/y',
    target: { to: 'artifact', workspace: 'w', artifact: id, title: `Title of ${id}` },
  };
}

const command: PaletteEntry = {
  id: 'command a.b',
  kind: 'command',
  group: 'Desk',
  title: 'Do it',
  target: { to: 'command', command: 'a.b' },
};

describe('recent entries', () => {
  test('J5: the newest stands first, each once, and artifacts can be shown without being looked up', () => {
    const storage = memory();
    const recents = new RecentStore(storage);
    recents.add(artifact('one'));
    recents.add(command);
    recents.add(artifact('one'));
    expect(new RecentStore(storage).read()).toEqual({
      ids: ['artifact one', 'command a.b'],
      artifacts: [artifact('one')],
    });
  });

  test('J5: only so many are kept, and of no artifact more than is listed', () => {
    const recents = new RecentStore(memory());
    for (let index = 0; index < 40; index += 1) recents.add(artifact(String(index)));
    const { ids, artifacts } = recents.read();
    expect([ids.length, artifacts.length]).toEqual([30, 30]);
    expect(ids[0]).toBe('artifact 39');
    expect(artifacts.map(({ id }) => id)).toEqual(ids);
  });

  test('J5: an artifact that is no longer among them is forgotten', () => {
    const recents = new RecentStore(memory());
    recents.add(artifact('one'));
    for (let index = 0; index < 30; index += 1) recents.add({ ...command, id: `command ${index}` });
    expect(recents.read().artifacts).toEqual([]);
  });

  test('searches and messages are not kept', () => {
    const recents = new RecentStore(memory());
    recents.add({ ...command, kind: 'search' });
    recents.add({ ...command, kind: 'message' });
    expect(recents.read().ids).toEqual([]);
  });

  test.each([
    '{',
    'null',
    '[]',
    '7',
    '{"ids":{},"artifacts":"x"}',
    '{"ids":[1,null],"artifacts":[1,null,{}]}',
  ])('what is not ours is nothing: %s', (text) => {
    expect(new RecentStore(memory(text)).read()).toEqual({ ids: [], artifacts: [] });
  });

  test('a browser that stores nothing still works', () => {
    const recents = new RecentStore({
      getItem: () => null,
      setItem: () => {
        throw new Error('QuotaExceededError');
      },
    });
    recents.add(command);
    expect(recents.read().ids).toEqual([]);
  });
});
