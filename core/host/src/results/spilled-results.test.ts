import { mkdtemp, readdir, readFile, rm, stat, utimes } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSpilledResults } from './spilled-results.ts';

let data: string;

beforeEach(async () => {
  data = await mkdtemp(path.join(os.tmpdir(), 'loggia-results-'));
});

afterEach(() => rm(data, { recursive: true, force: true }));

test('B7: a long result is kept whole, once, for its owner only', async () => {
  const results = await openSpilledResults(data);
  const bytes = Buffer.from('long '.repeat(10_000));
  const uri = await results.keep(bytes);
  expect(await results.keep(bytes)).toBe(uri);
  const file = fileURLToPath(uri);
  expect(await readFile(file)).toEqual(bytes);
  expect((await stat(file)).mode & 0o077).toBe(0);
  expect(await readdir(results.directory)).toHaveLength(1);
});

test('B7: the oldest results go when there is no room for all', async () => {
  const first = await openSpilledResults(data, 1_000);
  const uris: string[] = [];
  for (let index = 0; index < 5; index++) {
    const uri = await first.keep(Buffer.alloc(100, index));
    await utimes(fileURLToPath(uri), index, index);
    uris.push(uri);
  }
  await openSpilledResults(data, 300);
  const kept = await readdir(first.directory);
  expect(kept.sort()).toEqual(
    uris
      .slice(2)
      .map((uri) => path.basename(uri))
      .sort(),
  );
});
