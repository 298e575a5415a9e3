import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inspect } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { loadVaultKey } from './vault-key.ts';

function dataDirectory(): string {
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'loggia-key-'));
  onTestFinished(() => fs.rmSync(directory, { recursive: true, force: true }));
  return directory;
}

test('AC2: the key is made once, in a file that only its owner can read', async () => {
  const directory = dataDirectory();
  const [first, second] = await Promise.all([loadVaultKey(directory, {}), loadVaultKey(directory, {})]);
  expect(first.export()).toHaveLength(32);
  expect(second.equals(first)).toBe(true);
  expect((await loadVaultKey(directory, { LOGGIA_KEY: '' })).equals(first)).toBe(true);
  expect(fs.statSync(path.join(directory, 'key')).mode & 0o777).toBe(0o600);
  expect(inspect(first, { showHidden: true })).not.toContain(first.export().toString('base64'));
});

test('AC2: a key that others could read is refused, not replaced', async () => {
  const directory = dataDirectory();
  const file = path.join(directory, 'key');
  const key = await loadVaultKey(directory, {});
  fs.chmodSync(file, 0o644);
  await expect(loadVaultKey(directory, {})).rejects.toThrow(`chmod 600 "${file}"`);
  fs.chmodSync(file, 0o600);
  expect((await loadVaultKey(directory, {})).equals(key)).toBe(true);
});

test('AC2: LOGGIA_KEY takes the place of the file', async () => {
  const directory = dataDirectory();
  const bytes = randomBytes(32);
  for (const encoding of ['base64', 'base64url'] as const) {
    const key = await loadVaultKey(directory, { LOGGIA_KEY: bytes.toString(encoding) });
    expect(key.export().equals(bytes)).toBe(true);
  }
  expect(fs.readdirSync(directory)).toEqual([]);
});

test.each(['short', randomBytes(31).toString('base64'), randomBytes(33).toString('base64'), 'ü'.repeat(43)])(
  'L5: %j is refused as a key without repeating it',
  async (value) => {
    const error: unknown = await loadVaultKey(dataDirectory(), { LOGGIA_KEY: value }).catch(
      (caught: unknown) => caught,
    );
    expect(String(error)).toMatch(/LOGGIA_KEY doesn't contain a key/);
    expect(inspect(error)).not.toContain(value);
  },
);

test('L5: a damaged key file is refused', async () => {
  const directory = dataDirectory();
  fs.writeFileSync(path.join(directory, 'key'), '', { mode: 0o600 });
  await expect(loadVaultKey(directory, {})).rejects.toThrow("doesn't contain a key");
});
