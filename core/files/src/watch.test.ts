import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { TreeChange } from './change-batch.ts';
import { watchTree, type WatchOptions } from './watch.ts';

function temporaryFolder(): string {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'loggia watch ')));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

interface Watched {
  readonly root: string;
  /** The last change reported for each path, relative to the root. */
  readonly last: Map<string, string>;
  readonly batches: (readonly TreeChange[])[];
  readonly ends: unknown[];
  readonly close: () => void;
  write(file: string, text?: string): void;
  /** Waits until a marker written now is reported: everything before it has been reported too. */
  settle(): Promise<void>;
}

async function start(root: string, options: Partial<WatchOptions> = {}, target = ''): Promise<Watched> {
  const last = new Map<string, string>();
  const batches: (readonly TreeChange[])[] = [];
  const ends: unknown[] = [];
  const { close } = await watchTree(
    path.join(root, target),
    { recursive: true, onEnd: (error) => ends.push(error ?? 'gone'), ...options },
    (changes) => {
      batches.push(changes);
      for (const { path: file, type } of changes) last.set(path.relative(root, file), type);
    },
  );
  onTestFinished(close);
  const write = (file: string, text = '') => {
    fs.mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
    fs.writeFileSync(path.join(root, file), text);
  };
  let markers = 0;
  const settle = async () => {
    const marker = `marker-${(markers += 1)}`;
    write(marker);
    await until(() => last.has(marker));
    for (const name of last.keys()) if (name.startsWith('marker-')) last.delete(name);
  };
  return { root, last, batches, ends, close, write, settle };
}

function until(condition: () => boolean): Promise<void> {
  return vi.waitFor(() => expect(condition()).toBe(true), { timeout: 10_000, interval: 5 });
}

const told = (watched: Watched) => Object.fromEntries(watched.last);

// With a limit of one event, every scan is a full one: the result must be the same.
describe.each([{ maxPendingEvents: 8192 }, { maxPendingEvents: 1 }])(
  'RS11: with $maxPendingEvents events at most',
  (limits) => {
    test('tells added, updated and deleted apart', async () => {
      const root = temporaryFolder();
      fs.mkdirSync(path.join(root, 'folder'));
      for (const name of ['changed', 'replaced', 'removed', 'same', 'folder/changed'])
        fs.writeFileSync(path.join(root, name), 'old');
      const watched = await start(root, { limits });
      watched.write('new');
      watched.write('changed', 'other');
      watched.write('folder/changed', 'other');
      watched.write('folder/new');
      fs.writeFileSync(path.join(root, 'beside'), 'new');
      fs.renameSync(path.join(root, 'beside'), path.join(root, 'replaced'));
      fs.unlinkSync(path.join(root, 'removed'));
      await watched.settle();
      expect(told(watched)).toEqual({
        changed: 'updated',
        'folder/changed': 'updated',
        'folder/new': 'added',
        new: 'added',
        removed: 'deleted',
        replaced: 'updated',
      });
    });

    test('follows folders that come, move and go', async () => {
      const watched = await start(temporaryFolder(), { limits });
      const { root, last } = watched;
      fs.mkdirSync(path.join(root, 'a/b/c'), { recursive: true });
      watched.write('a/b/c/file');
      await until(() => last.has('a/b/c/file'));
      expect(told(watched)).toEqual({ a: 'added', 'a/b': 'added', 'a/b/c': 'added', 'a/b/c/file': 'added' });

      watched.write('a/b/c/later');
      await until(() => last.has('a/b/c/later'));
      fs.renameSync(path.join(root, 'a'), path.join(root, 'z'));
      await until(() => last.get('z/b/c/later') === 'added' && last.get('a') === 'deleted');
      expect([last.get('a/b/c/file'), last.get('z')]).toEqual(['deleted', 'added']);

      watched.write('z/b/c/again');
      await until(() => last.has('z/b/c/again'));
      fs.rmSync(path.join(root, 'z'), { recursive: true });
      await until(() => last.get('z') === 'deleted');
      expect([last.get('z/b/c/file'), last.get('z/b/c/again'), watched.ends]).toEqual([
        'deleted',
        'deleted',
        [],
      ]);
    });

    test('goes on in a folder that was deleted and made again', async () => {
      const watched = await start(temporaryFolder(), { limits });
      for (let round = 0; round < 5; round += 1) {
        watched.write('folder/file', `${round}`);
        await until(() => watched.last.has('folder/file'));
        fs.rmSync(path.join(watched.root, 'folder'), { recursive: true });
        fs.mkdirSync(path.join(watched.root, 'folder'));
        watched.last.clear();
        await watched.settle();
        watched.last.clear();
      }
      watched.write('folder/last');
      await until(() => watched.last.has('folder/last'));
      expect(watched.last.get('folder/last')).toBe('added');
    });

    test('hears of what happens right after it was set up, and of every write', async () => {
      const root = temporaryFolder();
      fs.writeFileSync(path.join(root, 'file'), '0');
      const watched = await start(root, { limits });
      for (const text of ['1 ', '22 ', '333 ']) {
        watched.last.clear();
        watched.write('file', text);
        await until(() => watched.last.has('file'));
        expect(told(watched)).toEqual({ file: 'updated' });
      }
    });
  },
);

test('RS11: without recursive, tells of direct children only', async () => {
  const root = temporaryFolder();
  fs.mkdirSync(path.join(root, 'folder'));
  const watched = await start(root, { recursive: false });
  watched.write('folder/file');
  watched.write('new-folder/file');
  watched.write('file');
  await watched.settle();
  expect(told(watched)).toEqual({ file: 'added', 'new-folder': 'added' });
});

test('RS11: tells what is included and not excluded, and does not look into what is excluded', async () => {
  const root = temporaryFolder();
  fs.mkdirSync(path.join(root, 'node_modules/a/b'), { recursive: true });
  const watched = await start(root, {
    includes: ['**/*.ts', 'docs', 'marker-*'],
    excludes: ['**/node_modules/**', '**/*.test.ts'],
    // The root, `src` and `docs`: an excluded folder would exceed the limit.
    limits: { maxFolders: 3 },
  });
  for (const file of [
    'src/a.ts',
    'src/a.js',
    'src/a.test.ts',
    'docs/page.md',
    'node_modules/x.ts',
    'node_modules/a/x.ts',
  ]) {
    watched.write(file);
  }
  await watched.settle();
  expect(told(watched)).toEqual({ docs: 'added', 'docs/page.md': 'added', 'src/a.ts': 'added' });
});

test('RS11: a deleted root is told once, and ends the watch', async () => {
  const root = path.join(temporaryFolder(), 'root');
  fs.mkdirSync(path.join(root, 'deep/er'), { recursive: true });
  fs.writeFileSync(path.join(root, 'deep/er/file'), '');
  const watched = await start(root, { includes: ['**/*.none'] });
  fs.rmSync(root, { recursive: true });
  await until(() => watched.ends.length > 0);
  const changes = watched.batches.flat();
  expect([changes.at(-1), changes.filter(({ path: file }) => file === root), watched.ends]).toEqual([
    { path: root, type: 'deleted' },
    [{ path: root, type: 'deleted' }],
    ['gone'],
  ]);
});

test('RS11: a root that is moved away ends the watch', async () => {
  const base = temporaryFolder();
  const root = path.join(base, 'root');
  fs.mkdirSync(root);
  const watched = await start(root);
  fs.renameSync(root, path.join(base, 'moved'));
  await until(() => watched.ends.length > 0);
  expect(watched.batches).toEqual([[{ path: root, type: 'deleted' }]]);
});

test('RS11: a root that is replaced is watched on', async () => {
  const base = temporaryFolder();
  const root = path.join(base, 'root');
  fs.mkdirSync(root);
  fs.mkdirSync(path.join(base, 'next'));
  fs.writeFileSync(path.join(root, 'old'), '');
  fs.writeFileSync(path.join(base, 'next/new'), '');
  const watched = await start(root);
  fs.renameSync(root, path.join(base, 'moved'));
  fs.renameSync(path.join(base, 'next'), root);
  await until(() => watched.last.size === 2);
  expect(told(watched)).toEqual({ new: 'added', old: 'deleted' });
  watched.write('later');
  await until(() => watched.last.has('later'));
  expect(watched.ends).toEqual([]);
});

test('RS11: a file is watched through being replaced, until it is deleted', async () => {
  const root = temporaryFolder();
  fs.writeFileSync(path.join(root, 'file'), 'old');
  const watched = await start(root, {}, 'file');
  for (let round = 0; round < 3; round += 1) {
    watched.last.clear();
    watched.write('other');
    fs.renameSync(path.join(root, 'other'), path.join(root, 'file'));
    await until(() => watched.last.size > 0);
    expect(told(watched)).toEqual({ file: 'updated' });
  }
  fs.unlinkSync(path.join(root, 'file'));
  await until(() => watched.ends.length > 0);
  expect([told(watched), watched.ends]).toEqual([{ file: 'deleted' }, ['gone']]);
});

test('RS11: links are entries, and what they lead to is not watched', async () => {
  const base = temporaryFolder();
  const [root, outside] = [path.join(base, 'root'), path.join(base, 'outside')];
  fs.mkdirSync(root);
  fs.mkdirSync(outside);
  fs.symlinkSync(outside, path.join(root, 'link'));
  fs.symlinkSync('.', path.join(root, 'circle'));
  const watched = await start(root);
  fs.writeFileSync(path.join(outside, 'secret'), '');
  fs.symlinkSync(outside, path.join(root, 'later'));
  await watched.settle();
  fs.writeFileSync(path.join(outside, 'another'), '');
  await watched.settle();
  expect(told(watched)).toEqual({ later: 'added' });
});

test('RS11: many changes come in batches of bounded size, each path once', async () => {
  const watched = await start(temporaryFolder(), { limits: { maxChangesPerBatch: 10, delayMs: 100 } });
  for (let index = 0; index < 95; index += 1) watched.write(`file-${index}`);
  for (let index = 0; index < 95; index += 1) watched.write(`file-${index}`, 'more');
  await until(() => watched.last.size === 95);
  expect(Math.max(...watched.batches.map((batch) => batch.length))).toBe(10);
  expect(
    watched.batches.every((batch) => new Set(batch.map((change) => change.path)).size === batch.length),
  ).toBe(true);
});

test('RS11: what came and went before anybody looked is not told', async () => {
  const watched = await start(temporaryFolder(), { limits: { delayMs: 100 } });
  watched.write('short/lived');
  fs.rmSync(path.join(watched.root, 'short'), { recursive: true });
  await watched.settle();
  expect(told(watched)).toEqual({});
});

test('RS11: a closed watch is silent', async () => {
  const watched = await start(temporaryFolder());
  watched.write('before');
  watched.close();
  watched.close();
  const other = await start(watched.root);
  other.write('after');
  await other.settle();
  expect([watched.batches, watched.ends]).toEqual([[], []]);
});

test('L5: too much to watch is refused at the start, and ends the watch later', async () => {
  const root = temporaryFolder();
  fs.mkdirSync(path.join(root, 'a/b'), { recursive: true });
  const unavailable = { kind: 'Unavailable', message: expect.stringContaining('Exclude some') };
  await expect(start(root, { limits: { maxFolders: 2 } })).rejects.toMatchObject(unavailable);
  await expect(start(root, { limits: { maxEntries: 1 } })).rejects.toMatchObject(unavailable);
  const watched = await start(root, { limits: { maxFolders: 3, maxEntries: 4 } });
  watched.write('c/file');
  await until(() => watched.ends.length > 0);
  expect(watched.ends).toMatchObject([unavailable]);
});

test('L5: what cannot be watched is refused with the reason', async () => {
  const root = temporaryFolder();
  await expect(start(root, {}, 'none')).rejects.toMatchObject({ kind: 'NotFound' });
  await expect(start(root, { includes: [''] })).rejects.toMatchObject({ kind: 'InvalidParams' });
});

test('L5: a listener that throws ends its own watch and nothing else', async () => {
  const root = temporaryFolder();
  const ends: unknown[] = [];
  const failure = new Error('listener');
  const { close } = await watchTree(root, { recursive: true, onEnd: (error) => ends.push(error) }, () => {
    throw failure;
  });
  onTestFinished(close);
  const other = await start(root);
  other.write('file');
  await until(() => ends.length > 0 && other.last.has('file'));
  expect(ends).toEqual([failure]);
});
