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
  ['a family', `export const f = (m: string) => m.startsWith('image/');`, 'image/'],
  ['a family in a template', 'export const f = (x: string) => `image/${x}`;', 'image/'],
  ['a key', `export const table = { 'text/csv': 1 };`, 'text/csv'],
  ['a pattern', 'export const f = (m: string) => /^image\\/png$/.test(m);', 'image/'],
  ['a pattern of families', 'export const media = /^(?:image|audio)\\/[\\w.+-]+$/i;', 'image/'],
  ['a pattern of one family', 'export const text = /^text\\/|[/+]json/i;', 'text/'],
  ['a pattern with a class', 'export const text = /^text[/]plain/;', 'text/'],
  ['a pattern with a look ahead', 'export const text = /^text(?=\\/)/;', 'text/'],
  ['a pattern of a suffix', 'export const json = /\\+json$/;', '+json'],
  ['a pattern of endings', 'export const json = /[/+](?:xml|json)(?:;|$)/;', '[/+](?:xml'],
  ['a pattern of an address', 'export const picture = /^data:image\\/(png|gif);/;', 'image/'],
  ['a pattern that is put together', "export const all = new RegExp('^(audio|video)/');", 'audio/'],
])('I2: %s is caught', (_what, source, type) => {
  const planted = temporaryTree({ 'core/kernel/src/index.ts': `\n${source}` });
  expect(checkContentTypes(planted, []).violations).toEqual([
    `core/kernel/src/index.ts:2: names the content type ${type}; ask the registry instead`,
  ]);
});

test('I2: paths, other layers, tests and files that are exempt are not meant', () => {
  const planted = temporaryTree({
    'core/host/src/a.ts': `import x from './text/markdown.ts';\nexport const path = 'docs/text/plain.ts';\nexport default x;`,
    'core/host/src/b.ts': `export const route = /\\/text\\/\\w+|^text|image|font-(size|family)/;`,
    'core/host/src/http/page.ts': `export const type = 'text/css';`,
    'core/host/src/a.test.ts': `export const type = 'text/css';`,
    'handlers/board/src/index.ts': `export const type = 'application/vnd.loggia.board';`,
  });
  expect(checkContentTypes(planted, ['core/host/src/http/page.ts'])).toEqual({
    examined: ['core/host/src/a.ts', 'core/host/src/b.ts'],
    violations: [],
  });
});

test('I2: a file is exempt only while it needs to be', () => {
  const planted = temporaryTree({ 'core/host/src/a.ts': '', 'core/host/src/b.ts': '' });
  expect(checkContentTypes(planted, ['core/host/src/a.ts', 'core/host/src/gone.ts']).violations).toEqual([
    'core/host/src/a.ts: is exempt, and names no content type; examine it',
    'core/host/src/gone.ts: is exempt, and is not there',
  ]);
});

test('I2: a check that looked at nothing fails', () => {
  expect(checkContentTypes(temporaryTree({ 'README.md': '' }), []).violations).toEqual([
    'no source file was examined',
  ]);
});
