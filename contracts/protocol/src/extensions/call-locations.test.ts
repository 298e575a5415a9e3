import { expect, test } from 'vitest';
import { callLocationsMark, callLocationsOf, locationWords } from './call-locations.ts';

test('K1: a call has the places that its agent named, each once, without what is no place', () => {
  const place = { uri: 'file:///w/a%20b.ts', line: 3 };
  const _meta = callLocationsMark([place, place, { uri: 'file:///w/c.ts' }]);
  expect(callLocationsOf({ _meta })).toEqual([place, { uri: 'file:///w/c.ts' }]);
  const odd = [{ uri: 'https://example.com' }, { uri: 'file:///w/a', line: 0 }, 7];
  expect(callLocationsOf({ _meta: { 'loggia.locations': odd } })).toEqual([{ uri: 'file:///w/a' }]);
  expect([callLocationsOf({}), callLocationsOf({ _meta: { 'loggia.locations': 'x' } })]).toEqual([[], []]);
});

test('K1: a place is written relative to the folder that has it', () => {
  const place = { uri: 'file:///w/a%20b.ts', line: 3 };
  expect(locationWords(place, ['file:///v', 'file:///w/'])).toBe('a b.ts:3');
  expect(locationWords(place, ['file:///w/a'])).toBe('/w/a b.ts:3');
  expect(locationWords({ uri: 'file:///w/c' })).toBe('/w/c');
});
