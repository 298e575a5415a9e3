import { FakeProvider, answers, says } from '@loggia/testing/providers';
import { SessionRig } from '@loggia/testing';
import { expect, it, onTestFinished } from 'vitest';
import { createHarness } from './create-harness.ts';
import type { ModelHarnessOptions } from './options.ts';
import { errorOf, replyOf } from './model-rig.testkit.ts';

async function provider(models: readonly string[]): Promise<FakeProvider> {
  const opened = await FakeProvider.open('chat-completions');
  opened.models = models;
  onTestFinished(() => opened.close());
  return opened;
}

async function said(options: ModelHarnessOptions, env = {}) {
  const host = await SessionRig.open({ harnesses: [await createHarness(options, { env })] });
  onTestFinished(() => host.close());
  const { chat } = await host.create();
  await host.say(chat, 'Hi');
  return host.idle(chat);
}

it('K1: a server of models says itself which it has', async () => {
  const server = await provider(['qwen3', 'llama4']);
  server.when('Hi', answers(says('Hello.')));
  const options: ModelHarnessOptions = { provider: 'ollama', baseURL: server.baseURL };
  const { describe } = await createHarness(options, { env: {} });
  expect(describe.models).toEqual([
    { id: 'qwen3', name: 'qwen3' },
    { id: 'llama4', name: 'llama4' },
  ]);
  expect(replyOf(await said(options))).toBe('Hello.');
  expect(server.requests[0]?.model).toBe('qwen3');
  expect(server.problems).toEqual([]);
});

it('K1: a server that is not up yet is asked again when a turn needs it', async () => {
  const server = await provider([]);
  const harness = await createHarness({ provider: 'ollama', baseURL: server.baseURL }, { env: {} });
  expect(harness.describe.models).toEqual([]);
  server.models = ['qwen3'];
  server.when('Hi', answers(says('Hello.')));
  const host = await SessionRig.open({ harnesses: [harness] });
  onTestFinished(() => host.close());
  const { chat } = await host.create();
  await host.say(chat, 'Hi');
  expect(replyOf(await host.idle(chat))).toBe('Hello.');
});

it('K1: a server without models says what to do', async () => {
  const server = await provider([]);
  expect(errorOf(await said({ provider: 'ollama', baseURL: server.baseURL }))).toBe(
    `Nothing at ${server.baseURL} says which models there are; is Ollama running, and has it pulled a model? ` +
      'Or name them in the options of the agent "model".',
  );
});

it('K1: a missing key is missed when a turn needs it, with the name of the variable', async () => {
  expect(errorOf(await said({ provider: 'anthropic' }))).toBe(
    'There is no key for Anthropic. Set ANTHROPIC_API_KEY and restart the host.',
  );
  expect(errorOf(await said({ provider: 'openai', apiKeyEnv: 'WORK_KEY' }, { WORK_KEY: '' }))).toBe(
    'There is no key for OpenAI. Set WORK_KEY and restart the host.',
  );
});

it('K1: several can be configured side by side', async () => {
  const { describe } = await createHarness(
    { name: 'work', displayName: 'Work', provider: 'google', models: [{ id: 'gemini-x', reasoning: 'low' }] },
    { env: {} },
  );
  expect(describe).toMatchObject({
    provider: 'work',
    displayName: 'Work',
    models: [{ id: 'gemini-x', name: 'gemini-x' }],
  });
});

it.each(['anthropic', 'openai', 'google'] as const)(
  'K1: %s comes with models that are known, and their limits',
  async (kind) => {
    const { describe } = await createHarness({ provider: kind, apiKey: 'sk-not-shown' }, { env: {} });
    expect(describe.models.length).toBeGreaterThan(1);
    for (const model of describe.models) {
      expect(model.maxContextWindow).toBeGreaterThan(100_000);
      expect(model.supportsVision).toBe(true);
    }
    expect(JSON.stringify(describe)).not.toContain('sk-not-shown');
  },
);

it.each<[unknown, RegExp]>([
  [undefined, /provider/],
  [{ provider: 'clippy' }, /provider: .*"anthropic"/],
  [{ provider: 'openai', apiKey: 'sk-secret', apiKeyEnv: 'X' }, /give either apiKey or apiKeyEnv/],
  [{ provider: 'openai-compatible' }, /needs a baseURL/],
  [{ provider: 'openai', baseURL: 'file:///etc/passwd' }, /baseURL/],
  [{ provider: 'openai', models: [{ name: 'x' }] }, /models\.0\.id/],
  [{ provider: 'openai', apikey: 'sk-secret' }, /apikey/],
])('L5: options that are not right are named: %j', async (options, problem) => {
  const made = createHarness(options as ModelHarnessOptions);
  await expect(made).rejects.toThrow(problem);
  await expect(made).rejects.toThrow(/^The options of the model agent are invalid: .*\.$/);
  await expect(made).rejects.not.toThrow(/sk-secret/);
});

it('B8, L5: a sampling request that makes no sense is refused with a sentence', async () => {
  const { sample } = await createHarness({ provider: 'anthropic', apiKey: 'sk-secret' }, { env: {} });
  const asked = sample?.({ session: 's', params: { messages: 'hi' } }, new AbortController().signal);
  await expect(asked).rejects.toThrow(/^The sampling request cannot be answered: messages: /);
});
