import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FolderWatches } from './folder-watches.ts';

let root: string;
let watches: FolderWatches;

beforeEach(async () => {
  root = await realpath(await mkdtemp(path.join(os.tmpdir(), 'loggia-watches-')));
  watches = new FolderWatches(2);
});

afterEach(async () => {
  watches.closeAll();
  await rm(root, { recursive: true, force: true });
});

const quietly = () => undefined;

test('L5: no more folders are watched than allowed, and closing one makes room', async () => {
  for (const name of ['a', 'b', 'c']) await mkdir(path.join(root, name));
  expect(watches.open('a', path.join(root, 'a'), quietly)).toBeUndefined();
  expect(watches.open('b', path.join(root, 'b'), quietly)).toBeUndefined();
  expect(watches.open('c', path.join(root, 'c'), quietly)).toBe('limit');
  watches.close('a');
  expect(watches.open('c', path.join(root, 'c'), quietly)).toBeUndefined();
  expect(watches.folders).toEqual(['b', 'c']);
});

test('L5: a folder that is not there is an error, and counts for nothing', () => {
  expect(() => watches.open('none', path.join(root, 'none'), quietly)).toThrow('ENOENT');
  expect(watches.folders).toEqual([]);
});

test('D4: a folder that took the place of another is told apart by its identity', () => {
  watches.open('', root, quietly, 'first');
  expect([watches.has(''), watches.has('', 'first'), watches.has('', 'second')]).toEqual([true, true, false]);
});

test('D4: changes are told until the watch is closed', async () => {
  const noticed = vi.fn<(event: string, name: string | null) => void>();
  watches.open('', root, noticed);
  await writeFile(path.join(root, 'x'), '1');
  await vi.waitFor(() => expect(noticed).toHaveBeenCalledWith('rename', 'x'));
  watches.close('');
  noticed.mockClear();
  const other = new FolderWatches(1);
  const seen = vi.fn<() => void>();
  other.open('', root, seen);
  await writeFile(path.join(root, 'y'), '1');
  await vi.waitFor(() => expect(seen).toHaveBeenCalled());
  other.closeAll();
  expect(noticed).not.toHaveBeenCalled();
});
