import { expect, test } from 'vitest';
import { browserCommand, openBrowser, shouldOpenBrowser } from './open-browser.ts';

const screen = { DISPLAY: ':0' };

test.each<
  [string, NodeJS.Platform, Record<string, string>, { noOpen?: boolean; isTerminal?: boolean }, boolean]
>([
  ['at a desk', 'linux', screen, {}, true],
  ['at a desk with Wayland', 'linux', { WAYLAND_DISPLAY: 'wayland-0' }, {}, true],
  ['on a Mac', 'darwin', {}, {}, true],
  ['on Windows', 'win32', {}, {}, true],
  ['without a screen', 'linux', {}, {}, false],
  ['with --no-open', 'linux', screen, { noOpen: true }, false],
  ['from a script', 'linux', screen, { isTerminal: false }, false],
  ['in CI', 'darwin', { CI: 'true' }, {}, false],
  ['where CI says no', 'darwin', { CI: 'false' }, {}, true],
  ['over SSH', 'darwin', { SSH_CONNECTION: '10.0.0.1 1 10.0.0.2 22' }, {}, false],
])('L1: %s (%s)', (_, platform, env, wish, expected) => {
  expect(shouldOpenBrowser({ platform, env }, { noOpen: false, isTerminal: true, ...wish })).toBe(expected);
});

test('L1: each platform has its own way to open an address', () => {
  expect(
    (['linux', 'darwin', 'win32'] as const).map((platform) => browserCommand(platform, 'http://x')),
  ).toEqual([
    ['xdg-open', 'http://x'],
    ['open', 'http://x'],
    ['cmd', '/c', 'start', '""', 'http://x'],
  ]);
});

test('L5: a machine without a browser is no reason to fail', async () => {
  // Neither program exists on the other's platform.
  const foreign = process.platform === 'win32' ? 'linux' : 'win32';
  expect(() => openBrowser(foreign, 'http://127.0.0.1:9/')).not.toThrow();
  // A missing program is reported later, as an event.
  await new Promise((resolve) => setTimeout(resolve, 50));
});
