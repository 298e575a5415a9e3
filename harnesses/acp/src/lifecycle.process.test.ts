import { readdir, readlink } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { reportOf, type ToolScript } from '@loggia/testing';
import { expect, test } from 'vitest';
import { acpRig, callsOf, errorOf, noticesOf, partsOf, textOf } from './acp-rig.testkit.ts';

const echo: ToolScript = async ({ input }) => reportOf(`heard ${input}`);

test('A6: a canceled turn ends at once, its calls with it, and the agent is ready for the next one', async () => {
  let isStopped = false;
  const slow: ToolScript = ({ signal }) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => {
        isStopped = true;
        reject(new Error('Stopped.'));
      });
    });
  const rig = await acpRig({ equipment: { tools: { slow } } });
  const turnId = await rig.say([{ say: 'Begun.' }, { call: 'slow' }, { wait: 60_000 }, { say: 'Too late.' }]);
  await rig.until((now) => callsOf(now)[0]?.status === 'running');
  await rig.host.dispatch(rig.chat, { type: 'chat/turnCancelled', turnId, duration: 1 });
  const canceled = await rig.until((now) => !now.activeTurn);
  expect([canceled.turns[0]?.state, isStopped]).toEqual(['cancelled', true]);
  const next = await rig.turn([{ remember: true }]);
  expect([textOf(next), noticesOf(next)]).toEqual(['I know 2: steps / steps', []]);
});

test('K1: an agent that does not stop when it is told to is ended, and the next turn resumes its session', async () => {
  const rig = await acpRig({ equipment: { tools: { echo } } });
  const turnId = await rig.say([{ say: 'Begun.' }, { stubborn: 60_000 }]);
  await rig.until((now) => textOf(now) === 'Begun.');
  await rig.host.dispatch(rig.chat, { type: 'chat/turnCancelled', turnId, duration: 1 });
  const next = await rig.turn([{ remember: true }]);
  expect(textOf(next)).toBe('I know 2: steps / steps');
  expect(noticesOf(next)).toEqual(['Scripted was started again and goes on with its session.']);
});

test('K1: a crash is explained with the last words of the agent, and resuming goes on with its session', async () => {
  const rig = await acpRig();
  await rig.turn([{ say: 'One.' }]);
  const crashed = await rig.turn([{ say: 'Two.' }, { wait: 50 }, { crash: 'Segmentation fault' }]);
  expect(errorOf(crashed)).toBe(
    'Scripted ended with exit code 3. It last wrote: "Segmentation fault". Resume to start it again.',
  );
  expect(crashed.turns.at(-1)?.state).toBe('error');
  const next = await rig.turn([{ remember: true }]);
  expect(textOf(next)).toBe('I know 3: steps / steps / steps');
  expect(noticesOf(next)).toEqual(['Scripted was started again and goes on with its session.']);
  expect(noticesOf(await rig.turn([{ say: 'Five.' }]))).toEqual([]);
});

test('A6: a turn that broke off is resumed with what it had said', async () => {
  const rig = await acpRig();
  const turnId = await rig.say([
    { say: 'Half.' },
    { wait: 50 },
    { remember: true },
    { wait: 50 },
    { crash: 'Oops' },
  ]);
  await rig.until((now) => now.turns.length === 1);
  await rig.host.dispatch(rig.chat, { type: 'chat/turnResume', turnId });
  const resumed = await rig.until((now) => !now.activeTurn && partsOf(now).length > 4);
  const words = textOf(resumed);
  expect(words).toContain('I know 1: steps');
  expect(words).toContain('I know 2: steps / Your answer to this was interrupted.');
});

test('K1: an agent that can only load a session does that, and what it repeats is not shown again', async () => {
  const rig = await acpRig({ env: { CAN: 'load' } });
  await rig.turn([{ say: 'One.' }, { wait: 50 }, { crash: 'Oops' }]);
  const next = await rig.turn([{ remember: true }]);
  expect(textOf(next)).toBe('I know 2: steps / steps');
  expect(noticesOf(next)).toEqual(['Scripted was started again and has read its session again.']);
});

test('K1: an agent that keeps nothing is given the conversation so far', async () => {
  const rig = await acpRig({ env: { CAN: 'nothing' } });
  await rig.turn([{ say: 'One.' }, { wait: 50 }, { crash: 'Oops' }]);
  const next = await rig.turn([{ remember: true }]);
  expect(textOf(next)).toMatch(/^I know 1: The conversation so far/);
  expect(noticesOf(next)).toEqual(['Scripted began a new session, and was given the conversation so far.']);
});

test('K1: after a restart of the host the agent goes on with its session', async () => {
  const first = await acpRig();
  await first.turn([{ say: 'One.' }]);
  await first.close();
  const second = await acpRig({ disk: first.host.disk, folder: first.folder });
  const next = await second.turn([{ remember: true }]);
  expect(textOf(next)).toBe('I know 2: steps / steps');
  expect(noticesOf(next)).toEqual(['Scripted was started again and goes on with its session.']);
});

test('A6: a chat that was cut back gets a new session, which knows only what is left', async () => {
  const rig = await acpRig();
  const first = await rig.turn([{ say: 'One.' }]);
  await rig.turn([{ say: 'Two.' }]);
  await rig.host.dispatch(rig.chat, { type: 'chat/truncated', turnId: first.turns[0]?.id ?? '' });
  const next = await rig.turn([{ remember: true }]);
  expect(textOf(next)).toMatch(/^I know 1: The conversation so far/);
});

test('K1: an agent that lists tools only once learns of new ones with its next turn', async () => {
  const rig = await acpRig({ equipment: { tools: { echo } }, env: { LISTS: 'once' } });
  expect(textOf(await rig.turn([{ tools: 'names' }]))).toBe('["echo"]');
  rig.equipment.change({ tools: { echo, more: echo } });
  const tools = ['echo', 'more'].map((name) => ({ name, description: `Does ${name}.` }));
  rig.equipment.sessionAccess.append(rig.session, { type: 'session/serverToolsChanged', tools });
  expect(textOf(await rig.turn([{ tools: 'names' }, { call: 'more' }]))).toBe('["echo","more"]\nheard {}');
  expect(textOf(await rig.turn([{ remember: true }]))).toBe('I know 3: steps / steps / steps');
});

test('K1: an agent that looks for tools in the background has them when the first message comes', async () => {
  const rig = await acpRig({ equipment: { tools: { echo } }, env: { LISTS: 'late' } });
  expect(textOf(await rig.turn([{ tools: 'names' }]))).toBe('["echo"]');
});

test('K1, B6: an agent that listens hears of new tools without a restart, and gives up calls by closing', async () => {
  let isStopped = false;
  const slow: ToolScript = ({ signal }) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => {
        isStopped = true;
        reject(new Error('Stopped.'));
      });
    });
  const rig = await acpRig({ env: { LISTENS: '1' }, equipment: { tools: { echo, slow } } });
  expect(textOf(await rig.turn([{ tools: 'names' }]))).toBe('["echo","slow"]');
  rig.equipment.change({ tools: { echo, slow, more: echo } });
  const tools = ['echo', 'slow', 'more'].map((name) => ({ name, description: `Does ${name}.` }));
  rig.equipment.sessionAccess.append(rig.session, { type: 'session/serverToolsChanged', tools });
  const next = await rig.turn([{ tools: 'names' }, { call: 'slow', cancel: 'close' }, { call: 'more' }]);
  expect(noticesOf(next)).toEqual([]);
  expect(textOf(next)).toContain('["echo","slow","more"]');
  expect(textOf(next)).toContain('heard {}');
  expect(isStopped).toBe(true);
});

test.each([
  ['over HTTP', { LISTENS: '1' }],
  ['over stdio', { CAN: 'no-http' }],
])('B6: an agent that listens %s hears of new tools while its turn runs', async (_way, env) => {
  const rig = await acpRig({ env, equipment: { tools: { echo } } });
  await rig.say([{ tools: 'names' }, { hear: 'tools' }, { tools: 'names' }, { call: 'more' }]);
  await rig.until((now) => textOf(now) === '["echo"]');
  rig.equipment.change({ tools: { echo, more: echo } });
  const tools = ['echo', 'more'].map((name) => ({ name, description: `Does ${name}.` }));
  rig.equipment.sessionAccess.append(rig.session, { type: 'session/serverToolsChanged', tools });
  const state = await rig.until((now) => !now.activeTurn);
  expect(textOf(state)).toBe('["echo"]["echo","more"]\nheard {}');
  expect(noticesOf(state)).toEqual([]);
});

test('K1: what a program prints beside its messages does no harm', async () => {
  const rig = await acpRig({ env: { BANNER: 'Welcome to 1.0!' } });
  const state = await rig.turn([
    { say: 'One. ' },
    { garbage: 'warning: deprecated' },
    { garbage: '["a", "batch"]' },
    { garbage: '{"jsonrpc":"2.0","method":"no/such","params":{}}' },
    { say: 'Two.' },
  ]);
  expect([textOf(state), state.turns[0]?.state]).toEqual(['One. Two.', 'complete']);
});

test('K1, L5: an agent that sends more than can be read is ended, and the chat says why', async () => {
  const rig = await acpRig();
  const state = await rig.turn([{ say: 'One.' }, { flood: 33 * 1024 * 1024 }, { wait: 60_000 }]);
  expect([textOf(state), errorOf(state)]).toEqual([
    'One.',
    'Scripted sent a message of more than 32 MiB, so it was ended. Resume to start it again.',
  ]);
  const next = await rig.turn([{ remember: true }]);
  expect(textOf(next)).toBe('I know 2: steps / steps');
});

test.each([
  ['no-such-program-here', 'there is no program "no-such-program-here" on the PATH of the host'],
  ['/tmp', '"/tmp" may not be run'],
])('L5: a program that can not be started (%s) is named, with what to do', async (command, why) => {
  const rig = await acpRig({ agent: { command, args: [] } });
  expect(errorOf(await rig.turn([]))).toBe(
    `Scripted could not be started, because ${why}. Install it, or correct its command, then resume this turn.`,
  );
});

test('L5: an agent that wants a sign-in says so, with the ways it has', async () => {
  const rig = await acpRig({ env: { SIGN_IN: '1' } });
  expect(errorOf(await rig.turn([]))).toMatch(
    /^Scripted isn't signed in\. It knows these ways: "Use a key"\. Sign in under .* then resume this turn\.$/,
  );
});

test('K1: the program gets a clean environment, its own variables, and those that are passed on', async () => {
  const rig = await acpRig({ env: { KEY: 'k' }, agent: {} });
  expect(textOf(await rig.turn([{ env: ['KEY', 'SECRET_OF_HOST', 'PASSED'] }]))).toBe('["k",null,null]');
  const other = await acpRig({ agent: { passEnv: ['PASSED'] } });
  const state = await other.turn([{ env: ['PASSED', 'SECRET_OF_HOST'] }, { say: ' in ' }, { where: true }]);
  expect(textOf(state)).toBe(`["on",null] in ${other.folder}`);
});

test('K1: an agent without MCP over HTTP gets the tools from a program that passes everything on', async () => {
  let isStopped = false;
  const slow: ToolScript = ({ signal }) =>
    new Promise((_, reject) => {
      signal.addEventListener('abort', () => {
        isStopped = true;
        reject(new Error('Stopped.'));
      });
    });
  const rig = await acpRig({ env: { CAN: 'no-http' }, equipment: { tools: { echo, slow } } });
  const state = await rig.turn([
    { tools: 'names' },
    {
      together: [
        { call: 'echo', args: { a: 1 } },
        { call: 'echo', args: { b: 2 }, report: 'after' },
      ],
    },
    { call: 'slow', cancel: 'notify' },
  ]);
  expect(noticesOf(state)).toEqual([]);
  expect(textOf(state)).toContain('["echo","slow"]');
  expect(rig.equipment.calls.map(({ input }) => input).toSorted()).toEqual(['{"a":1}', '{"b":2}', '{}']);
  expect(callsOf(state).map(({ toolName, contributor }) => [toolName, contributor?.kind])).toEqual([
    ['echo', 'mcp'],
    ['echo', 'mcp'],
    ['slow', 'mcp'],
  ]);
  expect(isStopped).toBe(true);
});

test('K1: an agent that takes several folders gets all of them, and is started again when they change', async () => {
  const moreFolders = ['/one'];
  const rig = await acpRig({ env: { ALSO: 'additionalDirectories' }, moreFolders });
  expect(textOf(await rig.turn([{ where: true }]))).toBe(`${rig.folder} /one`);
  moreFolders.push('/two');
  const next = await rig.turn([{ where: true }, { say: '. ' }, { remember: true }]);
  expect(textOf(next)).toBe(`${rig.folder} /one /two. I know 2: steps / steps`);
  expect(noticesOf(next)).toEqual(['Scripted was started again and goes on with its session.']);
});

test('K1: an agent that takes one folder is told of the others, and again when they change', async () => {
  const moreFolders = ['/one'];
  const rig = await acpRig({ moreFolders });
  await rig.turn([{ where: true }]);
  await rig.turn([{ say: 'Same.' }]);
  moreFolders.push('/two');
  const told = 'Instructions for this conversation:\n\n# F';
  const next = await rig.turn([{ remember: true }]);
  expect([textOf(next), noticesOf(next)]).toEqual([`I know 3: ${told} / steps / ${told}`, []]);
});

test('K1: two chats run at a time, each with its own session and tools', async () => {
  const rig = await acpRig({ equipment: { tools: { echo } } });
  const asker = { clientId: 'c1', by: 'local' };
  await rig.host.sessions.createChat({ channel: rig.session, chat: 'ahp-chat:/other' }, asker);
  const [one, other] = await Promise.all([
    rig.turn([{ call: 'echo', args: { in: 1 } }, { wait: 200 }]),
    rig.turn([{ call: 'echo', args: { in: 2 } }, { wait: 200 }], 'ahp-chat:/other'),
  ]);
  expect([textOf(one), textOf(other)]).toEqual(['heard {"in":1}', 'heard {"in":2}']);
});

test('K1: the process ends with its chat', async () => {
  const rig = await acpRig();
  const state = await rig.turn([{ say: 'x' }, { update: { sessionUpdate: 'plan', entries: [] } }]);
  expect(state.turns).toHaveLength(1);
  const pid = await pidOf(rig.folder);
  expect(pid).toBeDefined();
  await rig.host.sessions.disposeSession(rig.session);
  for (let waited = 0; waited < 100 && (await pidOf(rig.folder)) !== undefined; waited++) await sleep(50);
  expect(await pidOf(rig.folder)).toBeUndefined();
});

test('K1: a program that never answers ends with the host, even if it ignores the end of its input', async () => {
  const rig = await acpRig({ env: { SILENT: '1' } });
  await rig.say([]);
  const started = await rig.until((now) => now.activity === 'Starting Scripted…');
  expect(started.activeTurn).toBeDefined();
  for (let waited = 0; waited < 100 && (await pidOf(rig.folder)) === undefined; waited++) await sleep(50);
  expect(await pidOf(rig.folder)).toBeDefined();
  await rig.close();
  expect(await pidOf(rig.folder)).toBeUndefined();
});

/** The process that works in the folder. */
async function pidOf(folder: string): Promise<string | undefined> {
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    if ((await readlink(`/proc/${pid}/cwd`).catch(() => '')) === folder) return pid;
  }
  return undefined;
}
