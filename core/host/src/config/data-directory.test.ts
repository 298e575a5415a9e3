import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { defaultDataDirectory, prepareDataDirectory } from './data-directory.ts';

function temporary(): string {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'loggia data '));
  onTestFinished(() => fs.rmSync(directory, { recursive: true, force: true }));
  return directory;
}

test.each<[NodeJS.Platform, Record<string, string>, string, string]>([
  ['linux', {}, '/home/me', '/home/me/.local/share/loggia'],
  ['linux', { XDG_DATA_HOME: '/data' }, '/home/me', '/data/loggia'],
  ['linux', { XDG_DATA_HOME: 'relative' }, '/home/me', '/home/me/.local/share/loggia'],
  ['freebsd', { XDG_DATA_HOME: '' }, '/home/me', '/home/me/.local/share/loggia'],
  ['darwin', { XDG_DATA_HOME: '/data' }, '/Users/me', '/Users/me/Library/Application Support/Loggia'],
  ['win32', { LOCALAPPDATA: 'D:\\Local' }, 'C:\\Users\\me', 'D:\\Local\\Loggia'],
  ['win32', {}, 'C:\\Users\\me', 'C:\\Users\\me\\AppData\\Local\\Loggia'],
])('L1: data is kept where %s wants it, with %o', (platform, env, home, expected) => {
  expect(defaultDataDirectory({ platform, env, home, workingDirectory: '/' })).toBe(expected);
});

test('L1: the data directory is made, for its owner only', async () => {
  const directory = path.join(temporary(), 'a', 'b');
  expect(await prepareDataDirectory(directory)).toEqual({ openToOthers: false });
  expect(fs.statSync(directory).mode & 0o777).toBe(0o700);
});

test('L1: one that is there stays as it is, and it is known whether others can look into it', async () => {
  const directory = temporary();
  fs.chmodSync(directory, 0o755);
  expect(await prepareDataDirectory(directory)).toEqual({ openToOthers: true });
  expect(fs.statSync(directory).mode & 0o777).toBe(0o755);
});

test('L5: a directory that cannot be made is explained', async () => {
  const file = path.join(temporary(), 'file');
  fs.writeFileSync(file, '');
  const explain = 'choose another with --data or LOGGIA_DATA.';
  await expect(prepareDataDirectory(file)).rejects.toMatchObject({
    exitCode: 1,
    message: `The data directory ${file} cannot be made: there is a file of that name; ${explain}`,
  });
  await expect(prepareDataDirectory(path.join(file, 'inside'))).rejects.toMatchObject({
    exitCode: 1,
    message: `The data directory ${path.join(file, 'inside')} cannot be made: part of the path is a file; ${explain}`,
  });
});
