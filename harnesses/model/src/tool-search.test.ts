import { contextUseOf, contextUseOfChat } from '@loggia/protocol';
import { reportOf } from '@loggia/testing';
import { answers, calls, says, type Piece, type SeenRequest } from '@loggia/testing/providers';
import { describe, expect, it } from 'vitest';
import { callsIn, expectClean, modelRig, replyOf, wires } from './model-rig.testkit.ts';

const done = async () => reportOf('done');
/** More than a tenth of a window of 4,000 tokens. */
const many = Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`tool_${at}_x`, done]));
const small = { models: [{ id: 'small', maxContextWindow: 4_000 }] };
const toolsSent = ({ requests }: { requests: readonly SeenRequest[] }) => requests.map(({ tools }) => tools);

describe.each(wires)('over $wire', (wire) => {
  it('K3: tools that are too many are searched for; those that were found stay for the chat', async () => {
    const rig = await modelRig(wire, { tools: many }, small);
    rig.provider
      .when('Find', answers(calls('search_tools', { query: 'tool_7_x' })))
      .when('tool_7_x', answers(calls('tool_7_x', {})))
      .when('done', answers(says('Found.')))
      .when('Again', answers(says('Still there.')));
    const first = await rig.turn('Find');
    expect(callsIn(first).map(({ toolName, status }) => [toolName, status])).toEqual([
      ['search_tools', 'completed'],
      ['tool_7_x', 'completed'],
    ]);
    expect(replyOf(await rig.turn('Again'))).toBe('Still there.');
    const [before, ...after] = toolsSent(rig.provider);
    expect(before).toEqual(['search_tools']);
    for (const offered of after) expect(offered?.slice(-1)).toEqual(['tool_7_x']);
    // The order stays, so that the provider can cache it.
    expect(new Set(after.map((offered) => offered.join())).size).toBe(1);
    expectClean(rig);
  });

  it('K3: a tool that is known by name can be called without a search', async () => {
    const rig = await modelRig(wire, { tools: many }, small);
    rig.provider.when('Go', answers(calls('tool_9_x', {}))).when('done', answers(says('Went.')));
    expect(replyOf(await rig.turn('Go'))).toBe('Went.');
    expect(toolsSent(rig.provider)).toEqual([['search_tools'], ['search_tools', 'tool_9_x']]);
    expectClean(rig);
  });
});

const [anthropic] = wires;
if (!anthropic) throw new Error('A wire is expected.');

it('K3: tools that the message, the persona or a rule names are offered at once', async () => {
  const guidance = () => ({
    persona: { name: 'Clerk', instructions: 'Begin with tool_1_x.' },
    invoked: undefined,
    skills: [],
    rules: [{ name: 'House', text: 'Prefer `tool_2_x`.' }],
  });
  const rig = await modelRig(anthropic, { tools: many, guidance }, small);
  rig.provider.when('tool_3_x', answers(says('Yes.')));
  await rig.turn('Use tool_3_x.');
  expect(toolsSent(rig.provider)).toEqual([['search_tools', 'tool_1_x', 'tool_2_x', 'tool_3_x']]);
});

it('K3: what was found in an earlier turn is still offered after a restart', async () => {
  const rig = await modelRig(anthropic, { tools: many }, small);
  rig.provider
    .when('Find', answers(calls('search_tools', { query: 'tool_5_x' })))
    .when('tool_5_x', answers(says('There is one.')))
    .when('Next', answers(says('Ready.')));
  await rig.turn('Find');
  await rig.turn('Next');
  // Nothing was called: only the search in the transcript tells.
  expect(toolsSent(rig.provider).at(-1)?.slice(-1)).toEqual(['tool_5_x']);
});

it('K3: the meter agrees with what the provider counts, by server, history and attachment', async () => {
  const rig = await modelRig(
    anthropic,
    { tools: { add: done } },
    { models: [{ id: 'm', maxContextWindow: 50_000 }] },
  );
  const counting = (input: number, ...pieces: Piece[]) => ({
    ...answers(...pieces),
    usage: { input, output: 5 },
  });
  rig.provider.when('First', counting(200, calls('add', {}))).when('done', counting(220, says('One.')));
  rig.provider.when('Second', counting(900, says('Two.')));
  await rig.turn('First');
  const text = 'A long report. '.repeat(100);
  const state = await rig.turn({
    text: 'Second',
    attachments: [{ type: 'simple', label: 'Report', modelRepresentation: text }],
  });
  const context = contextUseOfChat(state);
  expect(context).toMatchObject({ used: 905, window: 50_000 });
  const parts = context?.parts ?? [];
  expect(parts.map(({ kind, label }) => `${kind}: ${label}`)).toEqual([
    'instructions: Instructions',
    'tools: Scripted',
    'history: Earlier messages',
    'turn: This turn',
    'attachments: Report',
  ]);
  expect(parts.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(905);
  expect(contextUseOf(state.turns[0]?.usage)?.used).toBe(225);
});

it('K3: the meter shows each skill that the model has read', async () => {
  const text = 'Boil the water first. '.repeat(50);
  const skill = { name: 'cooking', description: 'How to cook.', forModel: true, forUser: true };
  const skills = [{ ...skill, read: async () => text }];
  const guidance = () => ({ persona: undefined, invoked: undefined, skills, rules: [] });
  const rig = await modelRig(anthropic, { guidance });
  rig.provider
    .when('Pasta', answers(calls('read_skill', { name: 'cooking' })))
    .when('Boil', answers(says('Boil it.')));
  const parts = contextUseOfChat(await rig.turn('Pasta?'))?.parts ?? [];
  expect(parts.filter(({ kind }) => kind === 'skills').map(({ label }) => label)).toEqual([
    'List of skills',
    'cooking',
  ]);
  const [listed, read] = parts.filter(({ kind }) => kind === 'skills');
  expect(read?.tokens).toBeGreaterThan(listed?.tokens ?? 0);
  expectClean(rig);
});

it('K3, K4: after /compact, the meter shows what the next request begins with', async () => {
  const rig = await modelRig(anthropic, {}, { models: [{ id: 'm', maxContextWindow: 50_000 }] });
  const long = 'A long answer about the same thing. '.repeat(300);
  const counted = (input: number, text: string) => ({
    ...answers(says(text)),
    usage: { input, output: 2_000 },
  });
  rig.provider.when('Tell', counted(3_000, long)).when(/./, counted(5_000, 'All about the same thing.'));
  const before = contextUseOfChat(await rig.turn('Tell me'))?.used ?? 0;
  const after = contextUseOfChat(await rig.turn('/compact'));
  expect(before).toBe(5_000);
  expect(after?.used).toBeLessThan(1_000);
  expect(after?.parts?.map(({ label }) => label)).toContain('Summary');
});
