import { expect, test } from 'vitest';
import { idFor, optionsOf, settled, type StoredProvider } from './provider-settings.ts';

const stored: StoredProvider = {
  id: 'lab',
  name: 'Lab',
  kind: 'openai-compatible',
  baseURL: 'http://10.0.0.5:8000/v1',
  key: 'sk-secret',
  headers: { 'X-Team': 'secret-team' },
  models: [{ id: 'small' }, { id: 'large' }],
  defaultModel: 'large',
  connectedAt: '2026-01-01T00:00:00.000Z',
};

test('J9: what a change leaves out stays as it is, the key included', () => {
  const { id: _id, connectedAt: _at, ...rest } = stored;
  expect(settled(stored, { name: 'Laboratory' })).toEqual({ ...rest, name: 'Laboratory' });
  expect(settled(stored, { headers: { 'X-Team': null, 'X-More': 'm' } }).headers).toEqual({
    'X-Team': 'secret-team',
    'X-More': 'm',
  });
  expect(settled(stored, { key: null })).not.toHaveProperty('key');
});

test.each([
  ['another host', { baseURL: 'http://evil.example/v1' }],
  ['another port', { baseURL: 'http://10.0.0.5:9000/v1' }],
  ['another path', { baseURL: 'http://10.0.0.5:8000/v2' }],
  ['no encryption any more', { baseURL: 'https://10.0.0.5:8000/v1' }],
  ['another kind, and so its usual address', { kind: 'openai' as const }],
])('J9: %s needs the key again, so that nobody redirects a stored one', (_, change) => {
  expect(() => settled(stored, change)).toThrow(/Enter the key again/);
  expect(() => settled(stored, { ...change, key: 'sk-new' })).toThrow(/header "X-Team" again/);
  expect(settled(stored, { ...change, key: 'sk-new', headers: {} })).toMatchObject({
    key: 'sk-new',
    headers: {},
    models: [],
  });
});

test('J9: the same address written differently is the same', () => {
  expect(settled(stored, { baseURL: 'http://10.0.0.5:8000/v1/' }).key).toBe('sk-secret');
});

test.each([
  ['http://user:pass@host/v1', /no user, password/],
  ['http://host/v1?key=abc', /no user, password/],
])('J9: an address with a secret in it is refused: %s', (baseURL, sentence) => {
  expect(() => settled(undefined, { kind: 'ollama', baseURL })).toThrow(sentence);
});

test('J9: a header cannot smuggle in another', () => {
  const headers = { 'X-A': 'a\r\nAuthorization: b' };
  expect(() => settled(undefined, { kind: 'ollama', headers })).toThrow(/characters that headers can't have/);
});

test('J9: a known provider needs nothing but its kind, another its address', () => {
  expect(settled(undefined, { kind: 'anthropic', key: 'k' })).toMatchObject({
    name: 'Anthropic',
    baseURL: 'https://api.anthropic.com/v1',
  });
  expect(() => settled(undefined, { kind: 'openai-compatible' })).toThrow(/Enter the address/);
  expect(() => settled(undefined, {})).toThrow(/the kind of provider/);
});

test('J9: the default model comes first, also one that the list does not have', () => {
  expect(optionsOf('lab', stored).models?.map(({ id }) => id)).toEqual(['large', 'small']);
  const other = optionsOf('lab', { ...stored, defaultModel: 'typed-by-hand' });
  expect(other.models?.map(({ id }) => id)).toEqual(['typed-by-hand', 'small', 'large']);
});

test('J9: ids are made from names and never taken twice', () => {
  const taken = new Set(['open-ai', 'open-ai-2']);
  expect(idFor('Open AI!', (id) => taken.has(id))).toBe('open-ai-3');
  expect(idFor('Zürich', () => false)).toBe('zu-rich');
  expect(idFor('模型', () => false)).toBe('model');
});

test('K4: prices and the time for a summary are kept and passed on to the agent', () => {
  const prices = { large: { input: 3, output: 15, cacheRead: 0.3 } };
  const priced = { ...stored, ...settled(stored, { prices, compactAt: false }) };
  expect(optionsOf('lab', settled(priced, { name: 'Laboratory' }))).toMatchObject({
    prices,
    compactAt: false,
  });
  expect(settled(priced, { prices: {}, compactAt: 0.6 })).toMatchObject({ prices: {}, compactAt: 0.6 });
  expect(optionsOf('lab', stored)).not.toHaveProperty('compactAt');
});
