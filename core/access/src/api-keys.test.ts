import { beforeEach, describe, expect, test } from 'vitest';
import { ManualClock, ManualScheduler } from '@loggia/testing';
import { ApiKeys, type ApiKeyRecord, type ApiKeyStore } from './api-keys.ts';
import { Credentials } from './credentials.ts';
import { authorOf, localPrincipal } from './principal.ts';
import { createUpgradeGuard } from './upgrade-guard.ts';

const minute = 60_000;
const day = 24 * 60 * minute;

let clock: ManualClock;
let scheduler: ManualScheduler;
let records: Map<string, ApiKeyRecord>;
let writes: number;
let keys: ApiKeys;

const open = (): Promise<ApiKeys> => {
  const store: ApiKeyStore = {
    list: async () => [...records.values()],
    put: (record) => {
      writes += 1;
      records.set(record.id, record);
    },
    delete: (id) => void records.delete(id),
    flushed: async () => undefined,
  };
  return ApiKeys.open({ store, clock, scheduler });
};

beforeEach(async () => {
  clock = new ManualClock(day);
  scheduler = new ManualScheduler(clock);
  records = new Map();
  writes = 0;
  keys = await open();
});

async function create(name = 'ci', more: { scope?: 'read' | 'write' | 'admin'; lifetimeMs?: number } = {}) {
  return keys.create({ name, scope: 'read', ...more });
}

/** The id of the key that the text is, or the beginning of the problem with it. */
function checked(text: string): string {
  const found = keys.check(text);
  return typeof found === 'string' ? found : (found.problem.split('.')[0] ?? '');
}

describe('SE18: an API key', () => {
  test('is recognizable, works after a restart too, and is stored nowhere', async () => {
    const { key, record } = await create();
    expect(key).toMatch(/^loggia_[\w-]{16}\.[\w-]{43}\.[\w-]{6}$/);
    expect(keys.check(key)).toBe(record.id);
    const [, secret = ''] = key.split('.');
    expect(JSON.stringify([...records.values()])).not.toContain(secret);
    keys = await open();
    expect(keys.check(key)).toBe(record.id);
  });

  test('acts for its person, within its scope, under its name', async () => {
    const { record } = await create('ci', { scope: 'write', lifetimeMs: day });
    expect(keys.principalOf(record.id)).toEqual({
      id: 'local',
      kind: 'delegate',
      actor: { kind: 'key', key: record.id, name: 'ci' },
      scope: { artifacts: [], everything: true, host: true, grant: 'write', permissions: [] },
      expiresAt: clock.now() + day,
    });
    const principal = keys.principalOf(record.id);
    expect(principal && authorOf(principal)).toBe('local via key ci');
    const { record: admin } = await create('boss', { scope: 'admin' });
    expect(keys.principalOf(admin.id)?.scope.permissions).toEqual(['servers']);
  });

  test('that was cut off or mistyped is told from one that is unknown', async () => {
    const { key } = await create();
    const other = (at: number) => `${key.slice(0, at)}${key[at] === 'A' ? 'B' : 'A'}${key.slice(at + 1)}`;
    const mistyped = 'This API key is incomplete or mistyped';
    for (const text of ['loggia_', key.slice(0, -1), `${key}x`, other(10), other(40), other(key.length - 1)])
      expect([text, checked(text)]).toEqual([text, mistyped]);
    const { key: gone, record } = await create('gone');
    records.delete(record.id);
    keys = await open();
    expect(checked(gone)).toBe("This API key isn't one of this host's");
  });

  test('is refused once it is revoked or has expired, and no refusal names one', async () => {
    const { key: revoked, record } = await create('secret-name', { lifetimeMs: day });
    const { key: expired } = await create('other-name', { lifetimeMs: minute });
    expect([keys.revoke(record.id), keys.revoke(record.id), keys.revoke('nothing')]).toEqual([
      true,
      false,
      false,
    ]);
    clock.advance(minute - 1);
    expect(typeof keys.check(expired)).toBe('string');
    clock.advance(1);
    expect(checked(revoked)).toBe('This API key was revoked');
    expect(checked(expired)).toBe('This API key has expired');
    expect(keys.principalOf(record.id)).toBeUndefined();
    expect(JSON.stringify([keys.check(revoked), keys.check(expired)])).not.toMatch(/secret-name|other-name/);
    keys = await open();
    expect([checked(revoked), checked(expired)]).toEqual([
      'This API key was revoked',
      'This API key has expired',
    ]);
    expect(keys.list().map(({ name }) => name)).toEqual(['other-name']);
  });

  test('has its last use written at most once a minute', async () => {
    const { key, record } = await create();
    expect(record.lastUsedAt).toBeUndefined();
    const before = writes;
    for (let at = 0; at < 60; at += 1) {
      keys.check(key);
      clock.advance(1000);
    }
    expect([writes - before, records.get(record.id)?.lastUsedAt]).toEqual([1, day]);
    keys.used(record.id);
    expect([writes - before, records.get(record.id)?.lastUsedAt]).toEqual([2, day + minute]);
  });

  test('is used even while its last use can not be written', async () => {
    const { key, record } = await create();
    records = new Proxy(records, {
      get: (target, name) => {
        if (name === 'set') throw new Error('The disk is full.');
        const value: unknown = Reflect.get(target, name);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    expect(keys.check(key)).toBe(record.id);
  });

  test('tells when it ends, at the time it expires', async () => {
    const told: number[] = [];
    keys.onEnded(() => told.push(clock.now()));
    const start = clock.now();
    await create('later', { lifetimeMs: 10 * minute });
    await create('soon', { lifetimeMs: 5 * minute });
    const { record } = await create('never');
    await scheduler.advance(5 * minute);
    expect(told).toEqual([start + 5 * minute]);
    await scheduler.advance(5 * minute);
    expect(told).toEqual([start + 5 * minute, start + 10 * minute]);
    keys.revoke(record.id);
    expect(told).toHaveLength(3);
    await scheduler.advance(day / 24);
    expect(told).toHaveLength(3);
  });

  test('no longer counts time once the host has stopped', async () => {
    let told = 0;
    keys.onEnded(() => (told += 1));
    await create('soon', { lifetimeMs: minute });
    keys.close();
    await scheduler.advance(2 * minute);
    expect(told).toBe(0);
  });

  test.each(['', ' ', '-x', 'a\nb', 'safe\u202egnp', 'a/b', 'x'.repeat(41)])(
    'can not be called %j',
    async (name) => {
      await expect(create(name)).rejects.toThrow("A key can't be called");
      expect(records.size).toBe(0);
    },
  );

  test('has a name that no other key has, until it is revoked', async () => {
    const { record } = await create('Notes bot');
    await expect(create('notes BOT ')).rejects.toThrow('There is an API key “notes BOT” already.');
    keys.revoke(record.id);
    await expect(create('notes BOT ')).resolves.toMatchObject({ record: { name: 'notes BOT' } });
  });

  test('is one of at most a hundred; revoked ones are forgotten after a month', async () => {
    for (let at = 0; at < 100; at += 1) await create(`key ${at}`);
    await expect(create('one more')).rejects.toThrow('Revoke those that nobody uses');
    for (const { id } of keys.list()) keys.revoke(id);
    await create('first again');
    expect(records.size).toBe(101);
    clock.advance(30 * day);
    await create('second again');
    expect([...records.values()].map(({ name }) => name)).toEqual(['first again', 'second again']);
  });
});

describe('SE18: credentials', () => {
  test('tell an API key from the token, and say when one ends', async () => {
    const credentials = new Credentials('token', { keys });
    const told: string[] = [];
    credentials.onRevoked((what) => told.push(what));
    const { key, record } = await create();
    const holder = credentials.check(key);
    expect(holder).toEqual({ credential: `key:${record.id}`, principal: keys.principalOf(record.id) });
    expect(credentials.check('token')).toEqual({ credential: 'token:1', principal: localPrincipal });
    expect([credentials.isValid(`key:${record.id}`), credentials.isValid('key:other')]).toEqual([
      true,
      false,
    ]);
    expect(credentials.revoke(`key:${record.id}`)).toBe(false);
    credentials.rotate('another');
    expect(credentials.isValid(`key:${record.id}`)).toBe(true);
    keys.revoke(record.id);
    expect([credentials.isValid(`key:${record.id}`), told]).toEqual([false, ['token', 'key']]);
    expect(credentials.check(key)).toEqual({ problem: expect.stringContaining('was revoked') });
  });

  test('let a key in by request, by WebSocket and by ticket, each as itself', async () => {
    const { key, record } = await create();
    const credentials = new Credentials('token', { keys });
    const redeem = () => `key:${record.id}`;
    const guard = createUpgradeGuard({ credentials, tickets: { redeem }, address: '127.0.0.1', port: 4000 });
    const request = (headers: object, url = '/') => ({
      headers: { host: 'localhost:4000', ...headers },
      url,
    });
    const withKey = request({ authorization: `Bearer ${key}` });
    const asked = [
      guard.checkRequest(withKey),
      guard.check(withKey),
      guard.check(request({ 'sec-websocket-protocol': `ahp, bearer.${key}` })),
      guard.check(request({}, '/ahp?ticket=t')),
    ];
    const holder = { credential: `key:${record.id}`, principal: keys.principalOf(record.id) };
    expect(asked).toEqual([holder, holder, holder, holder]);
    const both = request({ authorization: `Bearer ${key}`, 'sec-websocket-protocol': 'ahp, bearer.token' });
    expect(guard.check(both)).toMatchObject({ status: 403 });
    const { key: gone } = await create('gone', { lifetimeMs: 1 });
    clock.advance(1);
    const mixed = request({ authorization: `Bearer ${key}`, 'sec-websocket-protocol': `bearer.${gone}` });
    expect(guard.check(mixed)).toMatchObject({
      status: 401,
      message: expect.stringContaining('has expired'),
    });
    keys.revoke(record.id);
    for (const verdict of [guard.checkRequest(withKey), guard.check(withKey)])
      expect(verdict).toMatchObject({ status: 401, message: expect.stringContaining('was revoked') });
    expect(guard.check(request({}, '/ahp?ticket=t'))).toMatchObject({ status: 403 });
  });
});
