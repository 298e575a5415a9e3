import path from 'node:path';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { safeName } from './safe-name.ts';

test.each([
  ['Report.pdf', 'Report.pdf'],
  ['../../etc/passwd', 'etc passwd'],
  ['C:\\Windows\\x', 'C Windows x'],
  ['a\u0000b\nc', 'a b c'],
  ['.bashrc', 'bashrc'],
  ['--output', 'output'],
  ['CON', '_CON'],
  ['nul.txt', '_nul.txt'],
  ['console', 'console'],
  ['exe\u202efdp', 'exe fdp'],
  ['trailing. . ', 'trailing'],
  ['...', 'artifact'],
  ['Grüße 👩‍👩‍👧', 'Grüße 👩‍👩‍👧'],
])('F3: %j is saved as %j', (title, name) => {
  expect(safeName(title)).toBe(name);
});

test('F3: a long title keeps its ending', () => {
  const name = safeName(`${'ä'.repeat(300)}.pdf`);
  expect(name).toMatch(/^ä+\.pdf$/);
  expect(Buffer.byteLength(name)).toBeLessThanOrEqual(200);
});

test('F3: whatever the title, the file stays in its folder', () => {
  const title = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc
      .array(fc.constantFrom('..', '/', '\\', '.', ' ', '-', '\u0000', 'con', 'x', '\ud800'), {
        maxLength: 12,
      })
      .map((parts) => parts.join('')),
  );
  fc.assert(
    fc.property(title, (text) => {
      const name = safeName(text);
      expect(path.posix.dirname(path.posix.join('/folder', name))).toBe('/folder');
      expect(path.win32.dirname(path.win32.join('C:\\folder', name))).toBe('C:\\folder');
      expect(name).toMatch(/^[^. -].*$/u);
      expect(name).not.toMatch(/[\p{Cc}<>:"/\\|?*]|[. ]$/u);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(201);
      expect(Buffer.from(name).toString()).toBe(name);
    }),
  );
});
