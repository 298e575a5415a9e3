import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { backedUp, contentPath, madeData, temporaryFolder } from './backed-up.testkit.ts';
import { parseManifest, type BackupManifest } from './manifest.ts';

function manifestOf(backup: string): BackupManifest {
  const read = parseManifest(readFileSync(path.join(backup, 'backup.json'), 'utf8'));
  if (!('manifest' in read)) throw new Error(JSON.stringify(read));
  return read.manifest;
}

test('L7: a backup lists every file with its size and SHA-256, and each folder and link', async () => {
  const { data, hashes } = await madeData();
  const backup = path.join(temporaryFolder(), 'monday');
  const done = await backedUp(data, backup);
  const manifest = manifestOf(backup);
  const inside = readdirSync(backup, { recursive: true, withFileTypes: true });
  const files = inside
    .filter((entry) => entry.isFile() && entry.name !== 'backup.json')
    .map((entry) => path.join(entry.parentPath, entry.name));
  const digest = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');
  const byPath = (one: { path: string }, other: { path: string }) => (one.path < other.path ? -1 : 1);
  expect(manifest.files.toSorted(byPath)).toEqual(
    files
      .map((file) => ({
        path: path.relative(backup, file),
        bytes: statSync(file).size,
        sha256: digest(file),
      }))
      .toSorted(byPath),
  );
  expect(manifest.files.map((file) => file.path)).toEqual(expect.arrayContaining(hashes.map(contentPath)));
  expect(manifest.links).toEqual([{ path: 'workspace/link.md', target: 'notes.md' }]);
  expect(manifest.folders).toEqual(expect.arrayContaining(['content', 'workspace', 'workspace/empty']));
  expect(manifest).toMatchObject({ format: 1, version: '0.1.0', contents: 2, damaged: [], withKey: false });
  expect(done).toEqual({ directory: backup, bytes: manifest.bytes, contents: 2, damaged: [] });
  expect([existsSync(`${backup}.partial`), existsSync(path.join(backup, 'key'))]).toEqual([false, false]);
  expect(statSync(path.join(backup, 'workspace/run.sh')).mode & 0o777).toBe(0o700);
});

test('SE11: a backup names contents that are damaged or missing, and has everything else', async () => {
  const { data, hashes } = await madeData();
  const [damaged = '', missing = ''] = hashes;
  writeFileSync(path.join(data, contentPath(damaged)), 'the wrong text');
  rmSync(path.join(data, contentPath(missing)));
  const backup = path.join(temporaryFolder(), 'monday');
  const done = await backedUp(data, backup, { withKey: true });
  expect(done.damaged).toEqual([damaged, missing]);
  expect(manifestOf(backup)).toMatchObject({ damaged: [damaged, missing], contents: 1, withKey: true });
});

test('SE11: a database that can’t be copied whole leaves no backup', async () => {
  const { data } = await madeData();
  const backup = path.join(temporaryFolder(), 'monday');
  const { backUp } = await import('./back-up.ts');
  const copyTo = async (file: string) => writeFileSync(file, 'SQLite format 3\0 and no more');
  const ports = { dataDirectory: data, version: '0.1.0', storage: { copyTo }, now: () => 0 };
  const attempt = backUp({ ...ports, alone: (work) => work() }, { directory: backup });
  await expect(attempt).rejects.toThrow(/The copy of the database is damaged .*keep your earlier backups/);
  expect([existsSync(backup), existsSync(`${backup}.partial`)]).toEqual([false, false]);
});
