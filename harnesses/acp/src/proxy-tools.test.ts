import type { HarnessTool } from '@loggia/sessions/harness';
import { expect, test } from 'vitest';
import { ProxyTools } from './proxy-tools.ts';

const schema = { type: 'object', properties: { card: { type: 'string' } } };
const many = Array.from({ length: 30 }, (_, at): HarnessTool => ({
  ...{ name: `tool_${at}`, server: 'Board', description: `Does ${at}.`, inputSchema: schema },
  ...(at === 3 && { pinned: true }),
}));
const proxied = (tools: readonly HarnessTool[], toolBudget?: number | 'off') =>
  new ProxyTools({ tools: () => tools, toolBudget });
const namesOf = (tools: ProxyTools) => tools.list().map(({ name }) => name);

test('K3: an agent is listed all tools within the budget, otherwise the pinned ones and a pair for the others', () => {
  expect(namesOf(proxied(many))).toEqual(many.map(({ name }) => name));
  expect(namesOf(proxied(many, 'off'))).toHaveLength(30);
  expect(namesOf(proxied(many, 100))).toEqual(['search_tools', 'call_tool', 'tool_3']);
});

test('K3: the pair stays the same while tools come and go', () => {
  const pair = (tools: readonly HarnessTool[]) => JSON.stringify(proxied(tools, 100).list().slice(0, 2));
  expect(pair(many.slice(0, 20))).toBe(pair(many));
});

test('K3: a search tells the schema, and call_tool leads to the tool itself', () => {
  const tools = proxied(many, 100);
  const found = tools.target('search_tools', { query: 'tool_7' });
  expect(found).toMatchObject({
    kind: 'search',
    text: expect.stringContaining(
      `- tool_7 (Board): Does 7.\n  Arguments: ${JSON.stringify(schema)}`,
    ) as string,
  });
  const call = { kind: 'tool', name: 'tool_7', input: { card: 'x' }, tool: many[7] };
  expect(tools.target('call_tool', { name: 'tool_7', arguments: { card: 'x' } })).toEqual(call);
  expect(tools.target('call_tool', { name: 'tool_7', arguments: '{"card":"x"}' })).toEqual(call);
  expect(tools.target('tool_7', { card: 'x' })).toEqual(call);
});

test('L5: a mistaken call says what to do', () => {
  const tools = proxied(many, 100);
  for (const [input, message] of [
    [{ name: 'nothing' }, 'There is no tool named "nothing". Find its name with search_tools.'],
    [{}, 'There is no tool named "". Find its name with search_tools.'],
    [{ name: 'call_tool' }, 'There is no tool named "call_tool". Find its name with search_tools.'],
    [{ name: 'tool_1', arguments: [1] }, '"arguments" must be an object. Send one.'],
    [{ name: 'tool_1', arguments: '{' }, '"arguments" must be an object. Send one.'],
  ] as const)
    expect(tools.target('call_tool', input)).toEqual({ kind: 'mistake', message });
});

test("K3: names leave room for what agents put before them, and a session's own search_tools keeps working", () => {
  const long = { name: 'x'.repeat(64) };
  const tools = proxied([long, { name: 'search_tools' }]);
  const [first = '', second = ''] = namesOf(tools);
  expect(`mcp__loggia__${first}`).toHaveLength(64);
  expect(second).toMatch(/^search_tools_[0-9a-f]{8}$/);
  expect([tools.target(first, {}), tools.target(second, {})]).toMatchObject([
    { kind: 'tool', name: long.name },
    { kind: 'tool', name: 'search_tools' },
  ]);
});
