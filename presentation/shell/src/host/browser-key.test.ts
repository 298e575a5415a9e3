import { describe, expect, test } from 'vitest';
import { findToken, forgetToken, keepToken, type TokenPlace } from './token.ts';

function placeWith(hash: string, options: { readonly kept?: string; readonly ticketGives?: string } = {}) {
  const stored = new Map<string, string>(options.kept === undefined ? [] : [['loggia.token', options.kept]]);
  const exchanged: string[] = [];
  const location = { hash };
  const place: TokenPlace = {
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
    location,
    clearFragment: () => void (location.hash = ''),
    exchange: (ticket) => {
      exchanged.push(ticket);
      return Promise.resolve(options.ticketGives);
    },
  };
  return { place, stored, exchanged, location };
}

describe('the token of a browser', () => {
  test('the token in the address is taken out of it, and kept for next time', async () => {
    const { place, location } = placeWith('#token=fresh', { kept: 'old' });
    expect(await findToken(place)).toBe('fresh');
    expect(location.hash).toBe('');
    expect(await findToken(place)).toBe('fresh');
  });

  test('a ticket is exchanged once', async () => {
    const { place, exchanged, location } = placeWith('#ticket=once', { ticketGives: 'fresh' });
    expect(await findToken(place)).toBe('fresh');
    expect(location.hash).toBe('');
    expect(await findToken(place)).toBe('fresh');
    expect(exchanged).toEqual(['once']);
  });

  test('a ticket that no longer works leaves what was kept', async () => {
    const { place, stored, location } = placeWith('#ticket=used', { kept: 'old' });
    expect(await findToken(place)).toBe('old');
    expect(location.hash).toBe('');
    expect([...stored.values()]).toEqual(['old']);
  });

  test('an address that only says where one was stays as it is', async () => {
    const { place, location } = placeWith('#/w1/desk', { kept: 'old' });
    expect(await findToken(place)).toBe('old');
    expect(location.hash).toBe('#/w1/desk');
  });

  test('without any there is none, and a forgotten one is gone', async () => {
    const { place } = placeWith('');
    expect(await findToken(place)).toBeUndefined();
    keepToken(place, 'mine');
    expect(await findToken(place)).toBe('mine');
    forgetToken(place);
    expect(await findToken(place)).toBeUndefined();
  });
});
