import { contextUseOf } from '@loggia/protocol';
import { reportOf } from '@loggia/testing';
import { answers, calls, requestTokens, says, type Reply, type SeenRequest } from '@loggia/testing/providers';
import { expect, it, vi } from 'vitest';
import { callsIn, expectClean, modelRig, replyOf, wires } from '../model-rig.testkit.ts';

vi.setConfig({ testTimeout: 120_000 });

const window = 32_000;
const servers = 15;
const tools = 400;
const steps = 40;
const callsInStep = 5;

const nameOf = (at: number) => `server_${at % servers}_tool_${at}`;
const schemaOf = (name: string) => ({
  type: 'object' as const,
  properties: {
    path: { type: 'string', description: `The path that ${name} works on, from the root of the project.` },
    limit: { type: 'integer', description: 'The largest number of entries to return.', minimum: 1 },
    order: { type: 'string', enum: ['name', 'size', 'date'], description: 'The order of the entries.' },
  },
  required: ['path'],
});
const result = (at: string) =>
  Array.from(
    { length: 30 },
    (_, line) => `src/part-${at}/file-${line}.ts: 120 lines, changed on day ${line}`,
  ).join('\n');

const [wire] = wires;
if (!wire) throw new Error('A wire is expected.');

it('K3, K4: 15 servers with 400 tools and a task of 200 calls fit into a window of 32,000 tokens', async () => {
  const names = Array.from({ length: tools }, (_, at) => nameOf(at));
  const rig = await modelRig(
    wire,
    {
      tools: Object.fromEntries(
        names.map((name) => [name, async ({ input }: { readonly input: string }) => reportOf(result(input))]),
      ),
      serverOf: (name) => name.split('_tool_')[0] ?? name,
      schemaOf,
    },
    { models: [{ id: 'm', maxContextWindow: window }], maxSteps: 100 },
  );
  rig.provider.window = window;
  let step = 0;
  let found = 0;
  const work = ({ tools: offered }: SeenRequest): Reply => {
    if (step === steps) return answers(says('All 200 are done.'));
    const wanted = nameOf(step * 7);
    if (found < 20 && !offered.includes(wanted)) {
      found++;
      return answers(calls('search_tools', { query: wanted }));
    }
    const at = step++;
    const used = offered.includes(wanted) ? wanted : (offered.at(-1) ?? wanted);
    return answers(...Array.from({ length: callsInStep }, (_, n) => calls(used, { path: `${at}-${n}` })));
  };
  rig.provider
    .always(
      ({ system }) => system.includes('You summarize'),
      () => answers(says('The files so far are listed.')),
    )
    .always(/./, work);
  const state = await rig.turn('List all files', 100_000);

  expect(replyOf(state)).toBe('All 200 are done.');
  const made = callsIn(state).filter(({ toolName }) => toolName !== 'search_tools');
  expect(made.map(({ status }) => status)).toEqual(Array(steps * callsInStep).fill('completed'));
  expect(rig.provider.overflows).toBe(0);
  expect(Math.max(...rig.provider.counts)).toBeLessThan(window);
  expect(
    state.turns[0]?.responseParts.filter(({ kind }) => kind === 'systemNotification').length,
  ).toBeGreaterThan(0);
  // The tools alone wouldn't fit.
  const all = names.map((name) => ({ name, description: `Does ${name}.`, input_schema: schemaOf(name) }));
  expect(requestTokens({ tools: all })).toBeGreaterThan(window);
  expect(contextUseOf(state.turns[0]?.usage)?.used).toBeLessThan(window);
  expectClean(rig);
});
