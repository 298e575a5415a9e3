import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { checkSizes } from './sizes.mjs';
import { temporaryTree } from './temporary-tree.ts';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const limits = { exceptions: {}, longestFile: 5, longestComponent: 3 };
const lines = (count: number): string => `${Array.from({ length: count }, () => '//').join('\n')}\n`;
/** A component to measure. */
const small = { 'presentation/shell/src/small.tsx': 'export function Small() {}\n' };

test('this repository is within its limits', () => {
  const { examined, components, violations } = checkSizes(root);
  expect(violations).toEqual([]);
  expect(examined.length).toBeGreaterThan(1000);
  expect(components).toBeGreaterThan(300);
});

test('a file that is too long is found, and a test or a style sheet may be long', () => {
  const tree = temporaryTree({
    ...small,
    'core/a.ts': lines(6),
    'core/b.mjs': lines(5),
    'core/a.test.ts': lines(9),
    'core/a.testkit.ts': lines(9),
    'core/a.css': lines(9),
  });
  expect(checkSizes(tree, limits).violations).toEqual(['core/a.ts: has 6 lines; split it, 5 are the most']);
});

test.each([
  ['a function', 'export function Page() {\n//\n//\n}'],
  ['an arrow function', 'export const Page = () => {\n//\n//\n};'],
  ['one that is wrapped', 'export const Page = memo(forwardRef(function Inner() {\n//\n//\n}));'],
  ['a hook', 'function usePage() {\n//\n//\n}'],
  ['one within another function', 'const make = () => { function Page() {\n//\n//\n} }'],
])('a component that is too long is found: %s', (_what, source) => {
  const tree = temporaryTree({ 'presentation/shell/src/page.tsx': source });
  const { violations } = checkSizes(tree, limits);
  expect(violations).toHaveLength(1);
  expect(violations[0]).toMatch(
    /^presentation\/shell\/src\/page\.tsx:1: (?:Page|usePage) has 4 lines; move its logic into a model, 3 are/,
  );
});

test('neither other functions nor other packages are held to the length of a component', () => {
  const tree = temporaryTree({
    ...small,
    'presentation/shell/src/model.ts': 'export function page() {\n//\n//\n}',
    'presentation/shell/src/page.test.tsx': 'function Page() {\n//\n//\n}',
    'core/page.tsx': 'function Page() {\n//\n//\n}',
  });
  expect(checkSizes(tree, limits).violations).toEqual([]);
});

test('an exception needs a reason, and goes when it is not needed any more', () => {
  const tree = temporaryTree({
    ...small,
    'core/long.ts': lines(6),
    'core/longer.ts': lines(7),
    'core/short.ts': lines(5),
    'presentation/shell/src/page.tsx': 'function Page() {\n//\n//\n}',
  });
  const exceptions = {
    'core/long.ts': 'A table.',
    'core/longer.ts': ' ',
    'core/short.ts': 'It was long.',
    'core/gone.ts': 'It was there.',
    'presentation/shell/src/page.tsx#Page': 'To be split.',
    'presentation/shell/src/small.tsx#Small': 'It was long.',
  };
  expect(checkSizes(tree, { ...limits, exceptions }).violations).toEqual([
    'core/short.ts: is within the limits now; remove it from tooling/size-limits.mjs',
    'core/gone.ts: is within the limits now; remove it from tooling/size-limits.mjs',
    'presentation/shell/src/small.tsx#Small: is within the limits now; remove it from tooling/size-limits.mjs',
    'core/longer.ts: is an exception without a reason',
  ]);
});

test('a check that measured nothing fails', () => {
  expect(checkSizes(temporaryTree({}), limits).violations).toEqual([
    'no source file was examined',
    'no component was measured',
  ]);
});
