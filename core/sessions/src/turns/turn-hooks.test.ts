import { reportOf, ScriptedEquipment, type EquipmentScript } from '@loggia/testing';
import type { ChatState } from '@loggia/protocol';
import { expect, test } from 'vitest';
import type { HookMoment, HookVerdict } from '../equipment.ts';
import { callsIn, replyOf, rig } from '../rig.testkit.ts';

type Script = (moment: HookMoment) => Partial<HookVerdict> | undefined;

async function hooked(script: Script, more: EquipmentScript = {}) {
  const heard: HookMoment[] = [];
  const equipment = new ScriptedEquipment({
    ...more,
    hooks: async ({ moment }) => {
      heard.push(moment);
      return script(moment) ?? {};
    },
  });
  const host = await rig({ equipment: equipment.attach });
  const { chat } = await host.create();
  return { host, chat, heard, equipment };
}

function noticesIn({ turns }: ChatState): unknown[] {
  return (turns.at(-1)?.responseParts ?? []).flatMap((part) =>
    part.kind === 'systemNotification' ? [part.content] : [],
  );
}

const tools = { sum: async () => reportOf('3') };

test('D3: hooks are told of every moment of a turn, in order', async () => {
  const { host, chat, heard } = await hooked(() => undefined, { tools });
  await host.say(chat, '/tool sum {"a":1}');
  await host.idle(chat);
  const id = expect.any(String) as string;
  const call = { id, name: 'sum', input: '{"a":1}' };
  expect(heard).toEqual([
    { event: 'SessionStart', source: 'startup' },
    { event: 'UserPromptSubmit', prompt: '/tool sum {"a":1}' },
    { event: 'PreToolUse', call },
    { event: 'PostToolUse', call, result: '3' },
    { event: 'Stop', continued: false, reply: 'done: 3' },
  ]);
  await host.say(chat, 'again');
  await host.until(chat, ({ turns }) => turns.length === 2);
  expect(heard[5]).toEqual({ event: 'SessionStart', source: 'resume' });
});

test('D3: what hooks add before the agent hears the message is part of its guidance', async () => {
  const { host, chat } = await hooked(({ event }) =>
    event === 'UserPromptSubmit' ? { context: [{ name: 'From kit', text: 'It is Monday.' }] } : undefined,
  );
  await host.say(chat, '/guidance');
  expect(replyOf(await host.idle(chat))).toContain('rules: From kit');
});

test('D3: a hook that blocks a message ends the turn with its reason', async () => {
  const { host, chat } = await hooked(({ event }) =>
    event === 'UserPromptSubmit' ? { block: 'A key is in it.' } : undefined,
  );
  await host.say(chat, 'hello');
  const state = await host.idle(chat);
  expect(replyOf(state)).toBe('');
  expect(state.turns.at(-1)?.responseParts.at(-1)).toMatchObject({
    kind: 'error',
    error: { errorType: 'stoppedByHook', message: 'A hook stopped this turn: A key is in it.' },
  });
});

test('D3: a denied call does not run, and the agent is told the reason', async () => {
  const { host, chat, equipment } = await hooked(
    ({ event }) => (event === 'PreToolUse' ? { block: 'Never on Fridays.' } : undefined),
    { tools },
  );
  await host.say(chat, '/tool sum');
  const state = await host.idle(chat);
  expect(replyOf(state)).toContain('Never on Fridays.');
  expect(equipment.calls).toEqual([]);
  expect(equipment.deniedCalls).toMatchObject([{ name: 'sum', reason: 'Never on Fridays.' }]);
  expect(callsIn(state)).toMatchObject([{ status: 'cancelled', reasonMessage: 'Never on Fridays.' }]);
});

test('D3: a hook can have the user asked, and remark on what a call did', async () => {
  const { host, chat } = await hooked(
    ({ event }) =>
      event === 'PreToolUse' ? { ask: true } : event === 'PostToolUse' ? { block: 'Too slow.' } : undefined,
    { tools, readOnly: ['sum'] },
  );
  await host.say(chat, '/policy sum');
  const waiting = await host.until(chat, (now) => callsIn(now)[0]?.status === 'pending-confirmation');
  const ref = {
    turnId: waiting.activeTurn?.id ?? '',
    toolCallId: callsIn(waiting)[0]?.toolCallId ?? '',
  };
  await host.dispatch(chat, { type: 'chat/toolCallConfirmed', ...ref, approved: true });
  expect(replyOf(await host.idle(chat))).toBe('done: 3\n\nToo slow.');
});

test('D3: a hook can end the turn at any moment', async () => {
  const { host, chat } = await hooked(
    ({ event }) => (event === 'PostToolUse' ? { stop: 'That is enough.' } : undefined),
    { tools },
  );
  await host.say(chat, '/tool sum');
  const state = await host.idle(chat);
  expect(state.turns.at(-1)?.responseParts.at(-1)).toMatchObject({
    error: { errorType: 'stoppedByHook', message: 'A hook stopped this turn: That is enough.' },
  });
});

test('D3: a hook that objects to the end keeps the agent going, but not forever', async () => {
  const { host, chat, heard } = await hooked(({ event }) =>
    event === 'Stop' ? { block: 'Run the tests.' } : undefined,
  );
  await host.say(chat, 'hello');
  const state = await host.until(chat, ({ turns }) => turns.length === 6);
  expect(state.turns.map(({ message }) => [message.origin.kind, message.text])).toEqual([
    ['user', 'hello'],
    ...Array.from({ length: 5 }, () => ['automation', 'Before you stop: Run the tests.']),
  ]);
  expect(heard.flatMap((moment) => (moment.event === 'Stop' ? [moment.continued] : []))).toEqual([
    false,
    ...Array.from({ length: 5 }, () => true),
  ]);
  expect(noticesIn(state)).toEqual([
    'Hooks kept the agent going 5 times in a row. It stops here: Run the tests.',
  ]);
});

test('D3: hooks that fail are told of, and the turn goes on', async () => {
  const { host, chat } = await hooked(
    (moment) => {
      if (moment.event === 'UserPromptSubmit') return { notices: ['A hook failed.'] };
      throw new Error('broken');
    },
    { tools },
  );
  await host.say(chat, '/tool sum');
  const state = await host.idle(chat);
  expect(replyOf(state)).toBe('done: 3');
  expect(noticesIn(state)).toEqual(['A hook failed.']);
  expect(host.problems).toHaveLength(4);
});
