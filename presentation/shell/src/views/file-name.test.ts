import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { fileNameOf } from './file-name.ts';

test.each([
  ['file:///reports/budget.csv', 'budget.csv'],
  ['budget://2026/q3%20numbers.xlsx?x=/evil.exe#/more', 'q3 numbers.xlsx'],
  ['file:///a/..%2F..%2Fetc%2Fpasswd', 'passwd'],
  ['file:///a/..\\..\\boot.ini', 'boot.ini'],
  ['file:///.bashrc', 'bashrc'],
  ['file:///a/', 'a'],
  ['x:///..', 'download'],
  ['invoice\u202Egpj.exe', 'invoicegpj.exe'],
  ['a\u0000b\r\n.txt', 'ab.txt'],
  ['file:///CON.txt', '_CON.txt'],
  ['file:///a<b>:"c|?*', 'a_b___c_'],
  ['', 'download'],
  [undefined, 'download'],
  [7, 'download'],
])('E4: %s is saved as %s', (uri, name) => {
  expect(fileNameOf(uri)).toBe(name);
});

test('E4: whatever the URI, the name is one name, short, and neither hidden nor a path', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (uri) => {
      const name = fileNameOf(uri);
      expect(name.length).toBeGreaterThan(0);
      expect(name.length).toBeLessThanOrEqual(121);
      expect(name).not.toMatch(/[/\\\p{Cc}]|^\.|^\s|\s$/u);
    }),
  );
});

test('E4: a long name keeps its ending', () => {
  expect(fileNameOf(`file:///${'a'.repeat(500)}.csv`)).toMatch(/^a{116}\.csv$/);
});
