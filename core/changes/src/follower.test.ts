import { mkdir, mkdtemp, readdir, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { bytesAt } from './folder/held.ts';
import { defaultLimits } from './folder/limits.ts';
import { Follower } from './follower.ts';

const patience = { timeout: 20_000 };

/** A follower of real folders, whose reads a test can hold up by folder. */
async function following(names: readonly string[]) {
  const home = await realpath(await mkdtemp(path.join(tmpdir(), 'loggia-follower-')));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const held = new Map<string, Promise<void>>();
  const reading: string[] = [];
  const follower = new Follower({
    roots: { confine: async (uri) => fileURLToPath(uri) },
    directory: path.join(home, 'copies'),
    limits: defaultLimits,
    env: { PATH: process.env['PATH'] ?? '' },
    now: () => Date.now(),
    report: (_, error) => {
      throw error;
    },
    bytesAt: async (file, ...rest) => {
      const folder = path.basename(path.dirname(file));
      reading.push(folder);
      await held.get(folder);
      return bytesAt(file, ...rest);
    },
  });
  await follower.start();
  for (const name of names) {
    await mkdir(path.join(home, name));
    await writeFile(path.join(home, name, 'file'), `${name}\n`);
  }
  /** Reads in this folder wait for the result to be called. */
  const hold = (name: string): (() => void) => {
    let release = (): void => undefined;
    held.set(name, new Promise((resolve) => (release = resolve)));
    return () => {
      held.delete(name);
      release();
    };
  };
  const begin = (...chosen: readonly string[]) =>
    follower.begin(chosen.map((name) => pathToFileURL(path.join(home, name)).href));
  const write = (name: string, content: string) => writeFile(path.join(home, name, 'file'), content);
  return { home, follower, reading, hold, begin, write };
}

test('CH11: a folder that takes long does not hold up another', async () => {
  const { begin, hold, reading, write } = await following(['large', 'small']);
  const release = hold('large');
  const first = begin('large');
  await vi.waitFor(() => expect(reading).toEqual(['large']), patience);
  const end = await begin('small');
  await write('small', 'changed\n');
  const { changes } = await end();
  expect(changes.map(({ path: file }) => path.basename(path.dirname(file)))).toEqual(['small']);
  expect(new Set(reading)).toEqual(new Set(['large', 'small']));
  release();
  await first;
});

test('CH11: in one folder, the end of a turn is seen before the beginning of the next', async () => {
  const { begin, hold, write } = await following(['one', 'two']);
  const end = await begin('one', 'two');
  await write('one', 'by the first\n');
  await write('two', 'by the first\n');
  const release = hold('one');
  const ended = end();
  const order: string[] = [];
  const next = begin('one', 'two').then((endNext) => {
    order.push('begun');
    return endNext;
  });
  void ended.then(() => order.push('ended'));
  release();
  const { changes } = await ended;
  expect(changes).toHaveLength(2);
  expect((await (await next)()).changes).toEqual([]);
  expect(order).toEqual(['ended', 'begun']);
});

test('CH11: only a few folders are looked at together', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const { begin, hold, reading } = await following(names);
  const releases = names.map((name) => hold(name));
  const begun = names.map((name) => begin(name));
  await vi.waitFor(() => expect(reading).toHaveLength(4), patience);
  releases.shift()?.();
  await vi.waitFor(() => expect(reading).toHaveLength(5), patience);
  for (const release of releases) release();
  await Promise.all(begun);
  expect(new Set(reading)).toEqual(new Set(names));
});

test('CH11: copies stay for as long as a turn needs them, whatever others tidy up', async () => {
  const { home, begin, follower, write } = await following(['one', 'two']);
  const end = await begin('one');
  await write('one', 'changed\n');
  const { changes, release } = await end();
  await (await begin('one'))().then((other) => other.release());
  await follower.tidy();
  const hash = changes[0]?.before?.hash ?? '';
  expect(String(await follower.copyOf(hash))).toBe('one\n');
  release();
  await follower.tidy();
  const copies = await readdir(path.join(home, 'copies'));
  expect([copies.length, copies.includes(hash)]).toEqual([1, false]);
});
