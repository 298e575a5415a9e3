import { expect, test } from 'vitest';
import { reportOf } from '@loggia/testing';
import { acpRig, callsOf, partsOf, textOf } from './acp-rig.testkit.ts';

const equipment = { tools: { echo: async ({ input }: { input: string }) => reportOf(`heard ${input}`) } };

test('K1: an agent says, thinks and plans in the chat', async () => {
  const rig = await acpRig();
  const plan = [
    { content: 'Look', priority: 'high', status: 'completed' },
    { content: 'Leap', priority: 'low', status: 'pending' },
  ];
  const state = await rig.turn([{ say: 'Hel' }, { say: 'lo.' }, { think: 'Hm.' }, { plan }, { say: 'Bye.' }]);
  expect(partsOf(state)).toMatchObject([
    { kind: 'markdown', content: 'Hello.' },
    { kind: 'reasoning', content: 'Hm.' },
    {
      kind: 'toolCall',
      toolCall: {
        displayName: 'Plan',
        status: 'completed',
        content: [{ type: 'text', text: '- [x] Look\n- [ ] Leap' }],
      },
    },
    { kind: 'markdown', content: 'Bye.' },
  ]);
  expect(state.turns[0]?.state).toBe('complete');
});

test('K1: a call at the proxy is a call of the turn', async () => {
  const rig = await acpRig({ equipment });
  const state = await rig.turn([{ say: 'Now: ' }, { call: 'echo', args: { a: 1 }, report: 'none' }]);
  expect(textOf(state)).toBe('Now: \nheard {"a":1}');
  expect(callsOf(state)).toMatchObject([
    {
      toolName: 'echo',
      status: 'completed',
      contributor: { kind: 'mcp' },
      toolInput: '{"a":1}',
      success: true,
    },
  ]);
  expect(rig.equipment.calls).toMatchObject([{ name: 'echo', agent: 'scripted', input: '{"a":1}' }]);
});
