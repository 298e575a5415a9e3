import { expect, it } from 'vitest';
import { modelsFromEnvironment } from './environment.ts';
import { readOptions } from './options.ts';

it('K1: every provider whose key is there can be used, and the keys stay where they are', () => {
  const env = {
    ANTHROPIC_API_KEY: 'sk-ant-secret',
    OPENAI_API_KEY: 'sk-secret',
    GOOGLE_GENERATIVE_AI_API_KEY: 'AI-secret',
    OLLAMA_HOST: '127.0.0.1:11500',
  };
  const found = modelsFromEnvironment(env);
  expect(found).toEqual([
    { name: 'anthropic', displayName: 'Anthropic', provider: 'anthropic', apiKeyEnv: 'ANTHROPIC_API_KEY' },
    { name: 'openai', displayName: 'OpenAI', provider: 'openai', apiKeyEnv: 'OPENAI_API_KEY' },
    { name: 'google', displayName: 'Google', provider: 'google', apiKeyEnv: 'GOOGLE_GENERATIVE_AI_API_KEY' },
    { name: 'ollama', displayName: 'Ollama', provider: 'ollama', baseURL: 'http://127.0.0.1:11500/v1' },
  ]);
  expect(JSON.stringify(found)).not.toContain('secret');
  for (const options of found) expect(() => readOptions(options)).not.toThrow();
});

it('K1: nothing in the environment is no agent', () => {
  expect(modelsFromEnvironment({ ANTHROPIC_API_KEY: '', OLLAMA_HOST: '' })).toEqual([]);
});

it('K1: a key goes to the address that was set with it', () => {
  const [anthropic, openai] = modelsFromEnvironment({
    ANTHROPIC_API_KEY: 'k',
    ANTHROPIC_BASE_URL: 'https://proxy.example',
    OPENAI_API_KEY: 'k',
    OPENAI_BASE_URL: 'http://127.0.0.1:8000/v1/',
  });
  expect(anthropic).toMatchObject({ provider: 'anthropic', baseURL: 'https://proxy.example/v1' });
  expect(openai).toMatchObject({ provider: 'openai-compatible', baseURL: 'http://127.0.0.1:8000/v1' });
});

it.each([
  ['localhost', 'http://localhost:11434/v1'],
  ['0.0.0.0', 'http://127.0.0.1:11434/v1'],
  [':11500', 'http://127.0.0.1:11500/v1'],
  ['https://ollama.example/', 'https://ollama.example/v1'],
  ['http://gpu:11434/v1', 'http://gpu:11434/v1'],
])('K1: OLLAMA_HOST=%s is %s', (host, baseURL) => {
  expect(modelsFromEnvironment({ OLLAMA_HOST: host })).toMatchObject([{ baseURL }]);
});
