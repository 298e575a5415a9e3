import { FakeProvider, answers, calls, says, type WireName } from '@loggia/testing/providers';
import type { HarnessTool, HarnessTurn, ToolRequest } from '@loggia/sessions/harness';
import { expect, it, onTestFinished } from 'vitest';
import { createHarness } from './create-harness.ts';
import type { ModelHarnessOptions } from './options.ts';

const ways: readonly (readonly [WireName, ModelHarnessOptions['provider']])[] = [
  ['anthropic', 'anthropic'],
  ['responses', 'openai'],
  ['chat-completions', 'openai-compatible'],
  ['google', 'google'],
];

/** As servers write them. */
const tools: readonly HarnessTool[] = [
  { name: 'bare' },
  { name: 'nothing', inputSchema: {} },
  { name: 'union', inputSchema: { anyOf: [{ required: ['a'] }, { required: ['b'] }] } },
  {
    name: 'tree',
    description: 'Grows.',
    inputSchema: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      additionalProperties: false,
      properties: {
        root: { $ref: '#/$defs/node' },
        kind: { type: ['string', 'null'], enum: ['a', null] },
        size: { type: 'integer', exclusiveMinimum: 0, default: 1 },
        any: true,
        list: { type: 'array', items: {}, prefixItems: [{ const: 1 }] },
      },
      $defs: {
        node: {
          type: 'object',
          properties: { children: { type: 'array', items: { $ref: '#/$defs/node' } } },
        },
      },
    },
  },
];

it.each(ways)('K1: schemas go to %s as servers write them', async (wire, kind) => {
  const provider = await FakeProvider.open(wire);
  onTestFinished(() => provider.close());
  const harness = await createHarness(
    { provider: kind, apiKey: 'sk-secret', baseURL: provider.baseURL, models: [{ id: 'large' }] },
    { env: {} },
  );
  provider
    .when('Grow', answers(calls('tree', { root: { children: [] } })))
    .when('grown', answers(says('Done.')));
  const called: ToolRequest[] = [];
  const turn: HarnessTurn = {
    session: 's',
    chat: 'c',
    id: 't',
    message: { text: 'Grow' },
    resumes: undefined,
    signal: new AbortController().signal,
    history: () => [],
    recall: () => ({ turns: [], parts: [] }),
    guidance: () => ({ persona: undefined, invoked: undefined, skills: [], rules: [] }),
    token: () => Promise.resolve(undefined),
    tools: () => tools,
    onToolsChanged: () => undefined,
    desk: () => Promise.resolve(undefined),
    files: {
      folders: () => Promise.resolve([]),
      read: () => Promise.resolve(''),
      write: () => Promise.resolve(),
    },
    memory: { read: () => Promise.resolve(undefined), keep: () => undefined },
    announcements: { title: () => undefined, commands: () => undefined, options: () => undefined },
    chosenOptions: () => ({}),
    askPermission: () => Promise.resolve(undefined),
    takeSteering: () => undefined,
    ask: () => Promise.resolve({ kind: 'declined' }),
    callTool: async (request) => {
      called.push(request);
      return { kind: 'done', text: 'grown' };
    },
  };
  const said: string[] = [];
  for await (const event of harness.run(turn)) if (event.kind === 'text') said.push(event.text);
  expect(said).toEqual(['Done.']);
  expect(called).toMatchObject([{ name: 'tree', says: 'Using tree' }]);
  expect(provider.requests[0]?.tools).toEqual(['bare', 'nothing', 'union', 'tree']);
  expect(provider.problems).toEqual([]);
});
