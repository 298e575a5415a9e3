import { expect, test } from 'vitest';
import { expiryWords, lifetimeOf, lifetimes, scopeLabel } from './api-key-words.ts';

test('SE18: each lifetime is what it says, and only “Never” has no end', () => {
  expect(lifetimes.map(({ days }) => lifetimeOf(days))).toEqual([
    { expiresIn: 604_800 },
    { expiresIn: 2_592_000 },
    { expiresIn: 7_776_000 },
    { expiresIn: 31_536_000 },
    {},
  ]);
});

test('SE18: a key says when it expires or expired', () => {
  const expires = '2027-02-16T12:00:00.000Z';
  expect([
    expiryWords({ expires, expired: false }, 'en'),
    expiryWords({ expires, expired: true }, 'en'),
    expiryWords({ expired: false }, 'en'),
  ]).toEqual(['Expires on Feb 16, 2027', 'Expired on Feb 16, 2027', 'Doesn’t expire']);
  expect([scopeLabel('write'), scopeLabel('later')]).toEqual(['Write', 'later']);
});
