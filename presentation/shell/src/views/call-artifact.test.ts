import type { ToolCall } from '@loggia/protocol';
import { expect, test } from 'vitest';
import type { ShellHost } from '../host/shell-host.ts';
import { openCallArtifact } from './call-artifact.ts';

const opened = {
  kind: 'view',
  server: 'planner',
  resourceUri: 'ui://planner/planner.html',
  view: 'key',
  artifact: { id: 'a' },
};
const call = (facts: object = {}) =>
  ({
    contributor: { kind: 'mcp', customizationId: 'planner' },
    _meta: { ui: { resourceUri: 'ui://planner/planner.html' } },
    ...facts,
  }) as unknown as ToolCall;

async function open(given: ToolCall, input: object | undefined, answer: object | Error = { opened }) {
  const asked: object[] = [];
  const ask = async (_: string, params: object) => {
    asked.push(params);
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const host = { ask } as unknown as ShellHost;
  return { found: await openCallArtifact(host, given, input as Record<string, unknown> | undefined), asked };
}

test('H4: the View that opens an artifact works in it wherever it is shown', async () => {
  expect(await open(call(), { artifact: 'a' })).toEqual({ found: opened, asked: [{ artifact: 'a' }] });
});

test('H4: a View of another server, or another View of that server, gets no key', async () => {
  const others = [
    call({ contributor: { kind: 'mcp', customizationId: 'stranger' } }),
    call({ _meta: { ui: { resourceUri: 'ui://planner/other.html' } } }),
  ];
  for (const other of others) expect((await open(other, { artifact: 'a' })).found).toBeUndefined();
});

test('a call that names no artifact, or has no View, asks for nothing', async () => {
  for (const [given, input] of [
    [call(), {}],
    [call(), { artifact: 7 }],
    [call(), undefined],
    [call({ _meta: {} }), { artifact: 'a' }],
    [call({ contributor: { kind: 'client', clientId: 'x' } }), { artifact: 'a' }],
  ] as const)
    expect(await open(given, input)).toEqual({ found: undefined, asked: [] });
});

test('what cannot be opened, or is shown by the shell itself, leaves the View as it is', async () => {
  for (const answer of [new Error('gone'), { opened: { kind: 'native', renderer: 'text' } }])
    expect((await open(call(), { artifact: 'a' }, answer)).found).toBeUndefined();
});
