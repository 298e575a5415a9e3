import {
  extensionReducer,
  workspaceUri,
  type DeskAction,
  type DeskWindow,
  type WorkspaceState,
} from '@loggia/protocol';
import { expect, test } from 'vitest';
import type { ShellHost } from '../host/shell-host.ts';
import {
  changeWindow,
  closeWindow,
  minimiseAllWindows,
  placeWindow,
  raiseWindow,
  setWindowState,
} from './arrange.ts';

const uri = workspaceUri('w');
const window = (id: string, order: number, more: Partial<DeskWindow> = {}): DeskWindow => ({
  id,
  target: { kind: 'artifact', artifact: id },
  x: 10,
  y: 20,
  width: 400,
  height: 300,
  order,
  ...more,
});

/** A desk that folds what is dispatched, as the client does, and remembers it. */
function desk(...windows: DeskWindow[]) {
  let state = { windows } as unknown as WorkspaceState;
  const told: DeskAction[] = [];
  const reduce = extensionReducer(uri)!;
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
        told.push(action);
        state = reduce(state, action) as WorkspaceState;
        return { settled: Promise.resolve('accepted') };
      },
    },
  } as unknown as ShellHost;
  return { host, told, windows: () => state.windows };
}

test('J1: a window comes to the front with an order above all others, in the half it was snapped to', () => {
  const { host, windows } = desk(window('a', 3, { state: 'left' }), window('b', 8));
  raiseWindow(host, 'w', 'a');
  expect(windows()).toEqual([window('a', 9, { state: 'left' }), window('b', 8)]);
});

test('J1: raising one that was put away brings it up; raising the one in front tells nobody', () => {
  const { host, told, windows } = desk(window('a', 9, { state: 'minimised' }), window('b', 8));
  raiseWindow(host, 'w', 'b');
  expect(told).toEqual([]);
  raiseWindow(host, 'w', 'a');
  expect(windows()?.[0]).toEqual(window('a', 10));
});

test('J1: a place is whole pixels, which is all that the host takes, and ends what the window was snapped to', () => {
  const { host, windows } = desk(window('a', 1, { state: 'maximised' }));
  placeWindow(host, 'w', 'a', { x: 1.4, y: 2.6, width: 500.5, height: 300.2 });
  expect(windows()).toEqual([window('a', 1, { x: 1, y: 3, width: 501, height: 300 })]);
});

test('J1: put away, a window keeps its place and its order; maximised, it comes to the front', () => {
  const { host, windows } = desk(window('a', 1), window('b', 2));
  setWindowState(host, 'w', 'a', 'minimised');
  expect(windows()?.[0]).toEqual(window('a', 1, { state: 'minimised' }));
  setWindowState(host, 'w', 'a', 'maximised');
  expect(windows()?.[0]).toEqual(window('a', 3, { state: 'maximised' }));
  setWindowState(host, 'w', 'a', 'normal');
  expect(windows()?.[0]).toEqual(window('a', 4));
});

test('F5: a window that somebody else has closed does not come back because it was dragged here', () => {
  const { host, told, windows } = desk(window('a', 1));
  closeWindow(host, 'w', 'a');
  placeWindow(host, 'w', 'a', { x: 0, y: 0, width: 400, height: 300 });
  changeWindow(host, 'w', 'a', (before) => ({ ...before, title: 'x' }));
  expect([windows(), told.length]).toEqual([[], 1]);
});

test('all are put away, each with one word', () => {
  const { host, told, windows } = desk(
    window('a', 1),
    window('b', 2, { state: 'minimised' }),
    window('c', 3),
  );
  minimiseAllWindows(host, 'w');
  expect(windows()?.map(({ state }) => state)).toEqual(['minimised', 'minimised', 'minimised']);
  expect(told.length).toBe(2);
});
