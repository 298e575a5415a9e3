import { createSecretKey, randomBytes } from 'node:crypto';
import { inspect } from 'node:util';
import { ProtocolError } from '@loggia/protocol';
import { expect, test } from 'vitest';
import { localPrincipal, type Principal } from './principal.ts';
import { openVault, type VaultOptions, type VaultStore } from './vault.ts';

const token = 'gho_TopSecretToken';
const resource = 'https://api.example';
const other: Principal = { id: 'other', kind: 'local' };

function memoryStore(): VaultStore & { readonly records: Map<string, string> } {
  const records = new Map<string, string>();
  return {
    records,
    get: (key) => Promise.resolve(records.get(key)),
    put: (key, value) => Promise.resolve(void records.set(key, value)),
    delete: (key) => Promise.resolve(void records.delete(key)),
    list: () => Promise.resolve([...records].map(([key, value]) => ({ key, value }))),
  };
}

function setUp(options: Partial<VaultOptions> = {}) {
  const clock = { time: 1_000_000, now: () => clock.time };
  const store = memoryStore();
  const key = createSecretKey(randomBytes(32));
  return { clock, store, key, vault: openVault({ store, key, clock, ...options }) };
}

test('AC3: a token comes back with its scopes, from another vault with the same key too', async () => {
  const { vault, store, key, clock } = setUp();
  await vault.put(localPrincipal, { resource }, { token, expiresIn: 60, scopes: ['repo'] });
  const again = await openVault({ store, key, clock }).get(localPrincipal, { resource });
  expect(again).toMatchObject({ scopes: ['repo'], expiresAt: 1_060_000 });
  expect(again?.secret.reveal()).toBe(token);
});

test('AC3: a token belongs to one principal, one resource and one server', async () => {
  const { vault } = setUp();
  await vault.put(localPrincipal, { resource }, { token });
  await vault.put(localPrincipal, { resource, server: 'a' }, { token: 'of a' });
  expect(await vault.get(other, { resource })).toBeUndefined();
  expect(await vault.get(localPrincipal, { resource: `${resource}/` })).toBeUndefined();
  expect(await vault.get(localPrincipal, { resource, server: 'b' })).toBeUndefined();
  expect((await vault.get(localPrincipal, { resource, server: 'a' }))?.secret.reveal()).toBe('of a');
  expect((await vault.get(localPrincipal, { resource }))?.secret.reveal()).toBe(token);
});

test('AC3: a token is gone when its time is over', async () => {
  const { vault, store, clock } = setUp();
  await vault.put(localPrincipal, { resource }, { token, expiresIn: 60 });
  clock.time += 59_999;
  expect((await vault.get(localPrincipal, { resource }))?.secret.reveal()).toBe(token);
  clock.time += 1;
  expect(await vault.get(localPrincipal, { resource })).toBeUndefined();
  expect(store.records.size).toBe(0);
});

test('AC3: an empty token revokes', async () => {
  const { vault, store } = setUp();
  await vault.put(localPrincipal, { resource }, { token });
  await vault.put(localPrincipal, { resource }, { token: '' });
  expect(await vault.get(localPrincipal, { resource })).toBeUndefined();
  expect(store.records.size).toBe(0);
});

test('AC3: a deleted token is gone, the others stay', async () => {
  const { vault } = setUp();
  await vault.put(localPrincipal, { resource }, { token });
  await vault.put(localPrincipal, { resource: 'https://b.example' }, { token });
  await vault.delete(localPrincipal, { resource });
  expect(await vault.get(localPrincipal, { resource })).toBeUndefined();
  expect(await vault.get(localPrincipal, { resource: 'https://b.example' })).toBeDefined();
});

test('AC3: nothing of a token is at rest in the clear, and the same token never looks the same', async () => {
  const { vault, store } = setUp();
  await vault.put(localPrincipal, { resource }, { token });
  const first = [...store.records.values()];
  await vault.put(localPrincipal, { resource }, { token });
  const second = [...store.records.values()];
  expect(JSON.stringify([first, second])).not.toContain(token);
  expect(JSON.stringify([first, second])).not.toContain(Buffer.from(token).toString('base64').slice(0, 16));
  expect(first).not.toEqual(second);
});

test('AC3: a token does not show in logs, JSON or text', async () => {
  const { vault } = setUp();
  await vault.put(localPrincipal, { resource }, { token });
  const found = await vault.get(localPrincipal, { resource });
  const shown = [
    inspect(found, { depth: 9, showHidden: true }),
    JSON.stringify(found),
    String(found?.secret),
  ];
  shown.push(inspect(vault, { depth: 9, showHidden: true }));
  expect(shown.join('\n')).not.toContain(token);
  expect(shown[1]).toContain('[secret]');
});

test('AC3: another key is told from damage, and signing in again mends both', async () => {
  const { vault, store, clock } = setUp();
  await vault.put(localPrincipal, { resource }, { token });
  const stranger = openVault({ store, clock, key: createSecretKey(randomBytes(32)) });
  await expect(stranger.get(localPrincipal, { resource })).rejects.toThrow(/another key.*sign in again/);

  const [key, value] = [...store.records][0] ?? ['', ''];
  const { sealed, ...rest } = JSON.parse(value) as { sealed: string };
  for (const damage of [
    '',
    '{',
    'null',
    '{"key":1}',
    JSON.stringify({ ...rest, sealed: 'AAAA' }),
    JSON.stringify({ ...rest, sealed: `${sealed.slice(0, -8)}AAAAAAA=` }),
    JSON.stringify({ ...rest, sealed, expiresAt: 9e15 }),
  ]) {
    store.records.set(key, damage);
    const error: unknown = await vault.get(localPrincipal, { resource }).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ProtocolError);
    expect(error).toMatchObject({ kind: 'Unavailable', message: expect.stringContaining('damaged') });
    expect(inspect(error)).not.toContain(token);
  }
  await vault.put(localPrincipal, { resource }, { token });
  expect((await vault.get(localPrincipal, { resource }))?.secret.reveal()).toBe(token);
});

test('AC3: a record moved to another resource or person does not open', async () => {
  const { vault, store } = setUp();
  await vault.put(localPrincipal, { resource }, { token });
  await vault.put(other, { resource: 'https://evil.example' }, { token: 'mine' });
  const [stolen = ''] = store.records.values();
  const [, target = ''] = store.records.keys();
  store.records.set(target, stolen);
  await expect(vault.get(other, { resource: 'https://evil.example' })).rejects.toThrow('damaged');
});

test('L5: the number of tokens is bounded per principal, and expired ones make room', async () => {
  const { vault, clock } = setUp({ maxTokensPerPrincipal: 2 });
  const put = (name: string, expiresIn?: number) =>
    vault.put(localPrincipal, { resource: name }, { token, expiresIn });
  await Promise.all([put('a', 10), put('b')]);
  const results = await Promise.allSettled([put('c'), put('d'), put('b')]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'fulfilled']);
  await expect(put('c')).rejects.toMatchObject({ kind: 'Unavailable' });
  await expect(vault.put(other, { resource: 'c' }, { token })).resolves.toBeUndefined();
  clock.time += 10_000;
  await expect(put('c')).resolves.toBeUndefined();
});

test('L5: a token that is too long is refused without repeating it', async () => {
  const { vault, store } = setUp({ maxTokenBytes: 100 });
  const long = 'x'.repeat(101);
  const error: unknown = await vault
    .put(localPrincipal, { resource }, { token: long })
    .catch((caught: unknown) => caught);
  expect(error).toMatchObject({ kind: 'InvalidParams' });
  expect(inspect(error)).not.toContain(long);
  expect(store.records.size).toBe(0);
});

test('L5: a store that fails once does not block what comes after', async () => {
  const { store, key, clock } = setUp();
  let failures = 1;
  const vault = openVault({
    key,
    clock,
    store: {
      ...store,
      put: (k, v) => (failures-- > 0 ? Promise.reject(new Error('full')) : store.put(k, v)),
    },
  });
  await expect(vault.put(localPrincipal, { resource }, { token })).rejects.toThrow('full');
  await vault.put(localPrincipal, { resource }, { token });
  expect(await vault.get(localPrincipal, { resource })).toBeDefined();
});

test('B13: the tokens of a principal can be listed by what they are for', async () => {
  const { vault, clock } = setUp();
  await vault.put(localPrincipal, { resource }, { token });
  await vault.put(localPrincipal, { resource, server: 'a' }, { token });
  await vault.put(localPrincipal, { resource: 'b', server: '' }, { token, expiresIn: 10 });
  await vault.put(other, { resource, server: 'c' }, { token });
  expect(await vault.list(localPrincipal)).toEqual([
    { resource },
    { resource, server: 'a' },
    { resource: 'b', server: '' },
  ]);
  clock.time += 10_000;
  expect(await vault.list(localPrincipal)).toEqual([{ resource }, { resource, server: 'a' }]);
  expect(await vault.list({ id: 'loca', kind: 'local' })).toEqual([]);
});
