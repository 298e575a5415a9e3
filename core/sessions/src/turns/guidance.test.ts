import { reportOf, ScriptedEquipment, type EquipmentScript } from '@loggia/testing';
import type { ChatState } from '@loggia/protocol';
import { expect, test } from 'vitest';
import type { Guidance } from '../equipment.ts';
import type { Harness } from '../harness.ts';
import { callsIn, replyOf, rig } from '../rig.testkit.ts';

async function equipped(script: EquipmentScript) {
  const equipment = new ScriptedEquipment(script);
  const host = await rig({ equipment: equipment.attach });
  return { host, equipment, ...(await host.create()) };
}

const guidance: Guidance = {
  persona: { name: 'Reviewer', instructions: 'Be strict.', tools: ['sum'] },
  invoked: undefined,
  skills: [
    { name: 'pdf', description: '', forModel: true, forUser: true, read: () => Promise.resolve('How.') },
  ],
  rules: [{ name: 'style', text: 'Short.' }],
};

test('D9: the agent is given the persona, the skills and the rules that its message brings', async () => {
  const { host, chat } = await equipped({
    guidance: ({ agent }) => ({ ...guidance, persona: agent ? guidance.persona : undefined }),
  });
  await host.say(chat, '/guidance');
  expect(replyOf(await host.idle(chat))).toBe('persona: none\ninvoked: none\nskills: pdf\nrules: style');
  const message = {
    text: '/guidance',
    origin: { kind: 'user' as const },
    agent: { uri: 'file:///reviewer.md' },
  };
  const startedAt = new Date(host.clock.now()).toISOString();
  await host.dispatch(chat, { type: 'chat/turnStarted', turnId: 'second', startedAt, message });
  const state = await host.until(chat, ({ turns }) => turns.length === 2);
  expect(replyOf(state)).toMatch(/^persona: Reviewer \(Be strict\.\)/);
});

test('D9: the beginning of a name is completed to the skills and prompts that there are', async () => {
  const secret = { name: 'pdf-inner', description: '', forModel: true, forUser: false, read: async () => '' };
  const { host, chat, session } = await equipped({
    guidance: () => ({ ...guidance, skills: [...guidance.skills, secret], prompts: [{ name: 'plan' }] }),
  });
  const complete = (channel: string, text: string) =>
    host.sessions.completions({ channel, kind: 'userMessage', text, offset: text.length });
  const offered = (label: string) => ({
    insertText: `/${label} `,
    rangeStart: 0,
    rangeEnd: 2,
    attachment: { type: 'simple', label },
  });
  const items = [offered('pdf'), offered('plan')];
  expect(await complete(chat, '/p')).toEqual({ items });
  expect(await complete(session, '/p')).toEqual({ items });
  expect(await complete(chat, '/x')).toEqual({ items: [] });
  expect(await complete(chat, 'a /p')).toEqual({ items: [] });
  expect(await complete('ahp-chat:/gone', '/p')).toEqual({ items: [] });
});

test('D9: a persona has only the tools that it names', async () => {
  const tools = { sum: async () => reportOf('3'), erase: async () => reportOf('gone') };
  const { host, chat, equipment } = await equipped({ tools, guidance: () => guidance });
  await host.say(chat, '/tools');
  expect(replyOf(await host.idle(chat))).toBe('sum');
  await host.say(chat, '/parallel sum erase');
  const state = await host.until(chat, ({ turns }) => turns.length === 2);
  expect(replyOf(state)).toBe('done: 3; failed: The chosen agent may not use the tool "erase".');
  expect(equipment.calls.map((call) => call.name)).toEqual(['sum']);
});

test('D9: equipment that fails is no reason not to answer', async () => {
  const { host, chat } = await equipped({
    guidance: () => {
      throw new Error('broken');
    },
  });
  await host.say(chat, '/guidance');
  expect(replyOf(await host.idle(chat))).toMatch(/^persona: none/);
  expect(host.problems).toHaveLength(1);
});

test('D7: the agent sees the tools of servers and clients, and calls what it saw', async () => {
  const { host, session, chat } = await equipped({ tools: { sum: async () => reportOf('server') } });
  const activeClient = { clientId: 'c1', tools: [{ name: 'sum' }] };
  await host.dispatch(session, { type: 'session/activeClientSet', activeClient });
  await host.say(chat, '/tools');
  expect(replyOf(await host.idle(chat))).toBe('server__sum sum');
  await host.say(chat, '/tool server__sum');
  const state = await host.until(chat, ({ turns }) => turns.length === 2);
  expect(replyOf(state)).toBe('done: server');
  expect(callsIn(state)).toMatchObject([{ toolName: 'sum', contributor: { kind: 'mcp' } }]);
});

test('D7: a name never comes to mean somebody else after the agent has seen it', async () => {
  const equipment = new ScriptedEquipment({ tools: { sum: async () => reportOf('server') } });
  const steps: (() => void)[] = [];
  const step = () => new Promise<void>((resolve) => void steps.push(resolve));
  const host = await rig({
    equipment: equipment.attach,
    harnesses: [
      {
        describe: { provider: 'slow', displayName: 'Slow', description: '', models: [] },
        async *run(turn) {
          const names = turn.tools().map((tool) => tool.name);
          await step();
          for (const name of names) {
            const outcome = await turn.callTool({ name, input: '{}', says: '', confirm: false });
            yield { kind: 'text', text: `${name} ${outcome.kind} ` };
          }
        },
      },
    ],
  });
  const { session, chat } = await host.create();
  const activeClient = { clientId: 'c1', tools: [{ name: 'probe' }] };
  await host.dispatch(session, { type: 'session/activeClientSet', activeClient });
  await host.say(chat, 'go');
  await expect.poll(() => steps).toHaveLength(1);
  // The client takes the server's tool name, and a server the client's.
  const swapped = { clientId: 'c1', tools: [{ name: 'sum' }] };
  await host.dispatch(session, { type: 'session/activeClientSet', activeClient: swapped });
  equipment.change({ tools: { sum: async () => reportOf('server'), probe: async () => reportOf('trap') } });
  const tools = [{ name: 'sum' }, { name: 'probe' }];
  equipment.sessionAccess.append(session, { type: 'session/serverToolsChanged', tools });
  steps[0]?.();
  expect(replyOf(await host.idle(chat))).toBe('sum done probe failed');
  expect(equipment.calls.map((call) => call.name)).toEqual(['sum']);
});

test('A6: a turn waits for its servers, says so, and goes on when they are up', async () => {
  let up: () => void = () => {};
  const starting = new Promise<void>((resolve) => {
    up = resolve;
  });
  const { host, chat } = await equipped({ ready: () => starting });
  await host.say(chat, 'hello');
  await host.until(chat, (state) => state.activity === 'Waiting for servers…');
  expect((await host.chat(chat)).activeTurn?.responseParts).toEqual([]);
  up();
  const state = await host.idle(chat);
  expect(replyOf(state)).toBe('hello');
  expect(state.activity).toBeUndefined();
});

test.each([
  [
    ['docs'],
    'The agent begins without the tools of docs, which is still starting. It gets them as soon as it is ready.',
  ],
  [
    ['docs', 'b', 'c'],
    'The agent begins without the tools of docs and 2 others, which are still starting. It gets them as soon as they are ready.',
  ],
])('B15: a turn that begins without the tools of %j says so', async (missing, content) => {
  const { host, chat } = await equipped({ ready: () => Promise.resolve(missing) });
  await host.say(chat, 'hello');
  const { turns } = await host.idle(chat);
  expect(turns[0]?.responseParts[0]).toEqual({ kind: 'systemNotification', content });
});

test('A6: a cancelled turn waits for nothing, even for equipment that does not listen', async () => {
  const signals: AbortSignal[] = [];
  const { host, chat, equipment } = await equipped({
    ready: (signal) => {
      signals.push(signal);
      return new Promise(() => {});
    },
  });
  const turnId = await host.say(chat, 'hello');
  await expect.poll(() => signals).toHaveLength(1);
  await host.dispatch(chat, { type: 'chat/turnCancelled', turnId, duration: 1 });
  expect(signals[0]?.aborted).toBe(true);
  equipment.change({ ready: () => Promise.resolve() });
  await host.say(chat, 'again');
  const state = await host.until(chat, ({ turns }) => turns.length === 2);
  expect(state.turns.map((turn) => turn.state)).toEqual(['cancelled', 'complete']);
  expect(host.problems).toEqual([]);
});

function noticesIn({ turns }: ChatState): unknown[] {
  return (turns.at(-1)?.responseParts ?? []).flatMap((part) =>
    part.kind === 'systemNotification' ? [part.content] : [],
  );
}

const cssRule = (files: readonly string[]) =>
  files.some((file) => file.endsWith('.css')) ? [{ name: 'css', text: 'Use tabs.', files: ['a.css'] }] : [];

test('D3: a rule for files comes with a message that names one, and the chat says so', async () => {
  const { host, chat } = await equipped({ rulesFor: cssRule });
  await host.say(chat, '/guidance for src/a.css');
  const state = await host.idle(chat);
  expect(replyOf(state)).toContain('rules: css');
  expect(noticesIn(state)).toEqual(['The rule "css" applies to a.css.']);
  await host.say(chat, '/guidance');
  const next = await host.until(chat, ({ turns }) => turns.length === 2);
  expect(replyOf(next)).toContain('rules: none');
  expect(noticesIn(next)).toEqual([]);
});

test('D3: a rule for files is there once a call has touched one, and only once', async () => {
  const rules: string[] = [];
  const equipment = new ScriptedEquipment({ tools: { edit: async () => reportOf('ok') }, rulesFor: cssRule });
  const harness: Harness = {
    describe: { provider: 'rules', displayName: 'Rules', description: '', models: [] },
    async *run(turn) {
      for (const file of ['a.ts', 'a.css', 'b.css']) {
        await turn.callTool({ name: 'edit', input: JSON.stringify({ file }), says: 'Edits', confirm: false });
        rules.push(
          turn
            .guidance()
            .rules.map(({ name }) => name)
            .join(),
        );
      }
      yield { kind: 'text', text: 'done' };
    },
  };
  const host = await rig({ equipment: equipment.attach, harnesses: [harness] });
  const { chat } = await host.create();
  await host.say(chat, 'go');
  const state = await host.idle(chat);
  expect(rules).toEqual(['', 'css', 'css']);
  expect(noticesIn(state)).toEqual(['The rule "css" applies to a.css.']);
});

test('D3: rules that cannot be read are no reason not to answer', async () => {
  const { host, chat } = await equipped({
    rulesFor: () => {
      throw new Error('broken');
    },
  });
  await host.say(chat, '/guidance for a.css');
  expect(replyOf(await host.idle(chat))).toContain('rules: none');
  expect(host.problems).toHaveLength(1);
});
