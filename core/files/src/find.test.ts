import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRoots } from '@loggia/access';
import { expect, onTestFinished, test } from 'vitest';
import { fileFinder } from './find.ts';

async function finder(files: readonly string[]) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'loggia-find-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const file of files) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), '');
  }
  const roots = createRoots();
  await roots.add(folder, 'read');
  let now = 0;
  const find = fileFinder(roots, () => now);
  const uri = pathToFileURL(folder).href;
  return {
    folder,
    uri,
    find: async (query: string, most = 10) => (await find([uri], query, most)).map((file) => file.path),
    elsewhere: (other: string) => find([other], '', 10),
    wait: (ms: number) => void (now += ms),
  };
}

test('J3: files are found by a part of their path, names first, without hidden folders and packages', async () => {
  const { find } = await finder([
    'src/main.ts',
    'src/deep/mainframe.ts',
    'domain/notes.md',
    '.git/main',
    'node_modules/main/index.js',
  ]);
  expect(await find('MAIN')).toEqual(['src/main.ts', 'src/deep/mainframe.ts', 'domain/notes.md']);
  expect(await find('main', 1)).toEqual(['src/main.ts']);
  expect(await find('nothing')).toEqual([]);
});

test('J3: a folder that no root grants has no files, and links lead nowhere', async () => {
  const { folder, find, elsewhere } = await finder(['a.txt']);
  symlinkSync(os.tmpdir(), path.join(folder, 'out'));
  expect(await find('')).toEqual(['a.txt']);
  expect(await elsewhere(pathToFileURL(os.tmpdir()).href)).toEqual([]);
  expect(await elsewhere('file:///gone')).toEqual([]);
});

test('J3: a file that comes is found a little later', async () => {
  const { folder, find, wait } = await finder(['a.txt']);
  expect(await find('')).toEqual(['a.txt']);
  writeFileSync(path.join(folder, 'b.txt'), '');
  wait(10_000);
  expect((await find('')).toSorted()).toEqual(['a.txt', 'b.txt']);
});
