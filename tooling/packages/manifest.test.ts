import { describe, expect, test } from 'vitest';
import { libraryManifest, neededDependencies, productManifest } from './manifest.mjs';

const release = { version: '1.2.3', repository: 'git+https://example.com/loggia.git' };
const kit = {
  name: '@loggia/kit',
  version: '1.2.3',
  private: true,
  description: 'A kit.',
  license: 'MIT',
  type: 'module',
  engines: { node: '>=20.19' },
  exports: {
    '.': { '@loggia/source': './src/index.ts', types: './dist/index.d.ts', default: './dist/index.js' },
    './view/element': './view/element.ts',
    './view/tokens.css': './view/tokens.css',
  },
  files: ['dist', 'view'],
  dependencies: { '@loggia/content': '1.2.3', zod: '^4.2.0' },
};
const libraries = ['@loggia/kit', '@loggia/content'];

describe('the manifest of a library', () => {
  test('exports built files with their types, and says where it is from', () => {
    expect(libraryManifest(kit, 'kit', release, libraries)).toEqual({
      name: '@loggia/kit',
      description: 'A kit.',
      version: '1.2.3',
      license: 'MIT',
      repository: { type: 'git', url: 'git+https://example.com/loggia.git', directory: 'kit' },
      type: 'module',
      engines: { node: '>=20.19' },
      publishConfig: { access: 'public', provenance: true },
      exports: {
        '.': { types: './dist/index.d.ts', default: './dist/index.js' },
        './view/element': { types: './view/element.d.ts', default: './view/element.js' },
        './view/tokens.css': './view/tokens.css',
        './package.json': './package.json',
      },
      files: ['dist', 'view'],
      dependencies: { '@loggia/content': '1.2.3', zod: '^4.2.0' },
    });
  });

  test.each([
    ['another version', { version: '1.2.2' }, 'kit/package.json has @loggia/kit 1.2.2; it must be 1.2.3.'],
    [
      'another version of a library',
      { dependencies: { '@loggia/content': '1.2.2' } },
      'kit/package.json has @loggia/content 1.2.2; it must be 1.2.3.',
    ],
    [
      'something that nobody can install',
      { dependencies: { '@loggia/kernel': '1.2.3' } },
      "@loggia/kit needs @loggia/kernel, which isn't packed.",
    ],
  ])('is refused with %s', (_, changed, why) => {
    expect(() => libraryManifest({ ...kit, ...changed }, 'kit', release, libraries)).toThrow(why);
  });
});

test('the manifest of the product is that of a command', () => {
  const root = { ...kit, name: 'loggia', exports: {} };
  const contents = { files: ['bin', 'dist'], dependencies: { zod: '4.2.1' } };
  expect(productManifest(root, { version: '1.2.3' }, contents)).toEqual({
    name: 'loggia',
    description: 'A kit.',
    version: '1.2.3',
    license: 'MIT',
    type: 'module',
    engines: { node: '>=20.19' },
    publishConfig: { access: 'public', provenance: true },
    bin: { loggia: 'bin/loggia.mjs' },
    exports: { './package.json': './package.json' },
    files: ['bin', 'dist'],
    dependencies: { zod: '4.2.1' },
  });
});

describe('the dependencies of bundled code', () => {
  const workspaces = {
    'core/one': {
      ...kit,
      dependencies: { '@loggia/content': '1.2.3', diff: '^9.0.0', libsql: '^0.5.0', unused: '1' },
    },
    'core/two': { ...kit, dependencies: { zod: '^4.2.0' } },
  };
  const locked = {
    'node_modules/diff': { version: '8.0.4' },
    'core/one/node_modules/diff': { version: '9.0.0' },
    'node_modules/libsql': { version: '0.5.29' },
    'node_modules/unused': { version: '1.0.0' },
    'node_modules/zod': { version: '4.2.1' },
  };
  const text = `const file = require.resolve('libsql');`;

  test('are those that it imports or finds while it runs, in the versions that it was tested with', () => {
    const imported = new Set(['diff', 'zod']);
    expect(neededDependencies({ imported, text }, workspaces, locked)).toEqual({
      diff: '9.0.0',
      libsql: '0.5.29',
      zod: '4.2.1',
    });
  });

  test.each<[string, string[], object, string]>([
    ['an import that no manifest declares', ['ws'], {}, 'No manifest declares ws.'],
    ['one that the lock file lacks', ['zod'], { 'node_modules/zod': undefined }, 'The lock file has no zod.'],
  ])('are refused with %s', (_, names, changed, why) => {
    const needed = () =>
      neededDependencies({ imported: new Set(names), text }, workspaces, { ...locked, ...changed });
    expect(needed).toThrow(why);
  });

  test('are refused in two versions', () => {
    const both = { ...workspaces, 'core/two': { ...kit, dependencies: { diff: '^8.0.0' } } };
    expect(() => neededDependencies({ imported: new Set(['diff']), text }, both, locked)).toThrow(
      "One package can't have diff twice, as 8.0.4 and 9.0.0.",
    );
  });
});
