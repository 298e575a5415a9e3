import { spentIn } from '@loggia/protocol';
import { expect, test } from 'vitest';
import type { Harness } from './harness.ts';
import { rig } from './rig.testkit.ts';

const spending: Harness = {
  describe: { provider: 'spending', displayName: 'Spending', description: '', models: [] },
  async *run({ message }) {
    if (message.text === 'free') return;
    yield { kind: 'usage', inputTokens: 10, outputTokens: 1 };
    const cost = message.text === 'priced' ? { cost: 0.5 } : {};
    yield {
      kind: 'usage',
      inputTokens: 30,
      outputTokens: 2,
      cacheReadTokens: 8,
      cacheWriteTokens: 4,
      ...cost,
    };
    if (message.text === 'fail') throw new Error('No.');
  },
};

test('K4: a session adds up what its turns use, also those that fail or are truncated', async () => {
  const host = await rig({ harnesses: [spending] });
  const { session, chat } = await host.create();
  const say = async (text: string) => {
    const id = await host.say(chat, text);
    await host.until(chat, (state) => !state.activeTurn && state.turns.at(-1)?.id === id);
    await host.kernel.settled();
    return spentIn((await host.session(session))._meta);
  };
  expect(await say('free')).toBeUndefined();
  const once = { inputTokens: 30, outputTokens: 2, cacheReadTokens: 8, cacheWriteTokens: 4 };
  expect(await say('unpriced')).toEqual(once);
  expect(await say('priced')).toMatchObject({ inputTokens: 60, cost: 0.5 });
  expect(await say('fail')).toMatchObject({ inputTokens: 90, cost: 0.5 });
  await host.dispatch(chat, { type: 'chat/truncated' });
  expect(await say('priced')).toMatchObject({ inputTokens: 120, outputTokens: 8, cost: 1 });
});
