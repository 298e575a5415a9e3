import type { Message } from '@loggia/protocol';
import { userMessage } from '@loggia/testing';
import { expect, test } from 'vitest';
import type { Harness, HarnessMessage, HarnessTurn } from '../harness.ts';
import { rig } from '../rig.testkit.ts';

const startedAt = '2026-01-01T00:00:00.000Z';
const asker = { clientId: 'c1', by: 'local' };

/** An agent that remembers what it was told, and repeats the text. */
function listener() {
  const heard: { message: HarnessMessage; history: ReturnType<HarnessTurn['history']> }[] = [];
  const harness = {
    describe: {
      provider: 'listener',
      displayName: 'Listener',
      description: '',
      models: [],
      chats: { several: true, fork: true, side: true },
    },
    async *run(turn: HarnessTurn) {
      heard.push({ message: turn.message, history: turn.history() });
      yield { kind: 'text' as const, text: `Heard ${turn.message.text}` };
    },
  } as unknown as Harness;
  return { harness, heard };
}

async function told(attachments: Message['attachments'], more: Partial<Message> = {}) {
  const { harness, heard } = listener();
  const host = await rig({ harnesses: [harness] });
  const { session, chat } = await host.create();
  const other = await host.create('ahp-session:/other');
  await host.say(other.chat, 'What is the plan?');
  await host.idle(other.chat);
  const message = { ...userMessage('See'), attachments, ...more };
  const named = JSON.parse(JSON.stringify(message).replaceAll('OTHER', other.chat)) as Message;
  await host.dispatch(chat, { type: 'chat/turnStarted', turnId: 't', startedAt, message: named });
  await host.idle(chat);
  return { host, session, chat, heard };
}

test('A6: an attached chat reaches the agent with what was said in it', async () => {
  const { heard } = await told([{ type: 'chat', label: 'Plans', resource: 'OTHER' }]);
  expect(heard.at(-1)?.message.attachments).toMatchObject([
    { label: 'Plans', text: 'User: What is the plan?\n\nAgent: Heard What is the plan?' },
  ]);
});

test('E10: a View has no chat read by attaching it', async () => {
  const view = { _meta: { 'loggia.view': { id: 'v' } } };
  const attachment = { type: 'chat' as const, label: 'Plans', resource: 'OTHER' };
  for (const { heard } of [await told([attachment], view), await told([{ ...attachment, ...view }])])
    expect(JSON.stringify(heard.at(-1)?.message)).not.toContain('What is the plan?');
});

test('A6: the agent of a side chat is told what was selected, then and later', async () => {
  const { host, session, chat, heard } = await told(undefined);
  const side = 'ahp-chat:/side';
  const selection = { text: 'Heard See' };
  const source = { kind: 'sideChat' as const, chat, turnId: 't', selection };
  await host.sessions.createChat({ channel: session, chat: side, source }, asker);
  await host.say(side, 'Why?', 'one');
  await host.idle(side);
  expect(heard.at(-1)?.message.attachments).toEqual([{ label: 'Selected text', text: 'Heard See' }]);
  await host.say(side, 'And now?', 'two');
  await host.until(side, ({ turns }) => turns.length === 2);
  const { message, history } = heard.at(-1) ?? {};
  expect(message?.attachments).toBeUndefined();
  expect(history?.at(-1)?.message.attachments).toEqual([{ label: 'Selected text', text: 'Heard See' }]);
});
