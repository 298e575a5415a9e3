import { expect, test, vi } from 'vitest';
import type { DisplayMode } from './display-mode.ts';
import { ScreenRequests } from './screen-requests.ts';

function rig() {
  const state = {
    mode: 'inline' as DisplayMode,
    asked: undefined as DisplayMode | undefined,
    gesture: Promise.resolve(true),
  };
  const record = {
    allowed: vi.fn<(method: string, target?: string) => void>(),
    refused: vi.fn<(method: string, reason: string) => void>(),
  };
  const screen = new ScreenRequests({
    record,
    mode: () => state.mode,
    setMode: (mode) => Object.assign(state, { mode, asked: undefined }),
    asked: () => state.asked,
    setAsked: (asked) => Object.assign(state, { asked }),
    hasGesture: () => state.gesture,
  });
  const request = (mode: DisplayMode, isOver = () => false) => screen.request(mode, isOver);
  return { state, record, screen, request };
}

test('E12: a View gets the screen after a gesture in it', async () => {
  const { record, request } = rig();
  expect(await request('fullscreen')).toBe('fullscreen');
  expect(record.allowed.mock.calls).toEqual([['ui/request-display-mode', 'fullscreen']]);
});

test('E12: without a gesture it is refused, recorded once, and left to the user', async () => {
  const { state, record, request } = rig();
  state.gesture = Promise.resolve(false);
  expect(await request('pip')).toBe('inline');
  expect(await request('pip')).toBe('inline');
  expect(state.asked).toBe('pip');
  expect(record.refused.mock.calls).toEqual([
    ['ui/request-display-mode', 'The user has not interacted with the View.'],
  ]);
});

test('E12: leaving is final, until the user shows it again', async () => {
  const { state, record, screen, request } = rig();
  await request('fullscreen');
  screen.leave();
  expect(state.mode).toBe('inline');
  expect(await request('fullscreen')).toBe('inline');
  expect(record.refused).toHaveBeenLastCalledWith(
    'ui/request-display-mode',
    'The user has already left this mode.',
  );
  screen.show('pip');
  expect(await request('fullscreen')).toBe('fullscreen');
});

test('E12: whoever leaves while it is being decided has left', async () => {
  const { state, screen, request } = rig();
  await request('pip');
  let decide = (_hasGesture: boolean): void => {};
  state.gesture = new Promise((resolve) => (decide = resolve));
  const answer = request('fullscreen');
  screen.leave();
  decide(true);
  expect(await answer).toBe('inline');
});

test('E12: one request is decided at a time, and none for a page that is gone', async () => {
  const { state, record, request } = rig();
  let decide = (_hasGesture: boolean): void => {};
  state.gesture = new Promise((resolve) => (decide = resolve));
  let isOver = false;
  const first = request('fullscreen', () => isOver);
  expect(await request('pip')).toBe('inline');
  isOver = true;
  decide(true);
  expect(await first).toBe('inline');
  expect(record.allowed).not.toHaveBeenCalled();
});

test('E6: back into the transcript needs no gesture', async () => {
  const { state, request } = rig();
  await request('pip');
  state.gesture = Promise.resolve(false);
  expect(await request('inline')).toBe('inline');
});
