import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { withLock } from './lock.mjs';
import { temporaryTree, write } from './temporary-tree.ts';

const quick = { pollMs: 2 };

function lockIn(root: string): string {
  return path.join(root, 'cache', 'a.lock');
}

async function deadProcess(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await new Promise((resolve) => child.once('close', resolve));
  return child.pid!;
}

/** The maximum number of processes that held the lock at the same time. */
async function mostAtOnce(lock: string, wanting: number): Promise<number> {
  let inside = 0;
  let most = 0;
  const work = async () => {
    inside += 1;
    most = Math.max(most, inside);
    await sleep(3);
    inside -= 1;
  };
  await Promise.all(Array.from({ length: wanting }, () => withLock(lock, work, quick)));
  return most;
}

test('work never overlaps, and the lock is gone afterwards', async () => {
  const lock = lockIn(temporaryTree({}));
  expect(await mostAtOnce(lock, 10)).toBe(1);
  expect(fs.readdirSync(path.dirname(lock))).toEqual([]);
});

test('the lock is let go when the work fails', async () => {
  const lock = lockIn(temporaryTree({}));
  const failing = withLock(lock, () => Promise.reject(new Error('no')), quick);
  await expect(failing).rejects.toThrow('no');
  expect(await withLock(lock, () => Promise.resolve('yes'), quick)).toBe('yes');
});

test('several processes that find a dead holder take over one after the other', async () => {
  const root = temporaryTree({});
  const lock = lockIn(root);
  const pid = await deadProcess();
  write(
    root,
    'cache/a.lock/owner.json',
    JSON.stringify({ token: 'dead', holders: [{ pid, startedAt: null }] }),
  );
  expect(await mostAtOnce(lock, 5)).toBe(1);
});

test('a living process that began at another time is not the holder', async () => {
  const root = temporaryTree({});
  const owner = { token: 'old', holders: [{ pid: process.pid, startedAt: '1' }] };
  write(root, 'cache/a.lock/owner.json', JSON.stringify(owner));
  expect(await withLock(lockIn(root), () => Promise.resolve('yes'), quick)).toBe('yes');
});

test('a damaged lock is taken over', async () => {
  const root = temporaryTree({ 'cache/a.lock/owner.json': '{' });
  expect(await withLock(lockIn(root), () => Promise.resolve('yes'), quick)).toBe('yes');
});

test('waiting is told once, with the holder, and ends with advice', async () => {
  const root = temporaryTree({});
  const owner = { token: 'alive', holders: [{ pid: process.pid, startedAt: null }] };
  write(root, 'cache/a.lock/owner.json', JSON.stringify(owner));
  const told: number[] = [];
  const waiting = withLock(lockIn(root), () => Promise.resolve(), {
    ...quick,
    patienceMs: 30,
    onWait: (holder) => told.push(holder),
  });
  await expect(waiting).rejects.toThrow(/delete that folder/);
  expect(told).toEqual([process.pid]);
});
