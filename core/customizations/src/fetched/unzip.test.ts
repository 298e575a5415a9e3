import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { defaultFetchLimits, type FetchLimits } from './fetch-limits.ts';
import { unzip } from './unzip.ts';
import { zipOf, type ZippedEntry } from './zip.testkit.ts';

/** Unpacks into a folder with neighbors, so that whatever gets out of it is seen. */
async function unpacked(
  archive: Buffer,
  limits: Partial<FetchLimits> = {},
  signal = new AbortController().signal,
): Promise<{ target: string; around: () => string[]; failure: unknown }> {
  const around = mkdtempSync(path.join(tmpdir(), 'loggia-unzip-'));
  onTestFinished(() => rmSync(around, { recursive: true, force: true }));
  const target = path.join(around, 'a', 'target');
  mkdirSync(target, { recursive: true });
  const file = path.join(around, 'archive.zip');
  writeFileSync(file, archive);
  const failure = await unzip(file, target, { limits: { ...defaultFetchLimits, ...limits }, signal }).then(
    () => undefined,
    (error: unknown) => error,
  );
  const seen = (): string[] => [...readdirSync(around), ...readdirSync(path.join(around, 'a'))].sort();
  return { target, around: seen, failure };
}

test('D3: an archive is unpacked with its folders, and programs in it can run', async () => {
  const { target, failure } = await unpacked(
    zipOf([
      { name: 'plugin/' },
      { name: 'plugin/plugin.json', content: '{}' },
      { name: 'plugin/bin/serve', content: '#!/bin/sh', mode: 0o100755 },
      { name: 'plugin\\windows\\note.txt', content: 'made elsewhere' },
    ]),
  );
  expect(failure).toBeUndefined();
  expect(readFileSync(path.join(target, 'plugin/plugin.json'), 'utf8')).toBe('{}');
  expect(readFileSync(path.join(target, 'plugin/windows/note.txt'), 'utf8')).toBe('made elsewhere');
  expect(statSync(path.join(target, 'plugin/bin/serve')).mode & 0o777).toBe(0o700);
  expect(statSync(path.join(target, 'plugin/plugin.json')).mode & 0o777).toBe(0o600);
});

const hostile: readonly (readonly [string, ZippedEntry, RegExp])[] = [
  ['a name that climbs out', { name: '../evil.txt' }, /"\.\.\/evil\.txt", which isn't a name inside/],
  ['a name that climbs further inside', { name: 'a/../../evil.txt' }, /isn't a name inside a folder/],
  ['a name that climbs with backslashes', { name: '..\\..\\evil.txt' }, /isn't a name inside a folder/],
  ['an absolute name', { name: '/tmp/evil.txt' }, /isn't a name inside a folder/],
  ['a drive', { name: 'C:/evil.txt' }, /isn't a name inside a folder/],
  ['a name with a line break', { name: 'a\nb' }, /isn't a name inside a folder/],
  ['a link', { name: 'link', content: '/etc/passwd', mode: 0o120777 }, /contains the link "link"/],
  ['a device', { name: 'device', mode: 0o020644 }, /"device" in the archive isn't a file/],
  ['an encrypted entry', { name: 'a', content: 'x', encrypted: true }, /encrypted/],
  [
    'more bytes than its header says',
    { name: 'a', content: 'x'.repeat(5000), size: 10 },
    /can't be read as a \.zip/,
  ],
];

test.each(hostile)('D3: %s is refused, and nothing leaves the folder', async (_what, entry, why) => {
  const { failure, around } = await unpacked(zipOf([{ name: 'plugin.json', content: '{}' }, entry]));
  expect(failure).toMatchObject({ name: 'FetchRefused', message: expect.stringMatching(why) });
  expect(around()).toEqual(['a', 'archive.zip', 'target']);
});

test('D3: an archive that would write through what it made before is refused', async () => {
  const twice = await unpacked(
    zipOf([
      { name: 'a', content: '1' },
      { name: 'a', content: '2' },
    ]),
  );
  expect(twice.failure).toMatchObject({ message: expect.stringContaining('two entries of the same name') });
  const below = await unpacked(
    zipOf([
      { name: 'a', content: '1' },
      { name: 'a/b', content: '2' },
    ]),
  );
  expect(below.failure).toMatchObject({ message: expect.stringContaining('two entries of the same name') });
});

test('D3, L5: archives that are too much are given up before they fill the disk', async () => {
  const zeros = Buffer.alloc(12 * 1024 * 1024);
  const bomb = await unpacked(zipOf([{ name: 'zeros', content: zeros }]));
  expect(bomb.failure).toMatchObject({ message: expect.stringContaining('200 times as large') });
  const large = await unpacked(zipOf([{ name: 'zeros', content: zeros }]), {
    maxBytes: 1024 * 1024,
    maxRatio: 100_000,
  });
  expect(large.failure).toMatchObject({ message: expect.stringContaining('larger than 1 MB') });
  const entries = Array.from({ length: 11 }, (_, at) => ({ name: `file-${at}` }));
  const many = await unpacked(zipOf(entries), { maxEntries: 10 });
  expect(many.failure).toMatchObject({ message: expect.stringContaining('more than 10 files') });
  const archive = await unpacked(zipOf([{ name: 'a', content: 'abc' }]), { maxArchiveBytes: 10 });
  expect(archive.failure).toMatchObject({ message: expect.stringContaining('The archive is larger than') });
});

test('L5: what is no archive says so', async () => {
  const { failure } = await unpacked(Buffer.from('This is a text.'.repeat(10)));
  expect(failure).toMatchObject({
    name: 'FetchRefused',
    message: expect.stringMatching(/can't be read as a \.zip archive .* Pack it again\./),
  });
});
