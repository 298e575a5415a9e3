import { describeHarness } from '@loggia/testing/harness-contract';
import { answers, calls, FakeProvider, says } from '@loggia/testing/providers';
import { onTestFinished } from 'vitest';
import { createHarness } from './create-harness.ts';

describeHarness('model', async () => {
  const provider = await FakeProvider.open('anthropic');
  onTestFinished(() => provider.close());
  provider
    .always('Hello there', () => answers(says('Hello.')))
    .always(/^Use /, ({ turns }) => answers(calls(turns.at(-1)?.text.replace('Use ', '') ?? '', {})))
    .always('added a tool', ({ tools }) =>
      answers(tools.includes('unlocked') ? calls('unlocked', {}) : says('There is no such tool.')),
    )
    .always(/found it|broken/, () => answers(says('That is it.')));
  const models = [{ id: 'large', maxContextWindow: 200_000 }];
  return {
    harness: await createHarness(
      { provider: 'anthropic', models, apiKey: 'sk-a', baseURL: provider.baseURL },
      { env: {} },
    ),
    answers: 'Hello there',
    calls: (tool) => `Use ${tool}`,
    callsNewTool: 'Use unlock',
  };
});
