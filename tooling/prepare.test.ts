import { expect, test } from 'vitest';
import { isSupportedNode, needsInstall, satisfiesLock } from './prepare.mjs';
import { temporaryTree, write } from './temporary-tree.ts';

test('Node 20.19 is the oldest that will do', () => {
  const answers = ['v18.20.0', 'v20.18.9', 'v20.19.0', 'v20.20.2', 'v22.0.0', 'v24.1.0'].map(isSupportedNode);
  expect(answers).toEqual([false, false, true, true, true, true]);
});

const locked = {
  '': {},
  'core/a': { version: '0.1.0' },
  'node_modules/@ours/a': { link: true },
  'node_modules/x': { version: '1.0.0', integrity: 'sha512-x' },
  'node_modules/x-windows': { version: '1.0.0', integrity: 'sha512-w', optional: true },
};
const installed = {
  'core/a': { version: '0.1.0' },
  'node_modules/@ours/a': { link: true },
  'node_modules/x': { version: '1.0.0', integrity: 'sha512-x' },
};

test('an installation may lack what is for other platforms', () => {
  expect(satisfiesLock(locked, installed)).toBe(true);
});

test.each([
  ['lacks a package', { ...installed, 'node_modules/x': undefined }],
  ['has another version', { ...installed, 'node_modules/x': { version: '1.0.1', integrity: 'sha512-x' } }],
  ['has other content', { ...installed, 'node_modules/x': { version: '1.0.0', integrity: 'sha512-y' } }],
  ['has a package too many', { ...installed, 'node_modules/y': { version: '1.0.0' } }],
])('an installation is stale when it %s', (_how, found) => {
  const present = Object.entries(found).filter(([, entry]) => entry !== undefined);
  expect(satisfiesLock(locked, JSON.parse(JSON.stringify(Object.fromEntries(present))))).toBe(false);
});

function installedByHand(): string {
  return temporaryTree({
    'package.json': '{}',
    'package-lock.json': JSON.stringify({ packages: locked }),
    'node_modules/.package-lock.json': JSON.stringify({ packages: installed }),
  });
}

test('a complete installation that somebody made by hand is taken over', () => {
  expect(needsInstall(installedByHand())).toBe(false);
});

test('an installation is stale when a manifest asks for something that is not locked', () => {
  const root = installedByHand();
  expect(needsInstall(root)).toBe(false);
  write(root, 'package.json', JSON.stringify({ dependencies: { x: '2' } }));
  expect(needsInstall(root)).toBe(true);
});

test('an installation is stale on another kind of machine', () => {
  const root = installedByHand();
  write(root, 'node_modules/.loggia-install.json', JSON.stringify({ fingerprint: '', machine: 'other' }));
  expect(needsInstall(root)).toBe(true);
});

test('an installation that npm did not finish is stale', () => {
  const root = temporaryTree({
    'package.json': '{}',
    'package-lock.json': JSON.stringify({ packages: locked }),
    'node_modules/x/package.json': '{}',
  });
  expect(needsInstall(root)).toBe(true);
});
