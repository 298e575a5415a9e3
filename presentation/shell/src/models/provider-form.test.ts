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
