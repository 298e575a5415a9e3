import { describe, expect, test } from 'vitest';
import {
  findKey,
  forgetKey,
  pastedEntry,
  signIn,
  type Entry,
  type KeyPlace,
  type SignedIn,
} from './browser-key.ts';

function placeWith(
  hash: string,
  stored: Readonly<Record<string, string>> = {},
  answer: SignedIn = { outcome: 'refused' },
) {
  const items = new Map(Object.entries(stored));
  const exchanged: (readonly [Entry, string | undefined])[] = [];
  const location = { hash };
  const place: KeyPlace = {
    storage: {
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => void items.set(key, value),
      removeItem: (key) => void items.delete(key),
    },
    location,
    setFragment: (fragment) => void (location.hash = fragment),
    exchange: async (...given) => {
      exchanged.push(given);
      return answer;
    },
  };
  return { place, items, exchanged, location };
}

const good: SignedIn = { outcome: 'accepted', key: 'issued' };

describe('SE9: the key of a browser', () => {
  test.each(['ticket', 'token'] as const)('is bought with the %s in the address, once', async (kind) => {
    const { place, items, exchanged, location } = placeWith(`#${kind}=x`, {}, good);
    expect(await findKey(place)).toEqual({ key: 'issued', entry: 'accepted' });
    expect(location.hash).toBe('');
    expect(await findKey(place)).toEqual({ key: 'issued' });
    expect(exchanged).toEqual([[{ kind, text: 'x' }, undefined]]);
    expect(Object.fromEntries(items)).toEqual({ 'loggia.key': 'issued' });
  });

  test.each(['#token=x', '#ticket=x', '#token=', '#ticket=&token='])(
    'no address overwrites one that works: %s',
    async (hash) => {
      for (const outcome of ['refused', 'unreachable'] as const) {
        const { place, items, location } = placeWith(hash, { 'loggia.key': 'mine' }, { outcome });
        expect(await findKey(place)).toEqual({ key: 'mine', entry: outcome });
        expect(location.hash).toBe('');
        expect(Object.fromEntries(items)).toEqual({ 'loggia.key': 'mine' });
      }
    },
  );

  test.each([
    ['#ticket=x&to=%2Fw%2Fartifact%2Fa%2520b', '#/w/artifact/a%20b'],
    ['#token=x&to=/w/desk', '#/w/desk'],
    ['#ticket=x&to=https://elsewhere.example', ''],
    ['#ticket=x&to=javascript:alert(1)', ''],
    ['#ticket=x&to=%2Fw%20w', ''],
    [`#ticket=x&to=/${'a'.repeat(3000)}`, ''],
  ])('J8: leads to the place that came with it, if it is one of the shell: %s', async (hash, after) => {
    const { place, location } = placeWith(hash, {}, good);
    await findKey(place);
    expect(location.hash).toBe(after);
  });

  test('J8: leaves an address without a ticket as it is, for after the sign-in', async () => {
    const { place, location } = placeWith('#/w/artifact/a');
    expect(await findKey(place)).toEqual({ key: undefined });
    expect(location.hash).toBe('#/w/artifact/a');
  });

  test('goes along, so that a browser that is signed in stays the same one', async () => {
    const { place, exchanged } = placeWith('#ticket=x', { 'loggia.key': 'mine' }, good);
    await findKey(place);
    expect(exchanged).toEqual([[{ kind: 'ticket', text: 'x' }, 'mine']]);
  });

  test('replaces the token that earlier versions kept', async () => {
    const { place, items } = placeWith('', { 'loggia.token': 'the token' }, good);
    expect(await findKey(place)).toEqual({ key: 'issued', entry: 'accepted' });
    expect(Object.fromEntries(items)).toEqual({ 'loggia.key': 'issued' });
    const away = placeWith('', { 'loggia.token': 'the token' }, { outcome: 'unreachable' });
    expect(await findKey(away.place)).toEqual({ key: undefined, entry: 'unreachable' });
    expect(Object.fromEntries(away.items)).toEqual({ 'loggia.token': 'the token' });
  });

  test('is forgotten on request, and an address that only says where one was stays', async () => {
    const { place, location } = placeWith('#/w1/desk', { 'loggia.key': 'mine' });
    expect(await findKey(place)).toEqual({ key: 'mine' });
    expect(location.hash).toBe('#/w1/desk');
    forgetKey(place);
    expect(await findKey(place)).toEqual({ key: undefined });
  });

  test('is kept only if the host gives one', async () => {
    const entry: Entry = { kind: 'token', text: 'x' };
    const refused = placeWith('');
    expect(await signIn(refused.place, entry)).toEqual({ outcome: 'refused' });
    expect(refused.items.size).toBe(0);
    const accepted = placeWith('', {}, good);
    expect(await signIn(accepted.place, entry)).toEqual(good);
    expect(Object.fromEntries(accepted.items)).toEqual({ 'loggia.key': 'issued' });
  });
});

test.each<[string, Entry | undefined]>([
  [' http://127.0.0.1:5644/#ticket=abc\n', { kind: 'ticket', text: 'abc' }],
  ['http://127.0.0.1:5644/#token=abc', { kind: 'token', text: 'abc' }],
  ['A'.repeat(32), { kind: 'ticket', text: 'A'.repeat(32) }],
  ['_'.repeat(43), { kind: 'token', text: '_'.repeat(43) }],
  ['http://127.0.0.1:5644/', undefined],
  ['hello', undefined],
  ['', undefined],
])('SE9: what is pasted is recognized: %j', (text, entry) => {
  expect(pastedEntry(text)).toEqual(entry);
});
