import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { loadLocalToken, rotateLocalToken, sameToken } from './local-token.ts';

function makePipe(file: string): void {
  spawnSync('sh', ['-c', 'mkfifo -m 600 "$1"', 'sh', file]);
}

function dataDirectory(): string {
  const root = fs.mkdtempSync(path.join(os.tmpdir(), 'loggia-token-'));
  onTestFinished(() => fs.rmSync(root, { recursive: true, force: true }));
  return path.join(root, 'data');
}

test('AC2: the token is made once, in a file that only its owner can read', async () => {
  const directory = dataDirectory();
  const token = await loadLocalToken(directory);
  expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  expect(await loadLocalToken(directory)).toBe(token);
  expect(fs.readdirSync(directory)).toEqual(['token']);
  expect(fs.statSync(path.join(directory, 'token')).mode & 0o777).toBe(0o600);
  expect(fs.statSync(directory).mode & 0o777).toBe(0o700);
});

test('AC2: starts at the same moment agree on one token', async () => {
  const directory = dataDirectory();
  const tokens = await Promise.all(Array.from({ length: 8 }, () => loadLocalToken(directory)));
  expect(new Set(tokens).size).toBe(1);
  expect(fs.readdirSync(directory)).toEqual(['token']);
});

test.each([0o644, 0o640, 0o620, 0o604])('AC2: a token with mode %o is replaced', async (mode) => {
  const directory = dataDirectory();
  const token = await loadLocalToken(directory);
  fs.chmodSync(path.join(directory, 'token'), mode);
  const next = await loadLocalToken(directory);
  expect(next).not.toBe(token);
  expect(fs.statSync(path.join(directory, 'token')).mode & 0o777).toBe(0o600);
  expect(await loadLocalToken(directory)).toBe(next);
});

test.each([
  ['an empty file', ''],
  ['something else', 'password'],
  ['too much', 'x'.repeat(5000)],
])('L5: a token file with %s is refused with a sentence', async (_, text) => {
  const directory = dataDirectory();
  fs.mkdirSync(directory);
  fs.writeFileSync(path.join(directory, 'token'), text, { mode: 0o600 });
  await expect(loadLocalToken(directory)).rejects.toThrow(/start/);
});

test('AC2: a link, a folder or a pipe in place of the token is refused', async () => {
  const directory = dataDirectory();
  const file = path.join(directory, 'token');
  await loadLocalToken(directory);
  fs.renameSync(file, `${file}.moved`);
  fs.symlinkSync(`${file}.moved`, file);
  await expect(loadLocalToken(directory)).rejects.toThrow('is a link');
  fs.unlinkSync(file);
  fs.mkdirSync(file);
  await expect(loadLocalToken(directory)).rejects.toThrow('is not a file');
  fs.rmdirSync(file);
  makePipe(file);
  await expect(loadLocalToken(directory)).rejects.toThrow('is not a file');
});

test('AC1: tokens compare as a whole, and an empty one opens nothing', () => {
  expect(sameToken('abc', 'abc')).toBe(true);
  for (const given of ['', 'ab', 'abcd', 'ABC', 'abc ']) expect(sameToken(given, 'abc')).toBe(false);
  expect(sameToken('', '')).toBe(false);
});

test('SE9: a rotated token is the one that the next start finds', async () => {
  const directory = dataDirectory();
  const token = await loadLocalToken(directory);
  const rotated = await rotateLocalToken(directory);
  expect(rotated).not.toBe(token);
  expect(await loadLocalToken(directory)).toBe(rotated);
  expect(fs.readdirSync(directory)).toEqual(['token']);
  expect(fs.statSync(path.join(directory, 'token')).mode & 0o777).toBe(0o600);
});
