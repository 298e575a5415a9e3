import { createHarness as createEcho, type SessionRig } from '@loggia/testing';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { acpRig, callsOf, textOf } from './acp-rig.testkit.ts';

const delegation = { depth: 2, atOnce: 4, perTurn: 8, tokens: 1_000_000, cost: 1 };
const others = [createEcho()];

async function openedChat(host: SessionRig, session: string): Promise<string> {
  for (;;) {
    const found = (await host.session(session)).chats.find(({ origin }) => origin?.kind === 'tool');
    if (found) return found.resource;
    await sleep(5);
  }
}

test('K5: an agent of another maker delegates through the proxy, and is given the answer as text', async () => {
  const rig = await acpRig({ delegation, others });
  const args = { task: 'good morning', agent: 'echo', title: 'Greeting' };
  const state = await rig.turn([{ call: 'delegate', args }]);
  expect(textOf(state)).toBe('The chat "Greeting" has finished.\n\ngood morning ');
  expect(callsOf(state)).toMatchObject([
    { toolName: 'delegate', status: 'completed', content: [{ type: 'subagent', title: 'Greeting' }, {}] },
  ]);
});

test('K5: canceling the turn of such an agent cancels the task that it waits for', async () => {
  const rig = await acpRig({ delegation, others });
  const turnId = await rig.say([{ call: 'delegate', args: { task: '/forever', agent: 'echo' } }]);
  const child = await openedChat(rig.host, rig.session);
  await rig.until(({ activeTurn }) => activeTurn !== undefined, child);
  await rig.host.dispatch(rig.chat, { type: 'chat/turnCancelled', turnId, duration: 0 });
  const state = await rig.until(({ activeTurn }) => activeTurn === undefined, child);
  expect(state.turns[0]?.state).toBe('cancelled');
});
