import { contextUseOf, costOf } from '@loggia/protocol';
import { expect, test } from 'vitest';
import { acpRig, callsOf, partsOf } from './acp-rig.testkit.ts';

const chunk = (text: string, messageId: string) => ({
  update: { sessionUpdate: 'agent_message_chunk', content: { type: 'text', text }, messageId },
});

const spent = (amount: number, currency = 'USD') => ({
  update: { sessionUpdate: 'usage_update', used: 10, size: 100, cost: { amount, currency } },
});

test('K1: messages of an agent that follow each other are shown apart', async () => {
  const rig = await acpRig();
  const state = await rig.turn([chunk('One', 'a'), chunk(' more.', 'a'), chunk('Two.', 'b')]);
  expect(partsOf(state)).toMatchObject([{ content: 'One more.' }, { content: 'Two.' }]);
});

test('K3: a turn shows its own part of what the session has cost, and the tokens that the agent counted', async () => {
  const rig = await acpRig();
  const tokens = { inputTokens: 10, outputTokens: 5, cachedReadTokens: 80, cachedWriteTokens: 5 };
  const first = await rig.turn([spent(0.25), { usage: { ...tokens, totalTokens: 100 } }]);
  expect(first.turns[0]?.usage).toMatchObject({ inputTokens: 95, outputTokens: 5, cacheReadTokens: 80 });
  expect(costOf(first.turns[0]?.usage)).toBe(0.25);
  expect(contextUseOf(first.turns[0]?.usage)).toEqual({ used: 10, window: 100 });
  const second = await rig.turn([spent(0.5), { usage: { ...tokens, totalTokens: 15 } }]);
  expect(second.turns[1]?.usage).toMatchObject({ inputTokens: 10 });
  expect(costOf(second.turns[1]?.usage)).toBe(0.25);
  await rig.close();
  const again = await acpRig({ disk: rig.host.disk, folder: rig.folder });
  const third = await again.turn([spent(0.75)]);
  expect(costOf(third.turns[2]?.usage)).toBe(0.25);
  // The agent begins to count again, and then in a unit that can't be shown.
  const fourth = await again.turn([spent(0.125), spent(7, 'credits')]);
  expect(costOf(fourth.turns[3]?.usage)).toBe(0.125);
});

test('K3: an agent that summarizes its conversation says so, and the summary can be read', async () => {
  const rig = await acpRig();
  const of = (fields: object) => ({ update: { compactionId: 'c', ...fields } });
  const state = await rig.turn([
    of({ sessionUpdate: 'compaction_update', status: 'in_progress' }),
    of({ sessionUpdate: 'compaction_summary_chunk', content: { type: 'text', text: 'They ' } }),
    of({ sessionUpdate: 'compaction_summary_chunk', content: { type: 'text', text: 'talked.' } }),
    of({ sessionUpdate: 'compaction_update', status: 'completed' }),
    { update: { sessionUpdate: 'compaction_update', compactionId: 'd', status: 'in_progress' } },
  ]);
  expect(callsOf(state)).toMatchObject([
    {
      toolName: 'compaction',
      status: 'completed',
      success: true,
      pastTenseMessage: 'Summarized the conversation',
      content: [{ type: 'text', text: 'They talked.' }],
    },
    { status: 'completed', success: false, pastTenseMessage: 'Stopped summarizing the conversation' },
  ]);
});
