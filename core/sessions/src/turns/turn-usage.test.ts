import { contextUseOfChat, withContextUse } from '@loggia/protocol';
import { expect, test } from 'vitest';
import type { Harness, HarnessEvent } from '../harness.ts';
import { rig } from '../rig.testkit.ts';

function agent(...events: readonly HarnessEvent[]): Harness {
  return {
    describe: { provider: 'counting', displayName: 'Counting', description: '', models: [] },
    async *run() {
      yield* events;
    },
  };
}

test('K3: the context window that an agent reports is kept with its turn, beside the totals', async () => {
  const parts = [{ kind: 'tools', label: 'Board', tokens: 60 }] as const;
  const host = await rig({
    harnesses: [
      agent(
        { kind: 'context', used: 50, window: 200 },
        { kind: 'usage', inputTokens: 50, outputTokens: 2 },
        { kind: 'context', used: 60, window: 200, parts },
        { kind: 'context', used: Number.NaN },
        { kind: 'usage', inputTokens: 110, outputTokens: 4 },
      ),
    ],
  });
  const { chat } = await host.create();
  await host.say(chat, 'go');
  const state = await host.idle(chat);
  const context = { used: 60, window: 200, parts };
  expect(state.turns[0]?.usage).toEqual(
    withContextUse({ inputTokens: 110, outputTokens: 4 }, { ...context, parts: [...parts] }),
  );
  expect(contextUseOfChat(state)).toEqual(context);
});
