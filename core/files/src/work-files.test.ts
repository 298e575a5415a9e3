import { mkdir, mkdtemp, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRoots } from '@loggia/access';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createResourceContext } from './context.ts';
import { workFiles } from './work-files.ts';

let base: string;
const at = (...parts: string[]): string => path.join(base, ...parts);

beforeEach(async () => {
  base = await realpath(await mkdtemp(path.join(os.tmpdir(), 'work-files-')));
  for (const folder of ['work', 'other', 'readable', 'outside']) await mkdir(at(folder));
  for (const folder of ['work', 'other', 'readable', 'outside']) await writeFile(at(folder, 'a.txt'), folder);
});
afterEach(() => rm(base, { recursive: true }));

async function filesIn(...folders: string[]) {
  const roots = createRoots();
  await roots.add(at('work'), 'write');
  await roots.add(at('other'), 'write');
  await roots.add(at('readable'), 'read');
  const uris = folders.map((folder) => pathToFileURL(at(folder)).href);
  return workFiles(createResourceContext({ roots }), uris);
}

test('A6: reads and writes inside the granted folders of the session alone', async () => {
  const files = await filesIn('work', 'readable', 'outside');
  expect(await files.folders()).toEqual([at('work')]);
  expect(await files.read(at('work', 'a.txt'))).toBe('work');
  await files.write(at('work', 'new.txt'), 'Grüße');
  expect(await readFile(at('work', 'new.txt'), 'utf8')).toBe('Grüße');
  await expect(files.read(at('other', 'a.txt'))).rejects.toThrow('outside the folders of this session');
  await expect(files.write(at('other', 'a.txt'), 'x')).rejects.toThrow('outside the folders of this session');
  await expect(files.read(at('outside', 'a.txt'))).rejects.toThrow('outside the folders this host may read');
  await expect(files.read(at('work', 'none.txt'))).rejects.toThrow('There is nothing at');
  expect(await readFile(at('other', 'a.txt'), 'utf8')).toBe('other');
});

test('A6: a link that leads out of the folders is not followed', async () => {
  await symlink(at('other'), at('work', 'link'));
  const files = await filesIn('work');
  await expect(files.read(at('work', 'link', 'a.txt'))).rejects.toThrow(
    'outside the folders of this session',
  );
  await expect(files.write(at('work', 'link', 'a.txt'), 'x')).rejects.toThrow('outside the folders');
});

test('A6: where no folder may be changed, the sentence says what to grant', async () => {
  await expect((await filesIn('readable', 'outside')).folders()).rejects.toThrow(
    /may not change files in ".*readable", ".*outside", so no agent can work there\. Grant the folder/,
  );
});
