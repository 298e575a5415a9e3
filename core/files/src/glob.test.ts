import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileGlob } from './glob.ts';

test.each<[string, string[], string[]]>([
  ['*', ['a', '.a', 'a.b'], ['a/b']],
  ['*.ts', ['a.ts', '.ts'], ['a.tsx', 'a/b.ts', 'a.TS']],
  ['a?c', ['abc', 'a🙂c'], ['ac', 'abbc', 'a/c']],
  ['**', ['a', 'a/b/c'], []],
  ['**/*.ts', ['a.ts', 'a/b.ts', 'a/b/c.ts'], ['a.js', 'a.ts/b']],
  ['**/node_modules/**', ['node_modules', 'node_modules/a', 'a/node_modules/b/c'], ['node_modules2', 'a/b']],
  ['src/**', ['src', 'src/a', 'src/a/b'], ['srcs', 'a/src']],
  ['src/**/*.ts', ['src/a.ts', 'src/a/b/c.ts'], ['a.ts', 'src/a.js']],
  ['a/**/b/**/c', ['a/b/c', 'a/x/b/y/z/c', 'a/b/b/c'], ['a/c', 'a/b', 'b/c']],
  ['a**b', ['ab', 'axxb'], ['a/b']],
  ['*.{ts,js}', ['a.ts', 'a.js'], ['a.{ts,js}', 'a.tsjs']],
  ['{a,b/{c,d}}/*', ['a/x', 'b/c/x', 'b/d/x'], ['b/x', 'c/x']],
  ['a{,b}', ['a', 'ab'], ['b']],
  ['a{b', ['a{b'], ['ab']],
  ['{a,{b}', ['{a,b'], ['a', 'b']],
  ['a}b', ['a}b'], ['ab']],
  ['src', ['src', 'src/a', 'src/a/b'], ['a/src', 'srcs']],
  ['./src/', ['src', 'src/a'], ['a/src']],
  ['a[b].c+(d)', ['a[b].c+(d)'], ['ab.cd']],
  ['\\*', ['\\a'], ['*']],
])('RS10: %s', (pattern, yes, no) => {
  const matches = compileGlob(pattern);
  expect(yes.filter((path) => !matches(path))).toEqual([]);
  expect(no.filter((path) => matches(path))).toEqual([]);
});

test('RS10: agrees with the regular expression that the pattern stands for', () => {
  const name = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1 });
  const part = fc.oneof(
    fc.constant('**'),
    fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), minLength: 1, maxLength: 4 }),
  );
  const path = fc.array(name, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), path, (parts, names) => {
      const each = (text: string) =>
        text === '**' ? '(?:[^/]+/)*' : `${text.replaceAll(/\*+/g, '[^/]*').replaceAll('?', '[^/]')}/`;
      const expected = new RegExp(`^${parts.map(each).join('')}$`).test(`${names.join('/')}/`);
      fc.pre(/[*?]/.test(parts.join('/')));
      expect(compileGlob(parts.join('/'))(names.join('/'))).toBe(expected);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ['an empty one', ''],
  ['one that is only slashes', '//'],
  ['a long one', 'a'.repeat(1025)],
  ['one that stands for too many', '{a,b}'.repeat(40)],
  ['one that stands for too many empty ones', `{${','.repeat(300)}}`],
])('L5: %s is refused', (_, pattern) => {
  expect(() => compileGlob(pattern)).toThrow(expect.objectContaining({ kind: 'InvalidParams' }));
});

test('L5: a pattern made to be slow is not', () => {
  const matches = compileGlob(`${'*a'.repeat(200)}b`);
  const deep = compileGlob(`${'**/a/'.repeat(100)}b`);
  const started = performance.now();
  expect(matches('a'.repeat(4000))).toBe(false);
  expect(deep(Array<string>(1000).fill('a').join('/'))).toBe(false);
  expect(performance.now() - started).toBeLessThan(2000);
});
