import { expect, test } from 'vitest';
import { installedChromium } from './chromium.mjs';

const machine = (files: readonly string[], env: Record<string, string> = {}, platform = 'linux') => ({
  env,
  platform: platform as NodeJS.Platform,
  exists: (file: string) => files.includes(file),
});

test('L9: the browser that CHROMIUM names is used', () => {
  const env = { CHROMIUM: '/opt/mine', PATH: '/usr/bin' };
  expect(installedChromium(machine(['/opt/mine', '/usr/bin/chromium'], env))).toBe('/opt/mine');
});

test('L9: a browser that CHROMIUM names and that is missing is an error', () => {
  expect(() => installedChromium(machine(['/usr/bin/chromium'], { CHROMIUM: '/opt/gone' }))).toThrow(
    "CHROMIUM names /opt/gone, which isn't there. Correct it, or leave it out.",
  );
});

test.each([
  [['/snap/bin/chromium'], { PATH: 'relative:/snap/bin' }, 'linux', '/snap/bin/chromium'],
  [['/usr/bin/google-chrome'], { PATH: '/bin' }, 'linux', '/usr/bin/google-chrome'],
  [
    ['/Applications/Chromium.app/Contents/MacOS/Chromium'],
    {},
    'darwin',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
  ],
  [
    [String.raw`C:\P\Google\Chrome\Application\chrome.exe`],
    { PROGRAMFILES: String.raw`C:\P` },
    'win32',
    String.raw`C:\P\Google\Chrome\Application\chrome.exe`,
  ],
  [[], { PATH: '/bin', CHROMIUM: '' }, 'linux', undefined],
])('L9: finds %j with %j on %s', (files, env, platform, found) => {
  expect(installedChromium(machine(files, env, platform))).toBe(found);
});
