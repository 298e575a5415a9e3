import { describe, expect, test } from 'vitest';
import { BrowserKeys, type BrowserRecord, type BrowserStore } from './browser-keys.ts';
import { Credentials } from './credentials.ts';

const hour = 60 * 60_000;

function memory() {
  const records = new Map<string, BrowserRecord>();
  let writes = 0;
  const store: BrowserStore = {
    list: async () => [...records.values()],
    put: (record) => {
      writes += 1;
      records.set(record.id, record);
    },
    delete: (id) => void records.delete(id),
    flushed: async () => undefined,
  };
  return { records, store, writes: () => writes };
}

async function rig(token = 'first') {
  const clock = { time: 1_000, now: () => clock.time };
  const kept = memory();
  const open = (under = token) => BrowserKeys.open({ store: kept.store, clock, token: under });
  return { ...kept, clock, open, keys: await open() };
}

describe('SE9: the key of a browser', () => {
  test('lets it in after a restart too, and is stored nowhere', async () => {
    const { keys, records, open } = await rig();
    const key = await keys.issue('Firefox');
    const id = keys.check(key);
    expect(id).toMatch(/^[\w-]{16}$/);
    expect((await open()).check(key)).toBe(id);
    const stored = JSON.stringify([...records.values()]);
    expect(stored).toContain('Firefox');
    expect(stored).not.toContain(key.split('.')[1]);
    expect(stored).not.toContain('first');
  });

  test("is nobody else's", async () => {
    const { keys } = await rig();
    const [one, other] = [await keys.issue('a'), await keys.issue('b')];
    const [head] = one.split('.');
    const [, secret] = other.split('.');
    const wrong = [`${head}.${secret}`, head ?? '', `${one}x`, one.toUpperCase(), `${head}.`, '', 'lgb_'];
    for (const key of wrong) expect(keys.check(key)).toBeUndefined();
  });

  test('ends when it is revoked', async () => {
    const { keys, records } = await rig();
    const key = await keys.issue('a');
    const id = keys.check(key) ?? '';
    expect([keys.revoke(id), keys.revoke(id)]).toEqual([true, false]);
    expect([keys.check(key), records.size]).toEqual([undefined, 0]);
  });

  test('ends with the token, whether the host replaced it or found another one at its start', async () => {
    const { keys, open, records } = await rig();
    const key = await keys.issue('a');
    expect((await open('second')).check(key)).toBeUndefined();
    expect(records.size).toBe(0);
    const later = await open();
    const next = await later.issue('b');
    later.tokenRotated('third');
    expect([later.check(next), records.size]).toEqual([undefined, 0]);
  });

  test('is noted as used once an hour, even if nothing can be written', async () => {
    const { keys, clock, writes, store } = await rig();
    const key = await keys.issue('a');
    for (clock.time += 1; clock.time < hour; clock.time += hour / 4) keys.check(key);
    expect(writes()).toBe(1);
    clock.time = 2 * hour;
    keys.check(key);
    expect([writes(), keys.list()[0]?.lastSeenAt]).toEqual([2, 2 * hour]);
    clock.time = 4 * hour;
    store.put = () => {
      throw new Error('The disk is full.');
    };
    expect(keys.check(key)).toBeDefined();
  });

  test('there are at most 200; the one that was unused the longest goes', async () => {
    const { keys, clock, records } = await rig();
    const first = await keys.issue('first');
    for (let more = 0; more < 200; more++) {
      clock.time += 1;
      await keys.issue('more');
    }
    expect([records.size, keys.check(first)]).toEqual([200, undefined]);
  });
});

describe('SE9: credentials', () => {
  test('tell of what was revoked, and know who is out', async () => {
    const { keys } = await rig();
    const credentials = new Credentials('first', { browsers: keys });
    const told: string[] = [];
    credentials.onRevoked((what) => told.push(what));
    const idOf = (text: string): string => {
      const holder = credentials.check(text);
      return holder && 'credential' in holder ? holder.credential : '';
    };
    const token = idOf('first');
    const browser = idOf(await keys.issue('a'));
    const other = idOf(await keys.issue('b'));
    expect([credentials.revoke(token), credentials.revoke(browser), credentials.revoke(browser)]).toEqual([
      false,
      true,
      false,
    ]);
    expect([token, browser, other].map((id) => credentials.isValid(id))).toEqual([true, false, true]);
    credentials.rotate('second');
    expect([token, other].map((id) => credentials.isValid(id))).toEqual([false, false]);
    expect([credentials.check('first'), idOf('second')]).toEqual([undefined, 'token:2']);
    expect(told).toEqual(['browser', 'token']);
  });

  test('need a token', () => {
    expect(() => new Credentials('')).toThrow('Load it before it listens');
  });
});
