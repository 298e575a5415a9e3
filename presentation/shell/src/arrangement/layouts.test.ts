import {
  extensionReducer,
  workspaceUri,
  type DeskAction,
  type DeskWindow,
  type WorkspaceState,
} from '@loggia/protocol';
import { beforeEach, expect, test, vi } from 'vitest';
import type { ShellHost } from '../host/shell-host.ts';
import { deskWindowsOf } from './desk-windows.ts';
import { applyLayout, removeLayout, saveLayout } from './layouts.ts';

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

beforeEach(() => {
  const nowhere = { getItem: () => null, setItem: () => undefined };
  vi.stubGlobal('sessionStorage', nowhere);
  vi.stubGlobal('localStorage', nowhere);
  return () => vi.unstubAllGlobals();
});

/** Two browsers on one workspace. */
function browsers() {
  let state = { windows: [] } as unknown as WorkspaceState;
  const reduce = extensionReducer(workspaceUri('w'))!;
  const browser = () => {
    const host = {
      channels: {
        view: () => ({
          get state() {
            return state;
          },
        }),
      },
      client: {
        dispatch: (_: string, action: DeskAction) => {
          state = reduce(state, action) as WorkspaceState;
          return { settled: Promise.resolve('accepted') };
        },
      },
    } as unknown as ShellHost;
    const store = deskWindowsOf(host).of('w');
    store.begin([]);
    return { host, store };
  };
  return { one: browser(), other: browser(), layouts: () => state.layouts ?? [] };
}

test('J8: a layout that one browser saves is used by another, and only when it wants to', async () => {
  const { one, other, layouts } = browsers();
  one.store.put(window('a', { state: 'left' }));
  one.store.put(window('b'));
  other.store.put(window('c'));
  await saveLayout(one.host, 'w', 'Morning');
  expect(layouts().map(({ title, windows }) => [title, windows.length])).toEqual([['Morning', 2]]);
  expect(other.store.getSnapshot()).toEqual([window('c')]);
  await applyLayout(other.host, 'w', layouts()[0]!);
  expect(other.store.getSnapshot()).toEqual([window('a', { state: 'left' }), window('b')]);
  other.store.remove('a');
  expect([one.store.getSnapshot().length, layouts()[0]?.windows.length]).toEqual([2, 2]);
});

test('J8: saved under the same name, a layout is replaced; deleted, it is gone', async () => {
  const { one, layouts } = browsers();
  one.store.put(window('a'));
  await saveLayout(one.host, 'w', 'Morning');
  one.store.put(window('b'));
  await saveLayout(one.host, 'w', 'Morning');
  await saveLayout(one.host, 'w', 'Evening');
  expect(layouts().map(({ title, windows }) => [title, windows.length])).toEqual([
    ['Morning', 2],
    ['Evening', 2],
  ]);
  await removeLayout(one.host, 'w', layouts()[0]!);
  expect(layouts().map(({ title }) => title)).toEqual(['Evening']);
});
