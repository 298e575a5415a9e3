import { createHash } from 'node:crypto';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { lockDirectory, openSqliteStorage } from '@loggia/storage';
import { expect, test } from 'vitest';
import { backedUp, contentPath, madeData, temporaryFolder } from './backed-up.testkit.ts';
import { restoreBackup, type RestoreOptions, type RestoreStep } from './restore.ts';
import { assertNoUnfinishedRestore } from './unfinished-restore.ts';

const now = Date.UTC(2026, 0, 31, 12);
const aside = (data: string) => `${data}.before-restore-2026-01-31T12-00-00Z`;

const digestOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

/** Everything in a folder but what SQLite keeps beside its files, with digests of files and targets of links. */
function everythingIn(folder: string): Record<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return Object.fromEntries(
    entries
      .map((entry): [string, string] => {
        const file = path.join(entry.parentPath, entry.name);
        const name = path.relative(folder, file);
        if (entry.isSymbolicLink()) return [name, `to ${readlinkSync(file)}`];
        return [name, entry.isDirectory() ? 'a folder' : digestOf(file)];
      })
      .filter(([name]) => !/^lock\.db$|-(wal|shm)$/.test(name))
      .toSorted(([one], [other]) => (one < other ? -1 : 1)),
  );
}

async function madeBackup(options: { readonly withKey?: boolean } = {}) {
  const { data, hashes } = await madeData();
  const backup = path.join(temporaryFolder(), 'monday');
  await backedUp(data, backup, options);
  const { 'backup.json': manifest = '', ...files } = everythingIn(backup);
  expect(manifest).not.toBe('');
  return { data, backup, files, hashes };
}

const restored = (backup: string, dataDirectory: string, more: Partial<RestoreOptions> = {}) =>
  restoreBackup({ backup, dataDirectory, now, ...more });

test('L7: a backup is restored to a folder that doesn’t exist, with links and programs', async () => {
  const { backup, files } = await madeBackup({ withKey: true });
  const target = path.join(temporaryFolder(), 'new/data');
  const steps = new Set<RestoreStep>();
  const done = await restored(backup, target, { progress: (step) => void steps.add(step) });
  expect(everythingIn(target)).toEqual(files);
  expect(done).toMatchObject({ directory: target, contents: 2, damaged: [], key: 'restored' });
  expect(done).not.toHaveProperty('previous');
  expect(readdirSync(path.dirname(target))).toEqual(['data']);
  expect(existsSync(path.join(target, 'lock.json'))).toBe(false);
  expect(statSync(path.join(target, 'workspace/run.sh')).mode & 0o777).toBe(0o700);
  expect(statSync(target).mode & 0o777).toBe(0o700);
  expect([...steps]).toEqual(['checking', 'copying', 'examining', 'puttingInPlace', 'finishing']);
  lockDirectory(target).release();
});

test('L7: a restore keeps the data that it replaces, and the key if the backup has none', async () => {
  const { data, backup, files } = await madeBackup();
  writeFileSync(path.join(data, 'workspace/later.md'), 'written after the backup');
  const before = everythingIn(data);
  const done = await restored(backup, data);
  expect(done).toMatchObject({ previous: aside(data), key: 'kept' });
  expect(everythingIn(data)).toEqual({ ...files, key: before['key'] });
  expect(everythingIn(aside(data))).toEqual(before);
  expect(existsSync(`${data}.partial`)).toBe(false);
  const again = await restored(backup, data);
  expect(again.previous).toBe(`${aside(data)}-2`);
  const storage = openSqliteStorage(path.join(data, 'loggia.db'));
  await storage.store.close();
});

test('L7: an empty data directory is not kept, and a link to one stays a link', async () => {
  const { backup, files } = await madeBackup();
  const folder = temporaryFolder();
  mkdirSync(path.join(folder, 'disk/data'), { recursive: true });
  symlinkSync('disk/data', path.join(folder, 'data'));
  const done = await restored(backup, path.join(folder, 'data'));
  expect(done).toMatchObject({ directory: path.join(folder, 'disk/data'), key: 'missing' });
  expect(done).not.toHaveProperty('previous');
  expect(readlinkSync(path.join(folder, 'data'))).toBe('disk/data');
  expect(everythingIn(path.join(folder, 'data'))).toEqual(files);
  expect(readdirSync(path.join(folder, 'disk'))).toEqual(['data']);
});

/** Attempts a restore over existing data, and checks that nothing changed. */
async function refusal(
  backup: string,
  data: string,
  more: Partial<RestoreOptions> = {},
): Promise<{ message: string }> {
  const before = everythingIn(data);
  const beside = readdirSync(path.dirname(data));
  const error: unknown = await restored(backup, data, more).then(
    () => new Error('It was restored.'),
    (reason: unknown) => reason,
  );
  expect(everythingIn(data)).toEqual(before);
  expect(readdirSync(path.dirname(data))).toEqual(beside);
  lockDirectory(data).release();
  if (!(error instanceof Error)) throw error;
  return error;
}

test('SE11: a backup with files that are damaged, missing or foreign changes nothing and names them', async () => {
  const { data, backup, hashes } = await madeBackup();
  const [damaged = '', missing = ''] = hashes.map(contentPath);
  appendFileSync(path.join(backup, damaged), ' ');
  rmSync(path.join(backup, missing));
  mkdirSync(path.join(backup, 'workspace/foreign/deep'), { recursive: true });
  writeFileSync(path.join(backup, 'workspace/foreign/deep/file'), '');
  rmSync(path.join(backup, 'workspace/link.md'));
  symlinkSync('/etc/passwd', path.join(backup, 'workspace/link.md'));
  const { message } = await refusal(backup, data);
  expect(message.split('\n').toSorted()).toEqual(
    [
      `${backup} is not as it was made:`,
      `  ${damaged} is damaged`,
      `  ${missing} is missing`,
      '  workspace/foreign isn’t part of the backup',
      '  workspace/link.md is damaged',
      'Nothing was changed. Use another backup, or move away what isn’t part of this one.',
    ].toSorted(),
  );
});

test('SE11: a byte that changed in the database of a backup is found', async () => {
  const { data, backup } = await madeBackup();
  const file = path.join(backup, 'loggia.db');
  const bytes = readFileSync(file);
  bytes[bytes.length - 5] = (bytes[bytes.length - 5] ?? 0) ^ 1;
  writeFileSync(file, bytes);
  expect((await refusal(backup, data)).message).toContain('loggia.db is damaged');
});

/** Changes the list of files, as nobody should. */
function changeManifest(backup: string, change: object): void {
  const file = path.join(backup, 'backup.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as object;
  writeFileSync(file, JSON.stringify({ ...manifest, ...change }));
}

test('L7: a backup from a newer version is refused with advice', async () => {
  const { data, backup } = await madeBackup();
  changeManifest(backup, { version: '9.1.0', schema: 1000 });
  const advice =
    /made by a newer version of Loggia \(9\.1\.0\).*Install that version or a later one, and restore with it/;
  expect((await refusal(backup, data)).message).toMatch(advice);
  changeManifest(backup, { version: '9.1.0', schema: 1, format: 2 });
  expect((await refusal(backup, data)).message).toMatch(advice);
});

test('L7: folders that aren’t backups are refused', async () => {
  const { data, backup } = await madeBackup();
  const nowhere = path.join(temporaryFolder(), 'nowhere');
  expect((await refusal(nowhere, data)).message).toMatch(/is not a complete backup: it has no backup\.json/);
  expect((await refusal(data, data)).message).toMatch(/lie in one another/);
  changeManifest(backup, { folders: ['../outside'] });
  expect((await refusal(backup, data)).message).toMatch(/backup\.json can’t be used: folders\.0/);
  writeFileSync(path.join(backup, 'backup.json'), '{');
  expect((await refusal(backup, data)).message).toMatch(/can’t be used: it is not JSON/);
});

test('L7: a restore waits for nobody: a host or another restore that has the data is named', async () => {
  const { data, backup } = await madeBackup();
  const host = lockDirectory(data);
  await expect(restored(backup, data)).rejects.toThrow(
    `A host is using ${data} (process ${process.pid}). Stop it, and run the restore again.`,
  );
  host.release();
  expect(existsSync(`${data}.partial`)).toBe(false);
  const other = lockDirectory(`${data}.partial`);
  await expect(restored(backup, data)).rejects.toThrow(/^Another restore to .* is running \(process \d+\)/);
  expect(existsSync(`${data}.partial`)).toBe(true);
  other.release();
  expect((await restored(backup, data)).previous).toBe(aside(data));
});

test('L7: a restore can be canceled until the data directory is renamed', async () => {
  const { data, backup, files } = await madeBackup();
  for (const when of ['checking', 'copying', 'examining']) {
    const cancel = new AbortController();
    const progress = (step: string) => step === when && cancel.abort();
    const { message } = await refusal(backup, data, { signal: cancel.signal, progress });
    expect(message).toMatch(/aborted/);
  }
  const late = new AbortController();
  const progress = (step: string) => step === 'settingAside' && late.abort();
  await restored(backup, data, { signal: late.signal, progress });
  expect(everythingIn(data)).toMatchObject(files);
});

test('L7: a host that starts between the renames doesn’t stop a restore', async () => {
  const { data, backup, files } = await madeBackup();
  let refused: unknown;
  const progress = (step: RestoreStep): void => {
    if (step !== 'puttingInPlace' || refused !== undefined) return;
    const lock = lockDirectory(data);
    refused = assertNoUnfinishedRestore(data).then(
      () => 'started',
      (error: unknown) => error,
    );
    setTimeout(() => lock.release(), 300);
  };
  const done = await restored(backup, data, { progress });
  expect(String(await refused)).toMatch(/a restore did not finish/);
  expect(done.previous).toBe(aside(data));
  expect(everythingIn(data)).toMatchObject(files);
  expect(readdirSync(path.dirname(data)).toSorted()).toEqual([
    'data',
    'data.before-restore-2026-01-31T12-00-00Z',
  ]);
});

test('L7: data that is missing after a restore was cut off is not taken for an empty host', async () => {
  const { data, backup, files } = await madeBackup();
  expect(await assertNoUnfinishedRestore(data)).toBeUndefined();
  const cut = (when: RestoreStep) => (step: RestoreStep) => {
    if (step === when) throw new Error('cut off');
  };
  await expect(restored(backup, data, { progress: cut('puttingInPlace') })).rejects.toThrow('cut off');
  mkdirSync(`${data}.partial`);
  await expect(assertNoUnfinishedRestore(data)).rejects.toThrow(
    `run "loggia restore BACKUP --data ${data}" again. To go back to the earlier data, rename ${aside(data)} to ${data}.`,
  );
  expect(await restored(backup, data)).toMatchObject({ key: 'kept' });
  expect(everythingIn(data)).toMatchObject(files);
  mkdirSync(`${data}.partial`);
  expect(await assertNoUnfinishedRestore(data)).toBe(`${data}.partial`);
});
