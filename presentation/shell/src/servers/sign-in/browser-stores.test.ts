import type { SignInRecord } from '@loggia/client/oauth';
import { describe, expect, it } from 'vitest';
import { forgetFormerSecrets, StoredRecords, StoredRegistrations, type Place } from './browser-stores.ts';

function storage(): Place & { readonly items: Map<string, string> } {
  const items = new Map<string, string>();
  return {
    items,
    get length() {
      return items.size;
    },
    key: (index) => [...items.keys()][index] ?? null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}

const record: SignInRecord = {
  resource: 'https://a.example',
  issuer: 'https://login.example',
  scopes: [],
};

describe('B12: what a browser remembers of sign-ins', () => {
  it('B12: reads back what was put, lists it, and forgets it', async () => {
    const place = storage();
    const records = new StoredRecords(place);
    await records.put('b', record);
    await records.put('a', { ...record, scopes: ['x'] });
    place.setItem('loggia.token', 'other');
    expect((await records.list()).map(({ server, record: { scopes } }) => [server, scopes])).toEqual([
      ['a', ['x']],
      ['b', []],
    ]);
    await records.delete('a');
    await records.delete('b');
    expect([...place.items.keys()]).toEqual(['loggia.token']);
  });

  it.each(['', 'x', 'null', '[]', '{}', '{"resource":1}'])(
    'B12: an entry that is not a record counts for nothing: %s',
    async (text) => {
      const place = storage();
      place.setItem('loggia.sign-in.a', text);
      const records = new StoredRecords(place);
      expect([await records.get('a'), await records.list()]).toEqual([undefined, []]);
    },
  );

  it('B13: tokens and client secrets of earlier versions are removed, the rest stays', async () => {
    const place = storage();
    const made = { clientId: 'c', clientAuthMethod: 'none', redirectUri: 'https://l.example/cb' };
    place.setItem('loggia.grant.a', JSON.stringify({ accessToken: 'a', refreshToken: 'r' }));
    place.setItem('loggia.registration.public', JSON.stringify(made));
    place.setItem('loggia.registration.secret', JSON.stringify({ ...made, clientSecret: 's' }));
    place.setItem('loggia.sign-in.a', JSON.stringify(record));
    forgetFormerSecrets(place);
    expect([...place.items.keys()]).toEqual(['loggia.registration.public', 'loggia.sign-in.a']);
  });

  it('B12: a browser without room says so', async () => {
    const place = {
      ...storage(),
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    };
    await expect(new StoredRecords(place).put('a', record)).rejects.toThrow('can’t store the sign-in');
  });

  it('B12: registrations are kept apart from records', async () => {
    const place = storage();
    const registrations = new StoredRegistrations(place);
    const made = { clientId: 'c', clientAuthMethod: 'none' as const, redirectUri: 'https://l.example/cb' };
    await registrations.put('k', made);
    expect(await registrations.get('k')).toEqual(made);
    expect(await new StoredRecords(place).list()).toEqual([]);
    await registrations.delete('k');
    expect(await registrations.get('k')).toBeUndefined();
  });
});
