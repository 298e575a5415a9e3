import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import {
  buildInputs,
  builtDirectories,
  contentFingerprint,
  installFingerprint,
  orphanedOutputs,
  quickFingerprint,
  workspaceDirectories,
} from './fingerprint.mjs';
import { temporaryTree, write } from './temporary-tree.ts';

const machine = 'linux x64 115';

function project() {
  return temporaryTree({
    'package.json': JSON.stringify({ name: 'root', workspaces: ['core/*', 'tool'] }),
    'package-lock.json': '{}',
    'tsconfig.json': JSON.stringify({ references: [{ path: './core/a' }] }),
    'core/a/package.json': JSON.stringify({ name: 'a', dependencies: { x: '1' } }),
    'core/a/tsconfig.json': '{}',
    'core/a/src/index.ts': 'export {};',
    'core/a/src/index.test.ts': 'export {};',
    'core/a/view/index.html': '',
    'core/a/sandbox-page/proxy.ts': 'export {};',
    'core/a/sandbox-page/proxy.test.ts': 'export {};',
    'core/notes/README.md': '',
    'tool/package.json': JSON.stringify({ name: 'tool' }),
  });
}

test('workspaces are the directories with a manifest', () => {
  expect(workspaceDirectories(project())).toEqual(['core/a', 'tool']);
});

test('another dependency, lock file or machine asks for an install; another script does not', () => {
  const root = project();
  const before = installFingerprint(root, machine);
  write(
    root,
    'core/a/package.json',
    JSON.stringify({ name: 'a', scripts: { x: 'y' }, dependencies: { x: '1' } }),
  );
  expect(installFingerprint(root, machine)).toBe(before);
  expect(installFingerprint(root, 'linux arm64 115')).not.toBe(before);
  write(root, 'package-lock.json', '{ }');
  const relocked = installFingerprint(root, machine);
  expect(relocked).not.toBe(before);
  write(root, 'core/a/package.json', JSON.stringify({ name: 'a', dependencies: { x: '2' } }));
  expect(installFingerprint(root, machine)).not.toBe(relocked);
});

test('the inputs of a build are sources and configuration, without tests', () => {
  const root = project();
  expect(buildInputs(root, builtDirectories(root)).map((file) => file.path)).toEqual([
    'tsconfig.json',
    'core/a/package.json',
    'core/a/tsconfig.json',
    'core/a/src/index.ts',
    'core/a/view/index.html',
    'core/a/sandbox-page/proxy.ts',
  ]);
});

test('a touched file changes the quick fingerprint, a changed one also the other', () => {
  const root = project();
  const read = () => {
    const inputs = buildInputs(root, ['core/a']);
    return { quick: quickFingerprint(inputs), content: contentFingerprint(root, inputs) };
  };
  const before = read();
  expect(read()).toEqual(before);
  fs.utimesSync(path.join(root, 'core/a/src/index.ts'), 1, 1);
  const touched = read();
  expect(touched.quick).not.toBe(before.quick);
  expect(touched.content).toBe(before.content);
  write(root, 'core/a/src/index.ts', 'export { };');
  expect(read().content).not.toBe(before.content);
});

test('a renamed file changes both fingerprints', () => {
  const root = project();
  const before = buildInputs(root, ['core/a']);
  const content = contentFingerprint(root, before);
  fs.renameSync(path.join(root, 'core/a/src/index.ts'), path.join(root, 'core/a/src/other.ts'));
  const after = buildInputs(root, ['core/a']);
  expect(quickFingerprint(after)).not.toBe(quickFingerprint(before));
  expect(contentFingerprint(root, after)).not.toBe(content);
});

test('outputs without a source are orphans, in every form the compiler writes', () => {
  const inputs = ['core/a/src/index.ts', 'core/a/src/view.tsx', 'core/a/src/old.mts'].map((file) => ({
    path: file,
    size: 0,
    mtimeMs: 0,
  }));
  const kept = [
    'core/a/dist/.tsbuildinfo',
    'core/a/dist/index.js',
    'core/a/dist/index.js.map',
    'core/a/dist/index.d.ts',
    'core/a/dist/index.d.ts.map',
    'core/a/dist/view.js',
    'core/a/dist/old.mjs',
    'core/a/dist/old.d.mts',
  ];
  const orphans = [
    'core/a/dist/gone.js',
    'core/a/dist/gone.d.ts',
    'core/a/dist/gone.js.map',
    'core/a/dist/deep/gone.d.ts.map',
    'core/a/dist/index.test.js',
  ];
  expect(orphanedOutputs([...kept, ...orphans], inputs)).toEqual(orphans);
});
