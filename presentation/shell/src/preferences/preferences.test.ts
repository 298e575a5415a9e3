import { describe, expect, test } from 'vitest';
import { PreferenceStore } from './preferences.ts';

function memory(initial?: string) {
  const values = new Map<string, string>(initial === undefined ? [] : [['loggia.preferences', initial]]);
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
  };
}

const defaults = {
  theme: 'system',
  deskLayout: 'grid',
  dockOpen: true,
  dockWidth: 440,
  dockSession: {},
  firstSteps: [],
  connectCard: true,
};

describe('preferences', () => {
  test('J5: what was set is there the next time', () => {
    const storage = memory();
    new PreferenceStore(storage).set({
      theme: 'dark',
      lastWorkspace: 'w1',
      dockSession: { w1: 's1' },
      firstSteps: ['commit'],
    });
    expect(new PreferenceStore(storage).getSnapshot()).toEqual({
      ...defaults,
      theme: 'dark',
      lastWorkspace: 'w1',
      dockSession: { w1: 's1' },
      firstSteps: ['commit'],
    });
  });

  test.each([
    '{',
    'null',
    '7',
    '"x"',
    '{"theme":7,"deskLayout":null,"dockOpen":"yes","dockWidth":"wide","dockSession":[],"firstSteps":[7],"other":1}',
    '{"theme":"purple","deskLayout":"pile","dockWidth":-5,"dockSession":{"w":7},"firstSteps":"done"}',
    '{"theme":"__proto__","dockWidth":1e99,"lastWorkspace":7}',
  ])('what does not make sense is left as it was: %s', (text) => {
    expect(new PreferenceStore(memory(text)).getSnapshot()).toEqual(defaults);
  });

  test('a browser without room to store it still shows it', () => {
    const store = new PreferenceStore({
      getItem: () => null,
      setItem: () => {
        throw new Error('QuotaExceededError');
      },
    });
    store.set({ theme: 'dark' });
    expect(store.getSnapshot().theme).toBe('dark');
  });

  test('whoever listens is told', () => {
    const store = new PreferenceStore(memory());
    const seen: string[] = [];
    const stop = store.subscribe(() => seen.push(store.getSnapshot().theme));
    store.set({ theme: 'dark' });
    stop();
    store.set({ theme: 'light' });
    expect(seen).toEqual(['dark']);
  });
});
