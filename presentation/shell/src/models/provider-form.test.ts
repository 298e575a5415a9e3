import type { ModelProviderReport } from '@loggia/protocol';
import { describe, expect, test } from 'vitest';
import { formFor, formOf, isOverheard, keptValue, needsKeyAgain, settingsIn } from './provider-form.ts';

const stored: ModelProviderReport = {
  provider: 'lab',
  name: 'Lab',
  source: { kind: 'connected' },
  kind: 'openai-compatible',
  baseURL: 'http://10.0.0.5:8000/v1',
  hasKey: true,
  headers: ['X-Team'],
  models: [{ id: 'small', name: 'Small' }],
  defaultModel: 'small',
  isDefault: true,
};
const openRouter = {
  id: 'openrouter',
  label: 'OpenRouter',
  kind: 'openai-compatible',
  baseURL: 'https://openrouter.ai/api/v1',
  key: 'required',
} as const;

describe('the form of a provider', () => {
  test('J9: begins with what the provider usually is, or was found to be', () => {
    expect(formFor(openRouter)).toMatchObject({
      name: 'OpenRouter',
      baseURL: 'https://openrouter.ai/api/v1',
    });
    const found = { baseURL: 'http://127.0.0.1:9/v1', models: ['a'] };
    const ollama = { id: 'ollama', label: 'Ollama', kind: 'ollama', key: 'none', found } as const;
    expect(formFor(ollama).baseURL).toBe('http://127.0.0.1:9/v1');
  });

  test('J9: sends what was entered', () => {
    const form = { ...formFor(openRouter), key: ' sk-1 ', headers: 'X-Title: Mine', model: 'm' };
    expect(settingsIn(form, undefined)).toEqual({
      kind: 'openai-compatible',
      name: 'OpenRouter',
      baseURL: 'https://openrouter.ai/api/v1',
      key: 'sk-1',
      headers: { 'X-Title': 'Mine' },
      defaultModel: 'm',
    });
  });

  test('J9: an edit keeps the key and the headers that it does not touch', () => {
    expect(settingsIn(formOf(stored), stored)).toEqual({
      kind: 'openai-compatible',
      name: 'Lab',
      baseURL: 'http://10.0.0.5:8000/v1',
      headers: { 'X-Team': null },
      defaultModel: 'small',
    });
    expect(settingsIn({ ...formOf(stored), headers: '' }, stored).headers).toEqual({});
    expect(formOf(stored).headers).toBe(`X-Team: ${keptValue}`);
  });

  test('J9: another address needs the key again', () => {
    const moved = { ...formOf(stored), baseURL: 'http://10.0.0.6:8000/v1' };
    expect(needsKeyAgain(moved, stored)).toBe(true);
    expect(() => settingsIn(moved, stored)).toThrow('Enter the key again.');
    expect(needsKeyAgain({ ...moved, key: 'sk-2' }, stored)).toBe(false);
    expect(needsKeyAgain({ ...formOf(stored), baseURL: `${stored.baseURL}/` }, stored)).toBe(false);
  });

  test.each([
    [{ baseURL: 'openrouter.ai' }, /Enter the address/],
    [{ baseURL: 'ftp://files' }, /Enter the address/],
    [{ headers: 'no colon' }, /“no colon” isn’t/],
  ])('J9: says what to enter instead of %o', (part, sentence) => {
    expect(() => settingsIn({ ...formFor(openRouter), ...part }, undefined)).toThrow(sentence);
  });

  test('J9: warns of a key that others could read on its way', () => {
    const form = { ...formFor(openRouter), key: 'sk-1' };
    expect(isOverheard(form)).toBe(false);
    expect(isOverheard({ ...form, baseURL: 'http://10.0.0.5:8000/v1' })).toBe(true);
    expect(isOverheard({ ...form, baseURL: 'http://127.0.0.1:8000/v1' })).toBe(false);
    expect(isOverheard({ ...form, baseURL: 'http://10.0.0.5:8000/v1', key: '' })).toBe(false);
  });
});

describe('costs and long conversations', () => {
  const form = { ...formFor(openRouter), key: 'sk-1', model: 'm' };

  test('K4: prices are sent as numbers, by model, and empty ones not at all', () => {
    const prices = { m: { input: '3', output: ' $15 ', cacheRead: '0,3', cacheWrite: '' }, n: { input: '' } };
    expect(settingsIn({ ...form, prices }, undefined).prices).toEqual({
      m: { input: 3, output: 15, cacheRead: 0.3 },
    });
    expect(settingsIn(form, undefined)).not.toHaveProperty('prices');
  });

  test.each([
    [{ m: { input: '3' } }, 'Enter the price of input and of output, or leave all prices empty.'],
    [
      { m: { input: 'cheap', output: '1' } },
      'Enter prices in dollars, such as 3 or 0.25; “cheap” isn’t one.',
    ],
  ])('K4: prices that are none are refused with a sentence', (prices, sentence) => {
    expect(() => settingsIn({ ...form, prices }, undefined)).toThrow(sentence);
  });

  test('K4: stored values come back, can be removed, and are sent only if they changed', () => {
    const edited = { ...stored, prices: { small: { input: 1, output: 2 } }, compactAt: false as const };
    const again = formOf(edited);
    expect(again).toMatchObject({ prices: { small: { input: '1', output: '2' } }, compactAt: 'never' });
    expect(settingsIn(again, edited)).not.toHaveProperty('compactAt');
    expect(settingsIn({ ...again, prices: {}, compactAt: '0.6' }, edited)).toMatchObject({
      prices: {},
      compactAt: 0.6,
    });
  });
});
