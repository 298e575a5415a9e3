import { SessionRig, userMessage } from '@loggia/testing';
import { callLocationsOf, planOf, type ChatState, type ToolCall } from '@loggia/protocol';
import { afterEach, expect, test, vi } from 'vitest';
import type { Files, Harness, HarnessTurn, OwnCall, PermissionOption } from '../index.ts';

let rig: SessionRig | undefined;
afterEach(async () => {
  await rig?.close();
  rig = undefined;
});

const kept: string[] = [];
const files = {
  holding: (_hashes, work) => work(),
  size: async () => undefined,
  read: () => Promise.reject(new Error('There are none.')),
  wordsIn: async () => undefined,
  take: async () => undefined,
  typeOf: async () => '',
  keep: async (bytes) => {
    const text = Buffer.from(bytes).toString();
    if (text === 'unkeepable') throw new Error('The disk is full.');
    return { hash: `${kept.push(text)}`, size: bytes.length };
  },
} satisfies Files;

async function turnOf(run: Harness['run'], view?: object): Promise<{ rig: SessionRig; chat: string }> {
  const describe = { provider: 'own', displayName: 'Own', description: '', models: [] };
  const opened = await SessionRig.open({ harnesses: [{ describe, run }], files });
  rig = opened;
  const { chat } = await opened.create();
  const message = { ...userMessage('Go'), ...(view && { _meta: { 'loggia.view': view } }) };
  const startedAt = new Date(0).toISOString();
  await opened.dispatch(chat, { type: 'chat/turnStarted', turnId: 't', startedAt, message });
  return { rig: opened, chat };
}

function callsIn({ activeTurn, turns }: ChatState): ToolCall[] {
  const parts = (activeTurn ?? turns.at(-1))?.responseParts ?? [];
  return parts.flatMap((part) => (part.kind === 'toolCall' ? [part.toolCall] : []));
}

const edit: OwnCall = { id: 'e', name: 'edit', title: 'Edit a.txt', status: 'running', input: '{"a":1}' };

test('A7: a call of the agent itself is shown from its start to its end, in its place between the texts', async () => {
  const { rig: host, chat } = await turnOf(async function* () {
    yield { kind: 'text', text: 'Before.' };
    yield { kind: 'call', call: edit };
    yield { kind: 'text', text: 'After' };
    yield { kind: 'call', call: { ...edit, title: 'Edited a.txt' } };
    yield { kind: 'text', text: 'wards.' };
    const content = [
      { kind: 'text' as const, text: 'one line' },
      { kind: 'diff' as const, path: '/w/a.txt', before: 'old', after: 'new' },
      { kind: 'diff' as const, path: '/w/b.txt', after: 'unkeepable' },
    ];
    yield { kind: 'call', call: { ...edit, title: 'Edited a.txt', status: 'done', content } };
  });
  const { turns } = await host.idle(chat);
  expect(turns[0]?.responseParts).toMatchObject([
    { kind: 'markdown', content: 'Before.' },
    {
      kind: 'toolCall',
      toolCall: {
        toolName: 'edit',
        displayName: 'Edit a.txt',
        invocationMessage: 'Edited a.txt',
        toolInput: '{"a":1}',
        status: 'completed',
        confirmed: 'not-needed',
        success: true,
        content: [
          { type: 'text', text: 'one line' },
          {
            type: 'fileEdit',
            before: { uri: 'file:///w/a.txt', content: { sizeHint: 3 } },
            after: { uri: 'file:///w/a.txt', content: { sizeHint: 3 } },
          },
          { type: 'text', text: "The change of /w/b.txt could not be kept, so it can't be shown." },
        ],
      },
    },
    { kind: 'markdown', content: 'Afterwards.' },
  ]);
});

test('A7, K1: the files that a call works on are with the call, and follow it', async () => {
  let goOn: () => void = () => undefined;
  const next = (): Promise<void> => new Promise((resolve) => (goOn = resolve));
  const { rig: host, chat } = await turnOf(async function* () {
    yield { kind: 'call', call: { ...edit, locations: [{ path: '/w/a b.txt', line: 3 }] } };
    await next();
    yield { kind: 'call', call: { ...edit, locations: [{ path: '/w/c.txt' }] } };
    await next();
    yield { kind: 'call', call: { ...edit, status: 'done', locations: [{ path: '/w/d.txt' }] } };
  });
  const shown = async (): Promise<unknown> => callLocationsOf(callsIn(await host.chat(chat))[0] ?? {});
  await vi.waitFor(async () => expect(await shown()).toEqual([{ uri: 'file:///w/a%20b.txt', line: 3 }]));
  goOn();
  await vi.waitFor(async () => expect(await shown()).toEqual([{ uri: 'file:///w/c.txt' }]));
  goOn();
  await host.idle(chat);
  expect(await shown()).toEqual([{ uri: 'file:///w/d.txt' }]);
});

test('A7, K1: a plan is one call that follows every change, and ends with the turn', async () => {
  let goOn: () => void = () => undefined;
  const next = (): Promise<void> => new Promise((resolve) => (goOn = resolve));
  const { rig: host, chat } = await turnOf(async function* () {
    yield { kind: 'plan', steps: [] };
    yield { kind: 'text', text: 'First: ' };
    yield { kind: 'plan', steps: [{ text: 'Look', state: 'done' }] };
    yield { kind: 'text', text: 'Then:' };
    await next();
    yield { kind: 'plan', steps: [{ text: 'Leap', state: 'running' }] };
    await next();
  });
  const plan = async () => callsIn(await host.chat(chat)).map((call) => [call.status, planOf(call)]);
  await vi.waitFor(async () =>
    expect(await plan()).toEqual([['running', [{ text: 'Look', state: 'done' }]]]),
  );
  goOn();
  const leap = [{ text: 'Leap', state: 'running' }];
  await vi.waitFor(async () => expect(await plan()).toEqual([['running', leap]]));
  goOn();
  const { turns } = await host.idle(chat);
  expect(turns[0]?.responseParts).toMatchObject([
    { kind: 'markdown', content: 'First: ' },
    { toolCall: { displayName: 'Plan', status: 'completed', content: [{ text: '- [~] Leap' }] } },
    { kind: 'markdown', content: 'Then:' },
  ]);
  expect(await plan()).toEqual([['completed', leap]]);
});

test('A7: a call of its own that fails says why', async () => {
  const { rig: host, chat } = await turnOf(async function* () {
    yield {
      kind: 'call',
      call: { ...edit, status: 'failed', content: [{ kind: 'text', text: 'No such file' }] },
    };
    yield { kind: 'call', call: { ...edit, id: 'f', status: 'failed' } };
  });
  expect(callsIn(await host.idle(chat))).toMatchObject([
    { success: false, error: { message: 'No such file' } },
    { success: false, error: { message: 'The agent says that this failed.' } },
  ]);
});

const options: PermissionOption[] = [
  { id: 'o', label: 'Once', kind: 'allow-once' },
  { id: 'a', label: 'Always', kind: 'allow-always' },
  { id: 'n', label: 'No', kind: 'deny-once' },
];

async function asked(
  answer: { approved: boolean; selectedOptionId?: string },
  given: { options?: readonly PermissionOption[]; view?: object } = {},
): Promise<{ answer: string; offered: unknown }> {
  const run = async function* (turn: HarnessTurn) {
    const chosen = await turn.askPermission(edit, given.options ?? options);
    yield { kind: 'text' as const, text: `chose ${chosen}` };
  };
  const { rig: host, chat } = await turnOf(run, given.view);
  const state = await host.until(chat, (now) => callsIn(now)[0]?.status === 'pending-confirmation');
  const [call] = callsIn(state);
  await host.dispatch(chat, {
    type: 'chat/toolCallConfirmed',
    turnId: 't',
    toolCallId: call?.toolCallId ?? '',
    ...answer,
  });
  const { turns } = await host.idle(chat);
  const text = turns[0]?.responseParts.find((part) => part.kind === 'markdown')?.content ?? '';
  await host.close();
  rig = undefined;
  return { answer: text, offered: (call as { options?: { id: string }[] }).options?.map(({ id }) => id) };
}

test('A7, A8: the user chooses among the options of the agent, or just agrees or denies', async () => {
  expect(await asked({ approved: true, selectedOptionId: 'a' })).toEqual({
    answer: 'chose a',
    offered: ['o', 'a', 'n'],
  });
  expect((await asked({ approved: true })).answer).toBe('chose o');
  expect((await asked({ approved: false })).answer).toBe('chose n');
  expect((await asked({ approved: false }, { options: options.slice(0, 1) })).answer).toBe('chose undefined');
});

test('A7: in a turn that a View started, nothing can be allowed for later', async () => {
  const { offered } = await asked({ approved: true }, { view: { id: 'v', title: 'Map', server: 'maps' } });
  expect(offered).toEqual(['o', 'n']);
});

test('A6: what an agent keeps with a chat is there in later turns, for that agent, until the chat is gone', async () => {
  const seen: unknown[] = [];
  const agent = (provider: string): Harness => ({
    describe: { provider, displayName: provider, description: '', models: [] },
    async *run(turn) {
      seen.push(await turn.memory.read());
      turn.memory.keep({ by: provider, turn: turn.id });
      yield { kind: 'text', text: 'Kept.' };
    },
  });
  const removed: unknown[] = [];
  const one = {
    ...agent('one'),
    chatRemoved: (chat: string, memory: unknown) => void removed.push([chat, memory]),
  };
  const host = await SessionRig.open({ harnesses: [one, agent('two')] });
  rig = host;
  const { session, chat } = await host.create();
  const run = async (turnId: string, count: number) => {
    await host.say(chat, 'Go', turnId);
    await host.until(chat, (state) => !state.activeTurn && state.turns.length === count);
  };
  await run('a', 1);
  await run('b', 2);
  await host.sessions.switchAgent(session, 'two');
  await run('c', 3);
  await host.sessions.switchAgent(session, 'one');
  await run('d', 4);
  expect(seen).toEqual([undefined, { by: 'one', turn: 'a' }, undefined, undefined]);
  await host.sessions.disposeSession(session);
  await vi.waitFor(() => expect(removed).toEqual([[chat, { by: 'one', turn: 'd' }]]));
  expect(await host.kernel.records.list('agent-memory')).toEqual([]);
});

test('A6: agents are closed with the host, and when they are removed', async () => {
  const closed: string[] = [];
  const agent = (provider: string): Harness => ({
    describe: { provider, displayName: provider, description: '', models: [] },
    async *run() {},
    close: async () => void closed.push(provider),
  });
  const [one, two] = [agent('one'), agent('two')];
  const host = await SessionRig.open({ harnesses: [one, two] });
  host.harnesses.replace([one]);
  expect(closed).toEqual(['two']);
  await host.close();
  expect(closed).toEqual(['two', 'one']);
});
