import { viewMark, type ChatState, type Message } from '@loggia/protocol';
import {
  createHarness,
  reportOf,
  ScriptedEquipment,
  userMessage,
  type EquipmentScript,
} from '@loggia/testing';
import { describe, expect, test } from 'vitest';
import { callAt, callsIn, replyOf, rig } from './rig.testkit.ts';
import type { HarnessMessage } from './harness.ts';

const asker = { clientId: 'c1', by: 'local' };

const startedAt = '2026-01-01T00:00:00.000Z';
const budget = { id: 'v1', title: 'Budget', server: 'Finance' };

function viewMessage(text: string, mark: unknown = viewMark(budget)['loggia.view']): Message {
  return { ...userMessage(text), _meta: { 'loggia.view': mark } };
}

async function equipped(script: EquipmentScript = {}, options: Parameters<typeof rig>[0] = {}) {
  const equipment = new ScriptedEquipment({
    tools: { sum: async (call) => reportOf(call.input), other: async () => reportOf('other') },
    ...script,
  });
  const host = await rig({ equipment: equipment.attach, ...options });
  return { host, equipment, ...(await host.create()) };
}

type Rig = Awaited<ReturnType<typeof equipped>>['host'];

function start(host: Rig, chat: string, message: Message, turnId = 'view-turn') {
  return host.dispatch(chat, { type: 'chat/turnStarted', turnId, startedAt, message });
}

function queue(host: Rig, chat: string, message: Message, id = 'q') {
  return host.dispatch(chat, { type: 'chat/pendingMessageSet', kind: 'queued', id, message });
}

function speakers({ turns, activeTurn }: ChatState) {
  return [...turns, ...(activeTurn ? [activeTurn] : [])].map(({ message }) => message.origin.kind);
}

describe("whose word a View's message is", () => {
  test.each([
    ['an object', viewMark(budget)['loggia.view']],
    ['the id alone', 'v1'],
    ['something that cannot be read', 17],
    ['nothing', null],
  ])('E10: marked with %s, it is stored as a tool’s, never as the user’s', async (_how, mark) => {
    const { host, chat } = await equipped();
    await start(host, chat, viewMessage('Hello', mark));
    const state = await host.idle(chat);
    expect(speakers(state)).toEqual(['tool']);
    expect(state.turns[0]?.message._meta).toEqual({ 'loggia.view': mark });
  });

  test('E10: the mark survives the queue, an edit by a client that drops it, and a fork', async () => {
    const { host, session, chat } = await equipped();
    await host.say(chat, '/ask');
    await queue(host, chat, viewMessage('First'));
    await queue(host, chat, userMessage('Edited'));
    expect((await host.chat(chat)).queuedMessages).toMatchObject([
      { id: 'q', message: { text: 'Edited', origin: { kind: 'tool' }, _meta: viewMark(budget) } },
    ]);
    const turnId = (await host.chat(chat)).activeTurn?.id ?? '';
    await host.dispatch(chat, { type: 'chat/turnCancelled', turnId, duration: 0 });
    const done = await host.until(chat, (state) => state.turns.length === 2 && !state.activeTurn);
    expect(speakers(done)).toEqual(['user', 'tool']);
    const fork = 'ahp-chat:/fork';
    const source = { kind: 'fork' as const, chat, turnId: done.turns[1]?.id ?? '' };
    await host.sessions.createChat({ channel: session, chat: fork, source }, asker);
    expect(speakers(await host.chat(fork))).toEqual(['user', 'tool']);
  });

  test('E10: it cannot steer a turn that the user began', async () => {
    const { host, chat } = await equipped({}, { harnesses: [createHarness({ delayMs: 2 })] });
    await host.say(chat, '/forever');
    const steer = (message: Message) =>
      host.dispatch(chat, { type: 'chat/pendingMessageSet', kind: 'steering', id: 'q', message });
    await expect(steer(viewMessage('/stop'))).rejects.toThrow("can't steer");
    await queue(host, chat, viewMessage('Later'));
    await expect(steer(userMessage('Later'))).rejects.toThrow("can't steer");
  });

  test('E10: it names neither a session nor a chat', async () => {
    const { host, session, chat } = await equipped();
    const { title } = await host.session(session);
    await start(host, chat, viewMessage('/title Pay me'));
    await host.idle(chat);
    const other = 'ahp-chat:/other';
    const initialMessage = viewMessage('Pay me');
    await host.sessions.createChat({ channel: session, chat: other, initialMessage }, asker);
    const state = await host.session(session);
    expect([state.title, ...state.chats.map((entry) => entry.title)]).toEqual([title, title, 'New chat']);
    expect(speakers(await host.chat(other))).toEqual(['tool']);
    await host.say(chat, 'What I want');
    await host.idle(chat);
    expect((await host.session(session)).title).toBe('What I want');
  });

  test('E10: agents are told, now, in the history and of what it attaches', async () => {
    const heard: HarnessMessage[] = [];
    const { host, chat } = await equipped(
      {},
      {
        harnesses: [
          {
            ...createHarness(),
            async *run(turn) {
              heard.push(...turn.history().map(({ message }) => message), turn.message);
              yield { kind: 'text', text: 'Heard' };
            },
          },
        ],
      },
    );
    const attachment = {
      type: 'simple' as const,
      label: 'Note',
      modelRepresentation: 'n',
      _meta: viewMark(budget),
    };
    await start(host, chat, { ...viewMessage('One'), attachments: [attachment] });
    await host.idle(chat);
    await host.say(chat, 'Two');
    await host.idle(chat);
    const view = { title: 'Budget', server: 'Finance' };
    const one = { text: 'One', view, attachments: [{ label: 'Note', view, text: 'n' }] };
    expect(heard).toEqual([one, one, { text: 'Two' }]);
  });
});

describe("what a View's message may set off", () => {
  test.each([
    ['a tool that the agent takes as asked for by name', '/tool sum {"a":1}', {}],
    ['under "never"', '/policy sum {"a":1}', { confirm: 'never' as const }],
    ['the input in pieces', '/stream sum {"a":1}', {}],
  ])('E10: asks for %s, and remembers nothing', async (_what, text, options) => {
    const { host, chat, equipment } = await equipped({}, options);
    await start(host, chat, viewMessage(text));
    const ref = await callAt(host, chat, 'pending-confirmation');
    expect(callsIn(await host.chat(chat))).toMatchObject([
      {
        confirmationTitle: 'Run "The sum" on "Scripted", as the View "Budget" of "Finance" asked?',
        options: [{ id: 'allow-once' }, { id: 'deny' }],
      },
    ]);
    expect(equipment.calls).toEqual([]);
    await host.dispatch(chat, { type: 'chat/toolCallConfirmed', ...ref, approved: true });
    expect(replyOf(await host.idle(chat))).toBe('done: {"a":1}');
    expect(await host.sessions.allowances.list()).toEqual([]);
  });

  test('E10: asks again for what was always allowed', async () => {
    const { host, chat, equipment } = await equipped();
    await host.say(chat, '/policy sum');
    const ref = await callAt(host, chat, 'pending-confirmation');
    const always = { approved: true as const, selectedOptionId: 'allow-always' };
    await host.dispatch(chat, { type: 'chat/toolCallConfirmed', ...ref, ...always });
    await host.idle(chat);
    await start(host, chat, viewMessage('/policy sum'));
    await host.until(chat, (state) => callsIn(state)[0]?.status === 'pending-confirmation');
    expect(equipment.calls).toHaveLength(1);
  });

  test('E10: lets tools run that only read, unless everything is asked about', async () => {
    const free = await equipped({ readOnly: ['sum'] });
    await start(free.host, free.chat, viewMessage('/tool sum'));
    expect(callsIn(await free.host.idle(free.chat))).toMatchObject([{ status: 'completed' }]);
    const strict = await equipped({ readOnly: ['sum'] }, { confirm: 'always' });
    await start(strict.host, strict.chat, viewMessage('/tool sum'));
    await callAt(strict.host, strict.chat, 'pending-confirmation');
  });

  test('E10: asks for the tools of clients, too', async () => {
    const { host, session, chat } = await equipped();
    const activeClient = { clientId: 'c1', tools: [{ name: 'probe' }] };
    await host.dispatch(session, { type: 'session/activeClientSet', activeClient });
    await start(host, chat, viewMessage('/tool probe'));
    await callAt(host, chat, 'pending-confirmation');
    expect(callsIn(await host.chat(chat))).toMatchObject([
      { options: [{ id: 'allow-once' }, { id: 'deny' }] },
    ]);
  });

  test('E10: asks when such a turn is resumed', async () => {
    const { host, chat, equipment } = await equipped(
      {},
      {
        confirm: 'never',
        harnesses: [
          {
            ...createHarness(),
            async *run(turn) {
              if (!turn.resumes) throw new Error('Broken off');
              await turn.callTool({ name: 'sum', input: '{}', says: 'Using sum', confirm: false });
              yield { kind: 'text', text: 'Done' };
            },
          },
        ],
      },
    );
    await start(host, chat, viewMessage('Sum'));
    await host.idle(chat);
    await host.dispatch(chat, { type: 'chat/turnResume', turnId: 'view-turn' });
    await callAt(host, chat, 'pending-confirmation');
    expect(equipment.calls).toEqual([]);
  });
});
