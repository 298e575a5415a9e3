import type { DeskWindow } from '@loggia/protocol';
import { beforeEach, expect, test, vi } from 'vitest';
import type { ShellHost } from '../host/shell-host.ts';
import { unsavedWork } from '../host/unsaved-work.ts';
import { pendingQuestions } from '../ui/question-queue.ts';
import {
  changeWindow,
  closeAllWindows,
  closeWindow,
  closeWindows,
  minimizeAllWindows,
  placeWindow,
  raiseWindow,
  setWindowState,
} from './arrange.ts';
import { deskWindowsOf } from './desk-windows.ts';

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

function nowhere() {
  return { getItem: () => null, setItem: () => undefined };
}

beforeEach(() => {
  vi.stubGlobal('sessionStorage', nowhere());
  vi.stubGlobal('localStorage', nowhere());
  return () => vi.unstubAllGlobals();
});

/** A desk of a browser of its own, and how often something on it changed. */
function desk(...windows: DeskWindow[]) {
  const host = {
    channels: { view: () => ({ state: undefined }) },
  } as unknown as ShellHost;
  const store = deskWindowsOf(host).of('w');
  store.begin(windows);
  const told: (readonly DeskWindow[])[] = [];
  store.subscribe(() => told.push(store.getSnapshot()));
  return { host, told, windows: store.getSnapshot };
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

test('J8: a window that was closed does not come back because it was dragged', async () => {
  const { host, windows } = desk(window('a', 1));
  await closeWindows(host, 'w', ['a']);
  placeWindow(host, 'w', 'a', { x: 0, y: 0, width: 400, height: 300 });
  changeWindow(host, 'w', 'a', (before) => ({ ...before, title: 'x' }));
  expect(windows()).toEqual([]);
});

test('J8: a window closes once what is written in it is saved', async () => {
  const { host, windows } = desk(window('a', 1), window('b', 2));
  let saved: (() => void) | undefined;
  let isUnsaved = true;
  const work = {
    isUnsaved: () => isUnsaved,
    save: () => new Promise<void>((resolve) => (saved = resolve)),
  };
  const done = unsavedWork.add('a', work);
  const closing = closeWindows(host, 'w', ['a']);
  await expect.poll(() => saved).toBeDefined();
  expect(windows().map(({ id }) => id)).toEqual(['a', 'b']);
  isUnsaved = false;
  saved?.();
  await closing;
  expect([windows().map(({ id }) => id), pendingQuestions()]).toEqual([['b'], []]);
  done();
});

test('J8: what can’t be saved is asked about, and stays unless the user lets go of it', async () => {
  const { host, windows } = desk(window('a', 1, { title: 'A letter' }), window('b', 2));
  const done = unsavedWork.add('a', { isUnsaved: () => true, save: () => Promise.reject(new Error('no')) });
  closeWindow(host, 'w', 'a');
  await expect.poll(() => pendingQuestions()[0]?.title).toBe('Close “A letter” without saving?');
  pendingQuestions()[0]?.answer(false);
  const all = closeAllWindows(host, 'w');
  await expect.poll(() => pendingQuestions().length).toBe(1);
  expect(windows().map(({ id }) => id)).toEqual(['a', 'b']);
  pendingQuestions()[0]?.answer(false);
  await all;
  expect(windows().map(({ id }) => id)).toEqual(['a']);
  closeWindow(host, 'w', 'a');
  await expect.poll(() => pendingQuestions().length).toBe(1);
  pendingQuestions()[0]?.answer(true);
  await expect.poll(() => windows()).toEqual([]);
  done();
});

test('J1: all are put away, and nothing happens to those that are', () => {
  const { host, told, windows } = desk(
    window('a', 1),
    window('b', 2, { state: 'minimised' }),
    window('c', 3),
  );
  minimizeAllWindows(host, 'w');
  expect(windows()?.map(({ state }) => state)).toEqual(['minimised', 'minimised', 'minimised']);
  expect(told.length).toBe(2);
});
