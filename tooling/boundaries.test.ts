import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { checkBoundaries } from './boundaries.mjs';
import { boundaryLaw } from './boundary-law.mjs';
import { temporaryTree, write } from './temporary-tree.ts';

const entry = { types: './dist/index.d.ts', default: './dist/index.js' };

/** Name and dependencies of each package in the planted repository; it obeys the law. */
const planted: Record<string, { name: string; exports?: string[]; dependencies?: string[] }> = {
  'contracts/protocol': { name: 'protocol', dependencies: ['zod'] },
  'core/kernel': { name: 'kernel' },
  'core/storage': { name: 'storage', dependencies: ['libsql', '@loggia/kernel'] },
  'core/sessions': {
    name: 'sessions',
    exports: ['.', './harness'],
    dependencies: ['@loggia/protocol', '@loggia/kernel'],
  },
  'core/host': { name: 'host', dependencies: ['@loggia/sessions', '@loggia/storage', 'ws'] },
  'harnesses/operator': { name: 'operator', dependencies: ['@loggia/protocol', '@loggia/sessions'] },
  'handlers/notes': { name: 'notes' },
  'presentation/client': { name: 'client', dependencies: ['@loggia/protocol'] },
  testing: { name: 'testing', dependencies: ['@loggia/kernel'] },
  e2e: { name: 'e2e', exports: [], dependencies: ['@loggia/host', '@loggia/testing'] },
};

const good: Record<string, string> = {
  'contracts/protocol/src/index.ts': `
    import { z } from 'zod';
    import type { Thing } from './thing.ts';
    export const at = (time: number, clock: { setTimeout(): void }): Date => { clock.setTimeout(); return new Date(time); };
    export const parsed = Date.parse('2020-01-01') + Math.max(1, 2);
    export const isDate = (value: unknown): value is Date => value instanceof Date;
    export type Timer = typeof setTimeout;
    export { z, type Thing };`,
  'contracts/protocol/src/thing.ts': 'export type Thing = { setTimeout: number };',
  'contracts/protocol/src/thing.test.ts': `
    import { readFileSync } from 'node:fs';
    import { test } from 'vitest';
    import { seeded } from '@loggia/testing';
    import * as self from '@loggia/protocol';
    test('now', () => { console.log(Date.now(), Math.random(), readFileSync, seeded, self); });`,
  'core/kernel/src/index.ts': 'export {};',
  'core/storage/src/index.ts': `
    import fs from 'node:fs';
    import { createRequire } from 'node:module';
    import type { Log } from '@loggia/kernel';
    const load = createRequire(import.meta.url);
    export const Database = load('libsql');
    export const sqlite = () => import('node:sqlite');
    export { fs, type Log };`,
  'core/sessions/src/index.ts': `export { Log } from '@loggia/kernel'; export type { Thing } from '@loggia/protocol';`,
  'core/host/src/index.ts': `import '@loggia/sessions'; import '@loggia/storage'; import 'ws';`,
  'harnesses/operator/src/index.ts': `import type { Harness } from '@loggia/sessions/harness'; export type X = Harness;`,
  'handlers/notes/src/index.ts': 'export {};',
  'presentation/client/src/index.ts': `export type { Thing } from '@loggia/protocol';`,
  'testing/src/index.ts': `export type { Log } from '@loggia/kernel';`,
  'e2e/whole.test.ts': `import '@loggia/host'; import '@loggia/testing';`,
};

function repository(changes: Readonly<Record<string, string>> = {}): string {
  const root = temporaryTree({
    'package.json': JSON.stringify({
      workspaces: ['contracts/*', 'core/*', 'harnesses/*', 'handlers/*', 'presentation/*', 'testing', 'e2e'],
    }),
  });
  for (const [at, { name, exports = ['.'], dependencies = [] }] of Object.entries(planted)) {
    const manifest = {
      name: `@loggia/${name}`,
      exports: Object.fromEntries(exports.map((each) => [each, entry])),
      dependencies: Object.fromEntries(dependencies.map((each) => [each, '1'])),
    };
    write(root, `${at}/package.json`, JSON.stringify(manifest));
  }
  for (const [file, text] of Object.entries({ ...good, ...changes })) write(root, file, text);
  return root;
}

function violations(changes: Readonly<Record<string, string>>): string[] {
  return checkBoundaries(repository(changes)).violations;
}

test('I1: a repository that obeys the law passes, and every file of it was examined', () => {
  const report = checkBoundaries(repository());
  expect(report.violations).toEqual([]);
  expect(report.files).toEqual(Object.keys(good).sort());
  expect(report.imports).toBe(21);
  expect(report.edges).toEqual([
    '@loggia/client -> @loggia/protocol',
    '@loggia/e2e -> @loggia/host',
    '@loggia/e2e -> @loggia/testing',
    '@loggia/host -> @loggia/sessions',
    '@loggia/host -> @loggia/storage',
    '@loggia/operator -> @loggia/sessions',
    '@loggia/protocol -> @loggia/testing',
    '@loggia/sessions -> @loggia/kernel',
    '@loggia/sessions -> @loggia/protocol',
    '@loggia/storage -> @loggia/kernel',
    '@loggia/testing -> @loggia/kernel',
  ]);
});

describe('I1: an edge that the law does not list is caught', () => {
  test.each([
    ['contracts/protocol/src/index.ts', '@loggia/kernel'],
    ['core/kernel/src/index.ts', '@loggia/protocol'],
    ['core/storage/src/index.ts', '@loggia/protocol'],
    ['core/sessions/src/index.ts', '@loggia/storage'],
    ['core/sessions/src/index.ts', '@loggia/host'],
    ['core/host/src/index.ts', '@loggia/client'],
    ['core/host/src/index.ts', '@loggia/notes'],
    ['harnesses/operator/src/index.ts', '@loggia/sessions'],
    ['handlers/notes/src/index.ts', '@loggia/protocol'],
    ['presentation/client/src/index.ts', '@loggia/kernel'],
    ['presentation/client/src/index.ts', '@loggia/notes'],
    ['core/kernel/src/index.ts', '@loggia/testing'],
    ['core/kernel/src/index.test.ts', '@loggia/sessions'],
  ])('%s importing %s', (file, specifier) => {
    expect(violations({ [file]: `import '${specifier}';` })).toEqual([
      expect.stringMatching(new RegExp(`^${file}:1: imports "${specifier}": the law has no edge`)),
    ]);
  });
});

describe('I1: every way to name a module counts', () => {
  test.each([
    `import x from '@loggia/storage';`,
    `import type { X } from '@loggia/storage';`,
    `import '@loggia/storage';`,
    `import x = require('@loggia/storage');`,
    `export { x } from '@loggia/storage';`,
    `export * from '@loggia/storage';`,
    `export type { X } from '@loggia/storage';`,
    `type X = import('@loggia/storage').X;`,
    `let x: typeof import('@loggia/storage');`,
    'await import(`@loggia/storage`);',
    `require('@loggia/storage');`,
    `require.resolve('@loggia/storage');`,
    `import.meta.resolve('@loggia/storage');`,
    `const load = module.createRequire(import.meta.url); load('@loggia/storage');`,
    `declare module '@loggia/storage' {}`,
    `/// <reference types="@loggia/storage" />`,
    `vi.mock('@loggia/storage');`,
  ])('%s', (line) => {
    const file = 'core/sessions/src/other.ts';
    expect(violations({ [file]: line })).toEqual([
      expect.stringContaining(`${file}:1: imports "@loggia/storage"`),
    ]);
  });

  test('what is computed cannot be checked, so it is refused', () => {
    expect(violations({ 'core/host/src/other.ts': 'await import(name);' })).toEqual([
      expect.stringContaining('core/host/src/other.ts:1: imports something computed'),
    ]);
  });

  test('only the file that loads configured agents may compute what it imports', () => {
    expect(violations({ 'core/host/src/config/load-harnesses.ts': 'await import(name);' })).toEqual([]);
  });
});

describe('I1: a package is entered only by its public entry', () => {
  test('what a package has npm link as a command enters it by its name', () => {
    expect(violations({ 'core/sessions/bin/run.mjs': `import '@loggia/sessions';` })).toEqual([]);
  });

  test.each([
    ['core/sessions/src/index.ts', '../../kernel/src/index.ts', 'outside core/sessions'],
    ['core/sessions/src/index.ts', '../dist/index.js', 'built, not written'],
    ['core/sessions/src/index.ts', '@loggia/kernel/src/index.ts', 'does not export'],
    ['core/sessions/src/index.ts', '@loggia/sessions', 'its own package'],
    ['core/sessions/src/index.ts', '@loggia/nothing', 'no such package'],
    ['core/sessions/src/index.ts', '/etc/passwd', 'use a relative path'],
    ['core/sessions/src/index.ts', '#inner', 'use a relative path'],
    ['core/sessions/src/index.ts', 'data:text/javascript,1', 'use a relative path'],
    ['contracts/protocol/src/index.ts', './thing.test.ts', 'imports the test'],
  ])('%s importing %s', (file, specifier, why) => {
    expect(violations({ [file]: `import '${specifier}';` })).toEqual([expect.stringContaining(why)]);
  });
});

describe('I1: contracts and the kernel reach for nothing outside', () => {
  test.each(['node:fs', 'fs', 'fs/promises', 'ws'])('import of %s', (specifier) => {
    for (const file of ['contracts/protocol/src/other.ts', 'core/kernel/src/other.ts']) {
      expect(violations({ [file]: `import '${specifier}';` })).toEqual([
        expect.stringContaining(`imports "${specifier}"`),
      ]);
    }
  });

  test('process.getBuiltinModule is an import too', () => {
    const file = 'presentation/client/src/other.ts';
    expect(violations({ [file]: `process.getBuiltinModule('node:fs');` })).toEqual([
      expect.stringContaining('imports "node:fs"'),
    ]);
  });

  test.each([
    ['Date.now()', 'Date.now'],
    [`Date['now']()`, 'Date.now'],
    ['Date[name]()', 'Date.…'],
    ['new Date()', 'new Date()'],
    ['new Date(...none)', 'new Date()'],
    ['Date()', 'Date'],
    ['const { now } = Date', 'Date'],
    ['[1].map(Date.now)', 'Date.now'],
    ['Math.random()', 'Math.random'],
    ['const { random } = Math', 'Math.…'],
    ['crypto.randomUUID()', 'crypto'],
    ['setTimeout(f, 1)', 'setTimeout'],
    ['setInterval(f, 1)', 'setInterval'],
    ['({ setImmediate })', 'setImmediate'],
    ['performance.now()', 'performance'],
    ['process.hrtime()', 'process'],
    [`fetch('x')`, 'fetch'],
    ['globalThis.Date', 'globalThis'],
    ['(f as any)(performance)', 'performance'],
  ])('%s', (line, name) => {
    for (const file of ['contracts/protocol/src/other.ts', 'core/kernel/src/other.ts']) {
      expect(violations({ [file]: line })).toEqual([expect.stringContaining(`${file}:1: uses ${name};`)]);
    }
  });
});

describe('I1: what a package declares is held to the law too', () => {
  test('a dependency that it must declare', () => {
    expect(violations({ 'core/storage/src/other.ts': `import 'ws';` })).toEqual([
      expect.stringContaining('does not list under dependencies'),
    ]);
  });

  test('a dependency that it may not have', () => {
    const manifest = { name: '@loggia/kernel', exports: { '.': entry }, dependencies: { ws: '8' } };
    expect(violations({ 'core/kernel/package.json': JSON.stringify(manifest) })).toEqual([
      expect.stringContaining('core/kernel/package.json: depends on "ws"'),
    ]);
  });

  test('a project reference that it may not have', () => {
    const config = JSON.stringify({ references: [{ path: '../host' }] });
    expect(violations({ 'core/kernel/tsconfig.json': config })).toEqual([
      expect.stringContaining('core/kernel/tsconfig.json: refers to core/host'),
    ]);
  });
});

describe('I1: an edge that the law grants and nobody uses is found', () => {
  const law = [
    { at: 'core/kernel', mayImport: [] },
    { at: 'core/storage', mayImport: ['@loggia/kernel', '@loggia/protocol'] },
    { at: 'harnesses/*', mayImport: ['@loggia/protocol', '@loggia/sessions/harness'] },
    { at: 'core/gone', mayImport: ['@loggia/kernel'] },
    { at: 'e2e', mayImport: ['*'] },
  ].map((each) => ({ npm: 'any' as const, node: true, pure: false, computedImports: [], ...each }));
  const unused = (changes: Readonly<Record<string, string>> = {}): string[] =>
    checkBoundaries(repository(changes), { law }).unused;
  const ofStorage =
    'core/storage: the law grants "@loggia/protocol", and nobody there imports it; take it out';
  const ofHarnesses =
    'harnesses/*: the law grants "@loggia/protocol", and nobody there imports it; take it out';

  test('unless some package that it is granted to imports it', () => {
    expect(unused()).toEqual([ofStorage, ofHarnesses]);
    expect(unused({ 'harnesses/operator/src/other.ts': `import '@loggia/protocol';` })).toEqual([ofStorage]);
  });

  test('and an entry of a package is used by that entry alone', () => {
    const file = 'harnesses/operator/src/index.ts';
    expect(unused({ [file]: `import '@loggia/protocol'; import '@loggia/sessions';` })).toEqual([
      ofStorage,
      'harnesses/*: the law grants "@loggia/sessions/harness", and nobody there imports it; take it out',
    ]);
  });
});

describe('I1: nothing goes unexamined', () => {
  test('a source file outside every package', () => {
    expect(violations({ 'scripts/x.js': '' })).toEqual([
      'scripts/x.js: belongs to no package that the law knows',
    ]);
  });

  test('a package that the law does not know', () => {
    const root = repository({
      'core/new/package.json': '{"name":"@loggia/new"}',
      'core/new/src/index.ts': '',
    });
    expect(checkBoundaries(root).violations).toEqual([
      'core/new: the law does not know this package',
      'core/new/src/index.ts: belongs to no package that the law knows',
    ]);
  });

  test('a file that cannot be parsed', () => {
    expect(violations({ 'core/host/src/other.ts': 'import {' })).toEqual([
      expect.stringContaining('core/host/src/other.ts: could not be read'),
    ]);
  });

  test('a package whose files were not found', () => {
    const manifest = JSON.stringify({ name: '@loggia/access', exports: { '.': entry } });
    expect(violations({ 'core/access/package.json': manifest })).toEqual([
      'core/access: no source file was examined',
    ]);
  });

  test('nothing at all', () => {
    const root = temporaryTree({ 'package.json': '{}' });
    expect(checkBoundaries(root).violations).toEqual(['no source file was examined']);
  });
});

test('I1: the law has no cycles', () => {
  const edges = new Map(
    boundaryLaw
      .filter((law) => !law.at.endsWith('/*'))
      .map((law) => [`@loggia/${path.posix.basename(law.at)}`, law.mayImport]),
  );
  const visit = (name: string, trail: readonly string[]): void => {
    expect(trail).not.toContain(name);
    for (const next of edges.get(name) ?? []) visit(next, [...trail, name]);
  };
  for (const name of edges.keys()) visit(name, []);
});

test(
  'I1: this repository obeys the law, which grants nothing that does not exist',
  { timeout: 60_000 },
  () => {
    const report = checkBoundaries(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
    expect(report.violations).toEqual([]);
    expect(report.unused).toEqual([]);
    const entries = report.packages.flatMap((found) => [...found.entries]);
    const granted = boundaryLaw.flatMap((law) => law.mayImport).filter((name) => name !== '*');
    expect(granted.filter((name) => !entries.includes(name))).toEqual([]);
    expect(report.files).toContain('tooling/boundaries.test.ts');
  },
);
