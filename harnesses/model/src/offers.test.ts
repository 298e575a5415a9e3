import { FakeProvider } from '@loggia/testing/providers';
import { expect, onTestFinished, test } from 'vitest';
import { findOllama, providerOffers } from './offers.ts';

test('J9: Ollama is found where OLLAMA_HOST says, with its models', async () => {
  const ollama = await FakeProvider.open('chat-completions');
  onTestFinished(() => ollama.close());
  ollama.models = ['qwen3'];
  const found = await findOllama({ OLLAMA_HOST: new URL(ollama.baseURL).host });
  expect(found).toEqual({ baseURL: ollama.baseURL, models: ['qwen3'] });
});

test('J9: other machines are not asked, and silence is taken for a no', async () => {
  const gone = await FakeProvider.open('chat-completions');
  await gone.close();
  expect(await findOllama({ OLLAMA_HOST: 'http://192.0.2.1:11434' })).toBeUndefined();
  expect(await findOllama({ OLLAMA_HOST: gone.baseURL })).toBeUndefined();
});

test('J9: every offer says all that is needed to connect it', () => {
  expect(new Set(providerOffers.map(({ id }) => id)).size).toBe(providerOffers.length);
  const withoutAddress = providerOffers.filter(({ baseURL }) => baseURL === undefined);
  expect(withoutAddress.map(({ id }) => id)).toEqual(['other']);
  const keyPages = providerOffers.filter(({ key }) => key === 'required').map(({ keyPage }) => keyPage);
  expect(keyPages).toEqual(keyPages.map(() => expect.stringMatching(/^https:\/\//)));
});
