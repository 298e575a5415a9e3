import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { checkFolders } from './folder-cycles.mjs';
import { temporaryTree } from './temporary-tree.ts';

const at = 'core/host/src';

/** The root imports every folder, and folders import `log.ts`; `http` reads from `wire`, but not the other way. */
const planted: Readonly<Record<string, string>> = {
  'main.ts': `import './http/server.ts'; import './wire/peer.ts';`,
  'log.ts': 'export const log = console;',
  'http/server.ts': `import '../log.ts';\nimport { peer } from '../wire/peer.ts';\nimport './page.ts';`,
  'http/page.ts': `import '@loggia/kernel';`,
  'wire/peer.ts': `import '../log.ts'; import './legacy/codec.ts';`,
  'wire/legacy/codec.ts': 'export {};',
  'wire/peer.test.ts': `import '../http/server.ts';`,
};

function violations(changes: Readonly<Record<string, string>> = {}): readonly string[] {
  const files = Object.entries({ ...planted, ...changes }).map(([file, text]) => [`${at}/${file}`, text]);
  const [report] = checkFolders(temporaryTree(Object.fromEntries(files)), [at]);
  return report?.violations ?? [];
}

describe('I1: folders inside a package must not import each other in cycles', () => {
  test('tests and files beside the folders make none', () => {
    expect(violations()).toEqual([]);
  });

  test.each([
    ['a value', `import { page } from '../../http/page.ts';`],
    ['a type', `import type { Page } from '../../http/page.ts';`],
    ['a type in an expression', `export type Page = import('../../http/page.ts').Page;`],
    ['a re-export', `export { page } from '../../http/page.ts';`],
    ['a dynamic import', `await import('../../http/page.ts');`],
  ])('%s closes a cycle, which is printed with the imports that make it', (_what, line) => {
    expect(violations({ 'wire/legacy/codec.ts': line })).toEqual([
      [
        `${at}: these folders import each other: http -> wire -> http`,
        '  http -> wire: http/server.ts:2 imports wire/peer.ts',
        '  wire -> http: wire/legacy/codec.ts:1 imports http/page.ts',
      ].join('\n'),
    ]);
  });

  test('a cycle over three folders, and one through a file beside them', () => {
    const changes = {
      'wire/legacy/codec.ts': `import '../../cli/serve.ts';`,
      'cli/serve.ts': `import '../http/page.ts'; import '../main.ts';`,
    };
    const cycles = violations(changes).map((violation) => violation.split('\n')[0]?.split(': ').at(-1));
    expect(cycles).toEqual([
      'cli -> http -> wire -> cli',
      'cli -> main.ts -> http -> wire -> cli',
      'cli -> main.ts -> wire -> cli',
    ]);
  });
});

test('I1: a check that looked at nothing fails', () => {
  const [report] = checkFolders(temporaryTree({ 'README.md': '' }), [at]);
  expect(report?.violations).toEqual([`${at}: no source file was examined`]);
});

test('I1: the folders of this repository obey the law', () => {
  const reports = checkFolders(path.dirname(path.dirname(fileURLToPath(import.meta.url))));
  expect(reports.flatMap(({ violations: found }) => found)).toEqual([]);
  expect(reports.map(({ at: where }) => where)).toEqual(['core/host/src', 'presentation/shell/src']);
  for (const { files, folders } of reports) {
    expect(files).toBeGreaterThan(100);
    expect(folders.length).toBeGreaterThan(8);
  }
});
