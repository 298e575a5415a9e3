import { watch } from 'node:fs';
import { mkdir, mkdtemp, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Scheduler } from '@loggia/kernel';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchFolders, type FolderWatch, type WatchedFolder } from './watch-folders.ts';

let folder: string;
let root: string;
let changes = 0;
let attempt = 0;
let watches: FolderWatch[] = [];

beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'loggia-watch-')));
  root = path.join(folder, 'work');
  await mkdir(root);
  changes = 0;
});

afterEach(async () => {
  for (const each of watches) each.close();
  watches = [];
  await rm(folder, { recursive: true, force: true });
});

async function put(file: string, text = ''): Promise<void> {
  await mkdir(path.dirname(path.join(root, file)), { recursive: true });
  await writeFile(path.join(root, file), text);
}

async function start(...folders: readonly (string | WatchedFolder)[]): Promise<FolderWatch> {
  const started = watchFolders(folders, () => (changes += 1), { gatherMs: 20 });
  watches.push(started);
  await started.ready;
  return started;
}

/** Whether a change was reported since the last call, or is within a while. */
async function changed(): Promise<boolean> {
  await vi.waitUntil(() => changes > 0, { timeout: 5000, interval: 5 });
  changes = 0;
  return true;
}

/** Resolves when the system has reported the next change in this folder, to existing watchers as well. */
function nextEventIn(directory: string): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(directory, () => {
      watcher.close();
      setImmediate(resolve);
    });
  });
}

describe('watching folders', () => {
  it('D4: a file that is written, made and deleted is told', async () => {
    await put('.mcp.json', '{}');
    await start(root);
    await put('.mcp.json', '{"a": {}}');
    expect(await changed()).toBe(true);
    await rm(path.join(root, '.mcp.json'));
    expect(await changed()).toBe(true);
    await put('.mcp.json', '{}');
    expect(await changed()).toBe(true);
  });

  it('D4: a skill is noticed in a folder that was not there', async () => {
    const staged = path.join(folder, 'staged', 'skills', 'pdf');
    await mkdir(staged, { recursive: true });
    await start(root);
    await rename(path.join(folder, 'staged'), path.join(root, '.claude'));
    expect(await changed()).toBe(true);
    await writeFile(path.join(root, '.claude', 'skills', 'pdf', 'SKILL.md'), 'one');
    expect(await changed()).toBe(true);
  });

  it('D4: a root that is deleted and made again is still watched, and so is one that was never there', async () => {
    await put('skills/a/SKILL.md');
    await start(root, path.join(folder, 'later', 'plugin'));
    await rm(root, { recursive: true });
    expect(await changed()).toBe(true);
    await put('plugin.json');
    expect(await changed()).toBe(true);
    await vi.waitFor(
      async () => {
        await put('skills/a/SKILL.md', `${(attempt += 1)}`);
        expect(changes).toBeGreaterThan(0);
      },
      { timeout: 5000, interval: 60 },
    );
    changes = 0;
    await mkdir(path.join(folder, 'later', 'plugin'), { recursive: true });
    expect(await changed()).toBe(true);
  });

  it('D4: a root that another takes the place of is told', async () => {
    await put('plugin.json');
    await mkdir(path.join(folder, 'next'));
    await start(root);
    await rename(root, path.join(folder, 'old'));
    await rename(path.join(folder, 'next'), root);
    expect(await changed()).toBe(true);
    await put('plugin.json', '{}');
    expect(await changed()).toBe(true);
  });

  it('D4: a root that is a link is told when the link comes to lead elsewhere', async () => {
    const link = path.join(folder, 'current');
    await symlink(root, link);
    await mkdir(path.join(folder, 'next'));
    await start(link);
    await symlink(path.join(folder, 'next'), `${link}.new`);
    await rename(`${link}.new`, link);
    expect(await changed()).toBe(true);
    await writeFile(path.join(folder, 'next', 'plugin.json'), '{}');
    expect(await changed()).toBe(true);
  });

  it('D3: places that a manifest names are watched, too', async () => {
    await put('people/one.md');
    await start({ path: root, also: ['people'] });
    await put('people/two.md');
    expect(await changed()).toBe(true);
  });

  it('D4: what nobody reads is not told, and links out are not followed', async () => {
    await put('skills/a/SKILL.md');
    await mkdir(path.join(folder, 'elsewhere'));
    await symlink('../../elsewhere', path.join(root, 'skills', 'out'));
    const after = vi.fn<Scheduler['after']>(() => () => undefined);
    const watched = watchFolders([root], () => undefined, { scheduler: { after } });
    watches.push(watched);
    await watched.ready;
    for (const [directory, name] of [
      [root, 'index.ts'],
      [path.join(root, 'skills', 'a'), 'run.py'],
      [path.join(folder, 'elsewhere'), 'SKILL.md'],
    ] as const) {
      const told = nextEventIn(directory);
      await writeFile(path.join(directory, name), 'x');
      await told;
    }
    expect(after).not.toHaveBeenCalled();
    await put('AGENTS.md');
    await vi.waitFor(() => expect(after).toHaveBeenCalledTimes(1));
  });

  it('D4: many changes at once are told once, and none after the end', async () => {
    await put('skills/a/SKILL.md');
    const timers: (() => void)[] = [];
    const scheduler = {
      after(_: number, fn: () => void) {
        timers.push(fn);
        return () => void timers.splice(timers.indexOf(fn), 1);
      },
    };
    const watched = watchFolders([root], () => (changes += 1), { scheduler });
    watches.push(watched);
    await watched.ready;
    for (let index = 0; index < 20; index += 1) await put('skills/a/SKILL.md', `${index}`);
    await vi.waitFor(() => expect(timers).toHaveLength(1));
    timers.shift()?.();
    expect(await changed()).toBe(true);
    await put('skills/a/SKILL.md', 'again');
    await vi.waitFor(() => expect(timers).toHaveLength(1));
    watched.close();
    expect(timers).toHaveLength(0);
    expect(changes).toBe(0);
  });
});
