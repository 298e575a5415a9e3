import { expect, it } from 'vitest';
import type { Grant } from './grant.ts';
import { KnownSignIns } from './known-sign-ins.ts';
import { MemoryRecordStore } from './memory-stores.ts';
import type { TokenOffer } from './token-offer.ts';

const resource = 'https://tickets.example/mcp';
const record = { resource, issuer: 'https://login.example', scopes: ['read'] };
const grant: Grant = { ...record, accessToken: 'token-1', issuedAt: Date.now(), clientId: 'me' };

function setUp({ refuses = false, unrevoked = false } = {}) {
  const offers: TokenOffer[] = [];
  const records = new MemoryRecordStore();
  const offer = async (one: TokenOffer) => {
    if (refuses) throw new Error('The host refuses it.');
    offers.push(one);
    return unrevoked ? ({ unrevoked } as const) : {};
  };
  return { offers, records, known: new KnownSignIns({ records, offer }) };
}

it('B13: the token goes to the host, and nothing of it is remembered here', async () => {
  const { offers, records, known } = setUp();
  await known.adopt('s1', grant);
  expect(offers).toEqual([{ server: 's1', resource, token: 'token-1', scopes: ['read'] }]);
  expect(await records.list()).toEqual([{ server: 's1', record }]);
});

it('B10: a sign-in that the host refuses is not remembered', async () => {
  const { records, known } = setUp({ refuses: true });
  await expect(known.adopt('s1', grant)).rejects.toThrow('refuses');
  expect(await records.list()).toEqual([]);
});

it('B12: signing out makes the host forget, also for a sign-in from elsewhere', async () => {
  const { offers, records, known } = setUp();
  await known.adopt('s1', grant);
  expect(await known.signOut('s1')).toEqual({ hostTold: true });
  expect(await known.signOut('s2', resource)).toEqual({ hostTold: true });
  expect(await known.signOut('s3')).toEqual({ hostTold: false });
  expect(offers.slice(1)).toEqual([
    { server: 's1', resource, token: '' },
    { server: 's2', resource, token: '' },
  ]);
  expect(await records.list()).toEqual([]);
});

it('B12: a host that cannot be told is said', async () => {
  expect(await setUp({ refuses: true }).known.signOut('s1', resource)).toEqual({ hostTold: false });
});

it('B12: a token that stays valid at its authorization server is said', async () => {
  const { known } = setUp({ unrevoked: true });
  expect(await known.signOut('s1', resource)).toEqual({ hostTold: true, unrevoked: true });
});
