import type { Grant } from '@loggia/client/oauth';
import { describe, expect, it } from 'vitest';
import { hasGrants, StoredGrants, StoredRegistrations, type Place } from './browser-stores.ts';

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

const grant: Grant = {
  accessToken: 'a',
  issuedAt: 1,
  scopes: [],
  resource: 'https://a.example',
  issuer: 'https://login.example',
  clientId: 'c',
  clientAuthMethod: 'none',
  tokenEndpoint: 'https://login.example/token',
};

describe('B12: what a browser remembers of sign-ins', () => {
  it('B12: reads back what was put, lists it, and forgets it', async () => {
    const place = storage();
    const grants = new StoredGrants(place);
    await grants.put('b', grant);
    await grants.put('a', { ...grant, accessToken: 'x' });
    place.setItem('loggia.token', 'other');
    expect((await grants.list()).map(({ server, grant: { accessToken } }) => [server, accessToken])).toEqual([
      ['a', 'x'],
      ['b', 'a'],
    ]);
    await grants.delete('a');
    await grants.delete('b');
    expect([...place.items.keys()]).toEqual(['loggia.token']);
    expect(hasGrants(place)).toBe(false);
  });

  it.each(['', 'x', 'null', '[]', '{}', '{"accessToken":1}'])(
    'B12: what is no grant counts for nothing: %s',
    async (text) => {
      const place = storage();
      place.setItem('loggia.grant.a', text);
      const grants = new StoredGrants(place);
      expect([await grants.get('a'), await grants.list()]).toEqual([undefined, []]);
    },
  );

  it('B12: a browser without room says so', async () => {
    const place = {
      ...storage(),
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
    };
    await expect(new StoredGrants(place).put('a', grant)).rejects.toThrow('can’t store the sign-in');
  });

  it('B12: registrations are kept apart from grants', async () => {
    const place = storage();
    const registrations = new StoredRegistrations(place);
    const made = { clientId: 'c', clientAuthMethod: 'none' as const, redirectUri: 'https://l.example/cb' };
    await registrations.put('k', made);
    expect(await registrations.get('k')).toEqual(made);
    expect(hasGrants(place)).toBe(false);
    await registrations.delete('k');
    expect(await registrations.get('k')).toBeUndefined();
  });
});
