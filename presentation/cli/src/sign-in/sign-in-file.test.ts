import { fork } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SignInRecord } from '@loggia/client/oauth';
import { describe, expect, test } from 'vitest';
import { temporaryDirectory } from '../host-double.testkit.ts';
import { breakLock, withFileLock } from './file-lock.ts';
import { SignInFile } from './sign-in-file.ts';

const record = (scope: string): SignInRecord => ({
  scopes: [scope],
  resource: 'http://127.0.0.1/mcp',
  issuer: 'http://127.0.0.1',
});

const registration = {
  clientId: 'me',
  clientAuthMethod: 'none',
  redirectUri: 'http://127.0.0.1:1/',
} as const;
const limits = { waitMs: 20_000, staleMs: 60_000, retryMs: 2 };
/** No system gives out a process number as large as this. */
const deadPid = 2 ** 30;

test('B12: what is kept is read back by the next command, each host apart', async () => {
  const data = temporaryDirectory();
  const records = new SignInFile(data).recordsOf('local');
  await records.put('a', record('one'));
  await records.put('b', record('two'));
  await records.delete('b');
  await new SignInFile(data).registrations.put('key', registration);

  const later = new SignInFile(data);
  expect(await later.recordsOf('local').list()).toEqual([{ server: 'a', record: record('one') }]);
  expect(await later.recordsOf('local').get('a')).toEqual(record('one'));
  expect(await later.recordsOf('ws://elsewhere/ahp').get('a')).toBeUndefined();
  expect(await later.recordsOf('local').get('__proto__')).toBeUndefined();
  expect(await later.registrations.get('key')).toEqual(registration);
  await later.registrations.delete('key');
  expect(await later.registrations.get('key')).toBeUndefined();
});

test.skipIf(process.platform === 'win32')('B13: only its user can read the file', async () => {
  const data = path.join(temporaryDirectory(), 'not', 'there', 'yet');
  await new SignInFile(data).recordsOf('local').put('a', record('one'));
  expect(fs.statSync(path.join(data, 'cli-sign-ins.json')).mode & 0o777).toBe(0o600);
  expect(fs.statSync(data).mode & 0o777).toBe(0o700);
  expect(fs.readdirSync(data)).toEqual(['cli-sign-ins.json']);
});

test('B12: changes that are made at the same time are all kept', async () => {
  const data = temporaryDirectory();
  const names = Array.from({ length: 20 }, (_, index) => `server ${index}`);
  await Promise.all(
    names.map((name) => new SignInFile(data, limits).recordsOf('local').put(name, record(name))),
  );
  const kept = await new SignInFile(data).recordsOf('local').list();
  expect(kept.map(({ server }) => server).toSorted()).toEqual(names.toSorted());
});

test('L5: a damaged file is not overwritten', async () => {
  const data = temporaryDirectory();
  const file = path.join(data, 'cli-sign-ins.json');
  fs.writeFileSync(file, '{"signIns":{');
  await expect(new SignInFile(data).recordsOf('local').put('a', record('one'))).rejects.toThrow('is damaged');
  expect(fs.readFileSync(file, 'utf8')).toBe('{"signIns":{');
});

test('B13: the tokens of earlier versions are removed', async () => {
  const data = temporaryDirectory();
  fs.writeFileSync(path.join(data, 'cli-grants.json'), '{"grants":{"a":{"refreshToken":"r"}}}');
  const file = new SignInFile(data);
  await file.forgetFormer();
  await file.forgetFormer();
  expect(fs.readdirSync(data)).toEqual([]);
});

describe('B12: only one command changes the file at a time', () => {
  test('while another process holds the lock, this one waits', async () => {
    const lock = path.join(temporaryDirectory(), 'a.lock');
    const holder = path.join(path.dirname(lock), 'holder.mjs');
    fs.writeFileSync(
      holder,
      `import fs from 'node:fs';
       fs.writeFileSync(process.argv[2], process.pid + ' x', { flag: 'wx' });
       process.on('message', () => { fs.rmSync(process.argv[2]); process.exit(); });
       process.send('held');`,
    );
    const child = fork(holder, [lock]);
    await new Promise((resolve) => child.once('message', resolve));
    let ran = false;
    const waiting = withFileLock(lock, async () => void (ran = true), limits);
    await expect(withFileLock(lock, async () => undefined, { ...limits, waitMs: 30 })).rejects.toThrow(
      'Another loggia command is busy',
    );
    expect(ran).toBe(false);
    child.send('let go');
    await waiting;
    expect(ran).toBe(true);
  });

  test('a lock that a dead process left is broken, by one of all who see it', async () => {
    const directory = temporaryDirectory();
    const lock = path.join(directory, 'a.lock');
    for (let round = 0; round < 3; round += 1) {
      fs.writeFileSync(lock, `${deadPid} left`);
      let inside = 0;
      let most = 0;
      // Long enough for whoever looked at the old lock before it was broken to be mistaken about the new one.
      const work = async (): Promise<void> => {
        inside += 1;
        most = Math.max(most, inside);
        await sleep(5);
        inside -= 1;
      };
      await Promise.all(Array.from({ length: 16 }, () => withFileLock(lock, work, limits)));
      expect(most).toBe(1);
    }
    expect(fs.readdirSync(directory)).toEqual([]);
  });

  test('whoever breaks a lock looks again first, and alone', async () => {
    const lock = path.join(temporaryDirectory(), 'a.lock');
    fs.writeFileSync(lock, `${process.pid} taken meanwhile`);
    await breakLock(lock, limits.staleMs);
    expect(fs.existsSync(lock)).toBe(true);

    fs.writeFileSync(lock, `${deadPid} left`);
    fs.writeFileSync(`${lock}.breaking`, `${process.pid}`);
    await breakLock(lock, limits.staleMs);
    expect(fs.existsSync(lock)).toBe(true);

    fs.rmSync(`${lock}.breaking`);
    await breakLock(lock, limits.staleMs);
    expect(fs.existsSync(lock)).toBe(false);
  });

  test('one that is older than anybody takes is broken, too', async () => {
    const lock = path.join(temporaryDirectory(), 'a.lock');
    fs.writeFileSync(lock, `${process.pid} a number that somebody else has by now`);
    fs.utimesSync(lock, 0, 0);
    await expect(withFileLock(lock, async () => 'ran', limits)).resolves.toBe('ran');
  });

  test('whoever throws lets go', async () => {
    const lock = path.join(temporaryDirectory(), 'a.lock');
    await expect(withFileLock(lock, () => Promise.reject(new Error('oh')), limits)).rejects.toThrow('oh');
    expect(fs.existsSync(lock)).toBe(false);
  });
});
