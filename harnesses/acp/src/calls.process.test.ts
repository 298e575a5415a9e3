import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { callLocationsOf } from '@loggia/protocol';
import { reportOf, type ToolScript } from '@loggia/testing';
import { expect, test } from 'vitest';
import { acpRig, callsOf, partsOf, textOf } from './acp-rig.testkit.ts';

const echo: ToolScript = async ({ input }) => reportOf(`heard ${input}`);
const equipment = { tools: { echo } };

test.each([
  ['before', {}],
  ['after', {}],
  ['before', { passId: 'callId' }],
  ['after', { passId: 'callId' }],
  ['after', { passId: 'claudecode/toolUseId', title: 'Looking' }],
  ['before', { title: 'mcp.loggia.echo', input: { server: 'loggia', tool: 'echo', arguments: { a: 1 } } }],
  ['after', { title: 'loggia: echo' }],
  ['before', { title: 'echo (loggia MCP Server)' }],
  ['after', { title: 'echo' }],
])('K1, B6: a call that the agent reports %s it arrives is shown once (%o)', async (report, more) => {
  const rig = await acpRig({ equipment });
  const state = await rig.turn([{ call: 'echo', args: { a: 1 }, report, ...more }]);
  expect(textOf(state)).toBe('heard {"a":1}');
  expect(callsOf(state)).toMatchObject([
    { toolName: 'echo', contributor: { kind: 'mcp' }, status: 'completed' },
  ]);
});

test('K1, B6: identical calls at the same time are shown once each, in whatever order they are reported', async () => {
  const rig = await acpRig({ equipment });
  const one = { call: 'echo', args: { a: 1 } };
  const together = [one, { ...one, report: 'after' }, { call: 'echo', args: { b: 2 } }];
  const state = await rig.turn([{ together }]);
  expect(callsOf(state).map(({ toolName, status }) => `${toolName} ${status}`)).toEqual([
    'echo completed',
    'echo completed',
    'echo completed',
  ]);
  expect(rig.equipment.calls.map(({ input }) => input).toSorted()).toEqual(['{"a":1}', '{"a":1}', '{"b":2}']);
});

test('K1: a call that the agent says is for the proxy, and which never arrives there, is shown as its own', async () => {
  const rig = await acpRig({ equipment });
  const call = { toolCallId: 'x', title: 'loggia_echo', rawInput: { a: 1 } };
  const state = await rig.turn([
    { update: { sessionUpdate: 'tool_call', ...call, status: 'pending' } },
    { update: { sessionUpdate: 'tool_call_update', toolCallId: 'x', status: 'failed' } },
  ]);
  expect(callsOf(state)).toMatchObject([{ displayName: 'loggia_echo', status: 'completed', success: false }]);
  expect(rig.equipment.calls).toEqual([]);
});

test("K1: the agent sees exactly the session's tools, without what is for Views", async () => {
  const rig = await acpRig({ equipment: { tools: { echo, count: echo } } });
  const [first] = JSON.parse(textOf(await rig.turn([{ tools: 'all' }]))) as object[];
  expect(first).toEqual({
    name: 'echo',
    description: 'Does echo.',
    inputSchema: { type: 'object' },
    annotations: expect.any(Object),
    _meta: { 'anthropic/alwaysLoad': true },
  });
  expect(textOf(await rig.turn([{ tools: 'names' }]))).toBe('["echo","count"]');
});

test('K1, B7: the agent gets the text of a result alone', async () => {
  const told = { ...reportOf('sunny'), structured: { degrees: 20 }, meta: { ui: { resourceUri: 'ui://x' } } };
  const rig = await acpRig({ equipment: { tools: { weather: async () => told } } });
  const state = await rig.turn([{ raw: 'tools/call', params: { name: 'weather', arguments: {} } }]);
  expect(JSON.parse(textOf(state))).toMatchObject({ result: { content: [{ type: 'text', text: 'sunny' }] } });
  expect(textOf(state)).not.toMatch(/structured|ui:/);
});

test('A7, B6: the host asks about its own tools; the agent, which asks too, is answered without the user', async () => {
  const rig = await acpRig({ equipment, confirm: 'always' });
  const ask = {
    toolCall: { toolCallId: 'x', title: 'echo (loggia MCP Server)', rawInput: {} },
    options: [
      { optionId: 'always', name: 'Always', kind: 'allow_always' },
      { optionId: 'once', name: 'Once', kind: 'allow_once' },
    ],
  };
  await rig.say([{ ask }, { call: 'echo', report: 'none' }]);
  const state = await rig.until((now) =>
    callsOf(now).some(({ status }) => status === 'pending-confirmation'),
  );
  expect(textOf(state)).toBe('once');
  const [call] = callsOf(state);
  const turnId = state.activeTurn?.id ?? '';
  await rig.host.dispatch(rig.chat, {
    type: 'chat/toolCallConfirmed',
    ...{ turnId, toolCallId: call?.toolCallId ?? '', approved: false, userSuggestion: undefined },
  } as never);
  const ended = await rig.until((now) => !now.activeTurn);
  expect(textOf(ended)).toContain('The user denied this call.');
  expect(callsOf(ended)).toMatchObject([{ toolName: 'echo', status: 'cancelled' }]);
});

test('A7, B11: a call that needs a sign-in waits for it, and the agent gets the result', async () => {
  let signedIn = (): void => undefined;
  const grant = new Promise<void>((resolve) => (signedIn = resolve));
  const mail: ToolScript = async (call) => {
    call.authRequired({ reason: 'required', resource: { resource: 'https://mail.example' } } as never);
    await grant;
    call.resumed();
    return reportOf('two letters');
  };
  const rig = await acpRig({ equipment: { tools: { mail } } });
  await rig.say([{ call: 'mail' }]);
  await rig.until((now) => callsOf(now)[0]?.status === 'auth-required');
  expect((await rig.host.session(rig.session)).inputNeeded).toMatchObject([{ kind: 'toolAuthentication' }]);
  signedIn();
  const state = await rig.until((now) => !now.activeTurn);
  expect([textOf(state), callsOf(state)[0]?.status]).toEqual(['two letters', 'completed']);
});

test('K1, B6: a call of an agent that asks, calls, and reports only the end is shown once', async () => {
  const rig = await acpRig({ equipment });
  const toolCall = {
    toolCallId: 'x',
    title: 'echo (loggia MCP Server)',
    rawInput: { a: 1 },
    status: 'pending',
  };
  const options = [{ optionId: 'once', name: 'Once', kind: 'allow_once' }];
  const state = await rig.turn([
    { ask: { toolCall, options } },
    { call: 'echo', args: { a: 1 }, id: 'x', report: 'end' },
  ]);
  expect(textOf(state)).toBe('once\nheard {"a":1}');
  expect(callsOf(state)).toMatchObject([{ toolName: 'echo', contributor: { kind: 'mcp' } }]);
});

test('A7: the user is asked about a tool of the agent, with its options and the change it would make', async () => {
  const rig = await acpRig();
  const file = path.join(rig.folder, 'a.txt');
  const diff = { type: 'diff', path: file, oldText: 'old', newText: 'new' };
  const toolCall = {
    toolCallId: 'e',
    title: 'Edit a.txt',
    kind: 'edit',
    content: [diff],
    rawInput: { file },
  };
  const options = [
    { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
    { optionId: 'always', name: 'Always', kind: 'allow_always' },
    { optionId: 'no', name: 'No', kind: 'reject_once' },
  ];
  await rig.say([
    { say: 'I want to edit.' },
    { ask: { toolCall, options } },
    { update: { sessionUpdate: 'tool_call_update', toolCallId: 'e', status: 'completed' } },
  ]);
  const asked = await rig.until((now) => callsOf(now)[0]?.status === 'pending-confirmation');
  expect(partsOf(asked)[0]).toMatchObject({ kind: 'markdown', content: 'I want to edit.' });
  const [call] = callsOf(asked);
  expect(call).toMatchObject({
    toolName: 'edit',
    displayName: 'Edit a.txt',
    confirmationTitle: 'Run "Edit a.txt"?',
    options: [
      { id: 'yes', label: 'Yes', kind: 'approve', group: 1 },
      { id: 'always', label: 'Always', kind: 'approve', group: 2 },
      { id: 'no', label: 'No', kind: 'deny', group: 3 },
    ],
    edits: { items: [{ before: { uri: `file://${file}` }, after: { uri: `file://${file}` } }] },
  });
  await rig.host.dispatch(rig.chat, {
    type: 'chat/toolCallConfirmed',
    turnId: asked.activeTurn?.id ?? '',
    toolCallId: call?.toolCallId ?? '',
    approved: true,
    selectedOptionId: 'always',
  });
  const ended = await rig.until((now) => !now.activeTurn);
  expect(textOf(ended)).toContain('always');
  expect(callsOf(ended)).toMatchObject([
    { status: 'completed', success: true, selectedOption: { id: 'always' }, content: [{ type: 'fileEdit' }] },
  ]);
  expect([...rig.kept.values()].toSorted()).toEqual(expect.arrayContaining(['new', 'old']));
});

test('A7: a denial without an option is the one that denies once', async () => {
  const rig = await acpRig();
  const options = [
    { optionId: 'never', name: 'Never', kind: 'reject_always' },
    { optionId: 'no', name: 'No', kind: 'reject_once' },
  ];
  await rig.say([{ ask: { toolCall: { toolCallId: 'r', title: 'rm -rf', kind: 'execute' }, options } }]);
  const asked = await rig.until((now) => callsOf(now)[0]?.status === 'pending-confirmation');
  await rig.host.dispatch(rig.chat, {
    type: 'chat/toolCallConfirmed',
    turnId: asked.activeTurn?.id ?? '',
    toolCallId: callsOf(asked)[0]?.toolCallId ?? '',
    approved: false,
  });
  expect(textOf(await rig.until((now) => !now.activeTurn))).toBe('no');
});

test('K1: a call that the agent runs itself is shown with title, state, input and what it did', async () => {
  const rig = await acpRig();
  const output = { type: 'content', content: { type: 'text', text: 'total 0' } };
  const state = await rig.turn([
    {
      update: {
        sessionUpdate: 'tool_call',
        toolCallId: 'l',
        title: 'ls',
        kind: 'execute',
        rawInput: { c: 'ls' },
      },
    },
    { update: { sessionUpdate: 'tool_call_update', toolCallId: 'l', title: 'List files' } },
    {
      update: {
        ...{ sessionUpdate: 'tool_call_update', toolCallId: 'l', status: 'completed' },
        content: [output, { type: 'diff', path: 'new.txt', newText: 'Hi' }],
      },
    },
  ]);
  expect(callsOf(state)).toMatchObject([
    {
      toolName: 'execute',
      displayName: 'ls',
      invocationMessage: 'List files',
      toolInput: '{"c":"ls"}',
      status: 'completed',
      success: true,
      content: [
        { type: 'text', text: 'total 0' },
        { type: 'fileEdit', after: { uri: `file://${rig.folder}/new.txt`, content: { sizeHint: 2 } } },
      ],
    },
  ]);
});

test('K1, A7: the files and lines that a call of the agent works on are with the call', async () => {
  const rig = await acpRig();
  const call = { toolCallId: 'r', title: 'Read', kind: 'read', status: 'in_progress' };
  const locations = [
    { path: path.join(rig.folder, 'a.ts'), line: 12 },
    { path: 'b.ts', line: 0 },
  ];
  const state = await rig.turn([
    { update: { sessionUpdate: 'tool_call', ...call, locations } },
    { update: { sessionUpdate: 'tool_call_update', toolCallId: 'r', status: 'completed' } },
  ]);
  expect(callsOf(state).map(callLocationsOf)).toEqual([
    [{ uri: `file://${rig.folder}/a.ts`, line: 12 }, { uri: `file://${rig.folder}/b.ts` }],
  ]);
});

test.each(['notify', 'close'])(
  'B6: the agent gives up a single call (%s), and the server hears of it',
  async (cancel) => {
    let isStopped = false;
    const slow: ToolScript = ({ signal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          isStopped = true;
          reject(new Error('Stopped.'));
        });
      });
    const rig = await acpRig({ equipment: { tools: { slow } } });
    await rig.say([{ call: 'slow', cancel }, { until: 'ended' }, { say: 'Done.' }]);
    // The end of the turn would end the call as well.
    await rig.until((now) => callsOf(now)[0]?.status === 'completed');
    await writeFile(path.join(rig.folder, 'ended'), '');
    const state = await rig.until((now) => !now.activeTurn);
    expect(isStopped).toBe(true);
    expect(callsOf(state)).toMatchObject([{ toolName: 'slow', status: 'completed', success: false }]);
    expect(textOf(state)).toContain('Done.');
    expect(state.turns[0]?.state).toBe('complete');
  },
);

test('B6: a call that the agent gives up while the user is asked is not asked about any more', async () => {
  const rig = await acpRig({ equipment, confirm: 'always' });
  const state = await rig.turn([{ call: 'echo', cancel: 'notify' }]);
  expect(callsOf(state)).toMatchObject([{ status: 'cancelled', reason: 'skipped' }]);
  expect((await rig.host.session(rig.session)).inputNeeded ?? []).toEqual([]);
  expect(rig.equipment.deniedCalls).toEqual([]);
});

test('B6: a call that takes long tells the agent that it goes on', async () => {
  const slow: ToolScript = async () => {
    await sleep(11_500);
    return reportOf('at last');
  };
  const rig = await acpRig({ equipment: { tools: { slow } } });
  expect(textOf(await rig.turn([{ call: 'slow', beats: true }]))).toBe('at last after 2 beats');
});

test('K1: files are read and written for the agent in the folders of the session', async () => {
  const rig = await acpRig();
  const file = path.join(rig.folder, 'note.txt');
  const state = await rig.turn([
    { write: file, content: 'one\ntwo' },
    { read: file },
    { read: path.join(rig.folder, 'none.txt') },
  ]);
  expect(textOf(state)).toMatch(/^writtenone\ntwoENOENT/);
  expect(await readFile(file, 'utf8')).toBe('one\ntwo');
});

test('K3: an agent with too many tools searches, and a call through call_tool is the call of the tool', async () => {
  const tools = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`tool_${at}_x`, echo]));
  const rig = await acpRig({ equipment: { tools }, toolBudget: 100 });
  const state = await rig.turn([
    { tools: 'names' },
    { call: 'search_tools', args: { query: 'tool_7_x' }, report: 'before' },
    { call: 'call_tool', args: { name: 'tool_7_x', arguments: { a: 1 } }, report: 'before' },
  ]);
  expect(textOf(state)).toContain('["search_tools","call_tool"]');
  expect(textOf(state)).toContain('heard {"a":1}');
  expect(callsOf(state).map(({ toolName, status }) => `${toolName} ${status}`)).toEqual([
    'search_tools completed',
    'tool_7_x completed',
  ]);
});
