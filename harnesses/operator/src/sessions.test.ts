import type { ChatState, ToolCall } from '@loggia/protocol';
import { reportOf, ScriptedEquipment, SessionRig } from '@loggia/testing';
import { afterEach, expect, it } from 'vitest';
import { createHarness } from './operator.ts';

const open: SessionRig[] = [];

afterEach(async () => {
  await Promise.all(open.splice(0).map((rig) => rig.close()));
});

/** A session whose only agent is the operator, with two tools. */
async function start(): Promise<{ rig: SessionRig; chat: string; equipment: ScriptedEquipment }> {
  const equipment = new ScriptedEquipment({
    tools: {
      get_time: () => Promise.resolve(reportOf('It is noon')),
      convert_units: ({ input }) => Promise.resolve(reportOf(`Converted ${input}`)),
    },
  });
  const rig = await SessionRig.open({ harnesses: [createHarness()], equipment: equipment.attach });
  open.push(rig);
  const { session, chat } = await rig.create();
  const text = { type: 'string' as const };
  equipment.sessionAccess.append(session, {
    type: 'session/serverToolsChanged',
    tools: [
      { name: 'get_time', description: 'Returns the time.', annotations: { readOnlyHint: true } },
      {
        name: 'convert_units',
        description: 'Converts between units.',
        inputSchema: {
          type: 'object',
          properties: { value: { type: 'number' }, from: text, to: text },
          required: ['value', 'from', 'to'],
        },
      },
    ],
  });
  await rig.kernel.settled();
  return { rig, chat, equipment };
}

function replyOf(state: ChatState): string {
  const parts = (state.turns.at(-1) ?? state.activeTurn)?.responseParts ?? [];
  return parts.flatMap((part) => (part.kind === 'markdown' ? [part.content] : [])).join('');
}

function callIn(state: ChatState): ToolCall | undefined {
  const parts = (state.activeTurn ?? state.turns.at(-1))?.responseParts ?? [];
  return parts.flatMap((part) => (part.kind === 'toolCall' ? [part.toolCall] : []))[0];
}

it('K1: a tool that is named runs in a session, and what it says is the reply', async () => {
  const { rig, chat } = await start();
  await rig.say(chat, '/get_time');
  const state = await rig.idle(chat);
  expect(state.turns.at(-1)?.state).toBe('complete');
  expect(callIn(state)).toMatchObject({ toolName: 'get_time', status: 'completed' });
  expect(replyOf(state)).toContain('It is noon');
});

it('K1: what is missing is asked for in the chat, and the answer goes to the tool', async () => {
  const { rig, chat, equipment } = await start();
  await rig.say(chat, '/convert_units from=km to=miles');
  const asked = await rig.until(chat, (now) => requestIn(now) !== undefined);
  const request = requestIn(asked);
  expect(request?.questions?.map(({ id, kind }) => [id, kind])).toEqual([
    ['value', 'number'],
    ['from', 'text'],
    ['to', 'text'],
  ]);
  await rig.dispatch(chat, {
    type: 'chat/inputCompleted',
    requestId: request?.id ?? '',
    response: 'accept',
    answers: {
      value: { state: 'submitted', value: { kind: 'number', value: 5 } },
      from: { state: 'submitted', value: { kind: 'text', value: 'km' } },
      to: { state: 'submitted', value: { kind: 'text', value: 'feet' } },
    },
  });
  const state = await rig.idle(chat);
  expect(equipment.calls.map(({ input }) => JSON.parse(input) as unknown)).toEqual([
    { value: 5, from: 'km', to: 'feet' },
  ]);
  expect(replyOf(state)).toContain('Converted');
});

function requestIn(state: ChatState) {
  const parts = state.activeTurn?.responseParts ?? [];
  return parts.flatMap((part) => (part.kind === 'inputRequest' && !part.response ? [part.request] : []))[0];
}

it('A6: a turn that waits for an answer can be cancelled', async () => {
  const { rig, chat } = await start();
  const turnId = await rig.say(chat, '/convert_units');
  await rig.until(chat, (now) => requestIn(now) !== undefined);
  await rig.dispatch(chat, { type: 'chat/turnCancelled', turnId, duration: 0 });
  const state = await rig.idle(chat);
  expect(state.turns.at(-1)?.state).toBe('cancelled');
  expect(rig.problems).toEqual([]);
});
