import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { planOf } from '@loggia/protocol';
import { expect, test, vi } from 'vitest';
import { reportOf } from '@loggia/testing';
import { acpRig, callsOf, noticesOf, partsOf, textOf } from './acp-rig.testkit.ts';

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

test('K1: a plan is followed to the end of the turn, also after all of it was done', async () => {
  const rig = await acpRig();
  const step = (content: string, status: string) => ({ content, priority: 'medium', status });
  await rig.say([
    { plan: [] },
    { plan: [step('Look', 'in_progress')] },
    { say: 'Looking.' },
    { plan: [step('Look', 'completed')] },
    { plan: [step('Look', 'completed'), step('Leap\nfar', 'in_progress'), step('Land', 'pending')] },
    { wait: 60_000 },
  ]);
  const state = await rig.until((now) => planOf(callsOf(now)[0] ?? {})?.length === 3);
  expect(planOf(callsOf(state)[0] ?? {})).toEqual([
    { text: 'Look', state: 'done' },
    { text: 'Leap far', state: 'running' },
    { text: 'Land', state: 'waiting' },
  ]);
  expect(partsOf(state).map(({ kind }) => kind)).toEqual(['toolCall', 'markdown']);
  const turnId = state.activeTurn?.id ?? '';
  await rig.host.dispatch(rig.chat, { type: 'chat/turnCancelled', turnId, duration: 1 });
  const canceled = await rig.until((now) => !now.activeTurn);
  expect(planOf(callsOf(canceled)[0] ?? {})).toHaveLength(3);
});

test('K1, A6: a title that comes after the turn names the chat, and a notice is told in the next turn', async () => {
  const rig = await acpRig();
  const notice = { sessionUpdate: 'notice', severity: 'warning', title: 'Quota', description: 'Nearly used' };
  await rig.turn([{ later: [notice, { sessionUpdate: 'session_info_update', title: 'Sums' }] }]);
  await writeFile(path.join(rig.folder, 'later'), '');
  await vi.waitFor(async () => expect((await rig.host.session(rig.session)).title).toBe('Sums'), 30_000);
  expect(noticesOf(await rig.turn([{ say: 'Next.' }]))).toEqual(['Quota: Nearly used']);
  expect(noticesOf(await rig.turn([{ say: 'Last.' }]))).toEqual([]);
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

test("K1: the chat says which attached files the agent can't take", async () => {
  const rig = await acpRig({ env: { CAN: 'text-only' } });
  await rig.host.dispatch(rig.chat, {
    type: 'chat/turnStarted',
    turnId: 'attaching',
    startedAt: new Date(0).toISOString(),
    message: {
      text: '[{"remember":true}]',
      origin: { kind: 'user' },
      attachments: [
        { type: 'embeddedResource', label: 'a.png', data: 'aW1n', contentType: 'image/png' },
        { type: 'embeddedResource', label: 'b.txt', data: 'aW5zaWRl', contentType: 'text/plain' },
      ],
    },
  });
  const state = await rig.until((now) => now.turns.length === 1);
  expect(noticesOf(state)).toEqual([
    "Scripted can't take a.png. It was told of it, but didn't get its content.",
  ]);
  expect(textOf(state)).toContain('Attached: b.txt');
});
