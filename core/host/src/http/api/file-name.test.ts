import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { contentDisposition } from './file-name.ts';

test.each([
  ['Report', `attachment; filename="Report"; filename*=UTF-8''Report`],
  ['Überblick 2026', `attachment; filename="_berblick 2026"; filename*=UTF-8''%C3%9Cberblick%202026`],
  ['../../etc/passwd', `attachment; filename="etc passwd"; filename*=UTF-8''etc%20passwd`],
  [
    'a"; filename="evil.exe',
    `attachment; filename="a _ filename= evil.exe"; filename*=UTF-8''a%20%3B%20filename%3D%20evil.exe`,
  ],
  [
    'a\r\nSet-Cookie: x=1',
    `attachment; filename="a Set-Cookie x=1"; filename*=UTF-8''a%20Set-Cookie%20x%3D1`,
  ],
  ['C:\\con', `attachment; filename="C con"; filename*=UTF-8''C%20con`],
  ['invoice\u202efdp.exe', `attachment; filename="invoice fdp.exe"; filename*=UTF-8''invoice%20fdp.exe`],
  [
    "it's 100% (done)*!",
    `attachment; filename="it's 100_ (done) !"; filename*=UTF-8''it%27s%20100%25%20%28done%29%20%21`,
  ],
  ['...', `attachment; filename="artifact"; filename*=UTF-8''artifact`],
  ['\ud800', `attachment; filename="_"; filename*=UTF-8''%EF%BF%BD`],
])('L5 a title such as %j names a file and nothing more', (title, expected) => {
  expect(contentDisposition('attachment', title)).toBe(expected);
});

test('L5: no title ends the header, the name or a path', () => {
  const letters = fc.constantFrom(
    '"',
    '\\',
    '/',
    '\r',
    '\n',
    ';',
    '%',
    "'",
    '.',
    ' ',
    '\0',
    'é',
    '\u202e',
    '😀',
    '\ud800',
  );
  const title = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(letters).map((all) => all.join('')),
  );
  fc.assert(
    fc.property(title, (any) => {
      const header = contentDisposition('inline', any);
      expect(header).toMatch(/^inline; filename="[ !#$&-.0-:<-[\]-~]+"; filename\*=UTF-8''[\w.~%-]+$/);
      const [, encoded = ''] = header.split("UTF-8''");
      expect(decodeURIComponent(encoded)).not.toMatch(/^\.|[/\\\u202a-\u202e]/);
    }),
  );
});

test('L5: a long title makes a name that every file system takes', () => {
  const header = contentDisposition('inline', '😀'.repeat(500));
  expect(decodeURIComponent(header.split("UTF-8''")[1] ?? '')).toBe('😀'.repeat(60));
});

test('L5: a long title keeps what it ends with', () => {
  const header = contentDisposition('attachment', `${'é'.repeat(500)}.csv`);
  expect(decodeURIComponent(header.split("UTF-8''")[1] ?? '')).toBe(`${'é'.repeat(118)}.csv`);
});
