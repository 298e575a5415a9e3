import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { checkContentTypes } from './content-types.mjs';
import { temporaryTree } from './temporary-tree.ts';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

test('I2: this repository names no content type in core or presentation', () => {
  const { examined, violations } = checkContentTypes(root);
  expect(violations).toEqual([]);
  expect(examined.length).toBeGreaterThan(100);
});

test.each([
  ['a plain string', `export const type = 'text/markdown';`, 'text/markdown'],
  [
    'a vendor type in a template',
    'export const type = (x: string) => `${x}application/vnd.acme.board+json`;',
    'application/vnd.acme.board+json',
  ],
  ['a branch', `export const f = (m: string) => (m === "image/png" ? 1 : 2);`, 'image/png'],
  ['a wildcard', `export const all = ['audio/*'];`, 'audio/*'],
])('I2: %s is caught', (_what, source, type) => {
  const planted = temporaryTree({ 'core/kernel/src/index.ts': `\n${source}` });
  expect(checkContentTypes(planted).violations).toEqual([
    `core/kernel/src/index.ts:2: names the content type ${type}; ask the registry instead`,
  ]);
});

test('I2: paths, other layers, tests and the pages of the host are not meant', () => {
  const planted = temporaryTree({
    'core/host/src/a.ts': `import x from './text/markdown.ts';\nexport const path = 'docs/text/plain.ts';\nexport default x;`,
    'core/host/src/http/page.ts': `export const type = 'text/css';`,
    'core/host/src/a.test.ts': `export const type = 'text/css';`,
    'handlers/board/src/index.ts': `export const type = 'application/vnd.loggia.board';`,
  });
  expect(checkContentTypes(planted)).toEqual({ examined: ['core/host/src/a.ts'], violations: [] });
});

test('I2: a check that looked at nothing fails', () => {
  expect(checkContentTypes(temporaryTree({ 'README.md': '' })).violations).toEqual([
    'no source file was examined',
  ]);
});
