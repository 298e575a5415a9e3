import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DirectoryInUse, lockDirectory } from './lock-directory.ts';
import { UnusableDatabase } from './sqlite/unusable-database.ts';

let directory: string;

beforeEach(() => {
  directory = path.join(fs.mkdtempSync(path.join(os.tmpdir(), 'loggia-lock-')), 'data');
});

afterEach(() => fs.rmSync(path.dirname(directory), { recursive: true }));

test('ST13: a directory has one owner, and the next one is told who that is', () => {
  const lock = lockDirectory(directory);
  expect(() => lockDirectory(directory)).toThrow(DirectoryInUse);
  expect(() => lockDirectory(directory)).toThrow(
    `is in use by process ${process.pid}. Stop that one first, or choose another data directory.`,
  );
  lock.release();
  lock.release();
  lockDirectory(directory).release();
});

test('ST13: an owner that has not said who it is still keeps others out', () => {
  const lock = lockDirectory(directory);
  fs.rmSync(path.join(directory, 'lock.json'));
  expect(() => lockDirectory(directory)).toThrow('is in use by another process.');
  lock.release();
});

test('ST13: what a dead owner left behind does not keep anyone out', () => {
  fs.mkdirSync(directory);
  fs.writeFileSync(path.join(directory, 'lock.json'), JSON.stringify({ pid: process.pid }));
  expect(() => lockDirectory(directory).release()).not.toThrow();
});

test('ST13: a lock file that is something else is refused', () => {
  fs.mkdirSync(directory);
  fs.writeFileSync(path.join(directory, 'lock.db'), 'not a lock '.repeat(500));
  expect(() => lockDirectory(directory)).toThrow(UnusableDatabase);
});
