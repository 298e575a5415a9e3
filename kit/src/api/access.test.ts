import { expect, test } from 'vitest';
import { accessIn, KeptAccess, type Access } from './access.ts';

const access = (token: string, expiresAt?: number): Access => ({ url: 'http://h/api', token, expiresAt });

test('H4: access is what the host put into the call, if it is one', () => {
  const given = { url: 'http://127.0.0.1:1/api/', token: 't', expiresAt: '2026-11-16T00:00:00Z' };
  expect(accessIn({ 'loggia/api': given })).toEqual({
    url: 'http://127.0.0.1:1/api',
    token: 't',
    expiresAt: Date.parse('2026-11-16T00:00:00Z'),
  });
  expect(accessIn({ 'loggia/api': { ...given, expiresAt: 'soon' } })?.expiresAt).toBeUndefined();
  for (const url of ['file:///etc/passwd', 'http://', 'no address', 7]) {
    expect(accessIn({ 'loggia/api': { ...given, url } })).toBeUndefined();
  }
  expect(accessIn({})).toBeUndefined();
  expect(accessIn(undefined)).toBeUndefined();
});

test('the newest access of each artifact is kept until it is over', () => {
  let now = 1_000;
  const kept = new KeptAccess({ now: () => now });
  kept.keep('a', access('old', 5_000));
  kept.keep('a', access('new', 2_000));
  expect(kept.newest('a')).toEqual(access('new', 2_000));
  expect(kept.newest('b')).toBeUndefined();
  now = 2_000;
  expect(kept.newest('a')).toBeUndefined();
});

test('H4: what only reads takes the place of what writes only once that is over', () => {
  let now = 1_000;
  const kept = new KeptAccess({ now: () => now });
  kept.keep('a', { ...access('reads first'), readOnly: true });
  kept.keep('a', { ...access('writes', 2_000), readOnly: false });
  kept.keep('a', { ...access('reads'), readOnly: true });
  expect(kept.newest('a')?.token).toBe('writes');
  now = 2_000;
  kept.keep('a', { ...access('reads again'), readOnly: true });
  expect(kept.newest('a')?.token).toBe('reads again');
});

test('only so many are kept, and those used last', () => {
  const kept = new KeptAccess({ limit: 2 });
  kept.keep('a', access('1'));
  kept.keep('b', access('2'));
  kept.keep('a', access('3'));
  kept.keep('c', access('4'));
  expect(['a', 'b', 'c'].map((id) => kept.newest(id)?.token)).toEqual(['3', undefined, '4']);
});
