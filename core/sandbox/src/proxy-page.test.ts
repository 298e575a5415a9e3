import { expect, test } from 'vitest';
import { proxyPage } from './proxy-page.ts';

const shell = 'http://localhost:5644';
const page = '<!doctype html><html lang="en" data-settings><script>run(" data-settings")</script>';

/** Parses the attribute like a browser. */
function settingsOf(text: string): unknown {
  const written = /^<!doctype html><html lang="en" data-settings="([^"]*)"><script>/.exec(text)?.[1] ?? '';
  const read = written.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
  return JSON.parse(read);
}

test('E3: the page frames the View with as little as it needs', () => {
  expect(settingsOf(proxyPage(page, { shell, hasOrigin: false, allow: '' }))).toEqual({
    shell,
    sandbox: 'allow-scripts allow-forms',
    allow: '',
    hasOrigin: false,
  });
  expect(settingsOf(proxyPage(page, { shell, hasOrigin: true, allow: 'camera' }))).toEqual({
    shell,
    sandbox: 'allow-scripts allow-forms allow-same-origin',
    allow: 'camera',
    hasOrigin: true,
  });
});

test('E3: no setting leaves its attribute, and the script stays as it is', () => {
  const hostile = { shell: `${shell}"><script>alert(1)</script>&quot;$&`, allow: '<!--' };
  const made = proxyPage(page, { ...hostile, hasOrigin: false });
  expect(settingsOf(made)).toMatchObject(hostile);
  expect(made.endsWith('"><script>run(" data-settings")</script>')).toBe(true);
  expect(made).not.toContain('<!--');
});
