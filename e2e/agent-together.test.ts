import { fileURLToPath } from 'node:url';
import type { ChatState, ToolCall } from '@loggia/protocol';
import { expect, test } from 'vitest';
import { DataDirectory, HostProcess } from './src/process/host-process.ts';
import { TappedClient } from './src/process/tapped-client.ts';
import { until } from './src/process/until.ts';
import { echoServer, stdio } from './src/servers/reference-servers.ts';
import { SessionServers } from './src/servers/session-servers.ts';

const program = fileURLToPath(
  new URL('../harnesses/acp/src/fixtures/scripted-agent.testkit.mjs', import.meta.url),
);
const options = { name: 'scripted', displayName: 'Scripted', command: process.execPath, args: [program] };
const agents = [{ module: '@loggia/acp', options }];

function callsOf(state: ChatState | undefined): readonly ToolCall[] {
  const parts = (state?.activeTurn ?? state?.turns.at(-1))?.responseParts ?? [];
  return parts.flatMap((part) => (part.kind === 'toolCall' ? [part.toolCall] : []));
}

test('K1, A7: two clients watch an agent of another maker; either of them answers what it and the host ask', async () => {
  using data = new DataDirectory({ agents, mcpServers: { echo: stdio(echoServer) } });
  await using host = await HostProcess.start(data);
  using first = new TappedClient('first', () => data.endpoint());
  using second = new TappedClient('second', () => data.endpoint());
  const session = await SessionServers.create(first);
  await until('the tools are offered', () => session.tools.includes('echo'));
  const other = await SessionServers.watch(second, session.uri);
  const uri = session.view.state?.defaultChat ?? '';
  const [one, two] = [first.ahp.chat(uri), second.ahp.chat(uri)];
  await Promise.all([one.ready, two.ready]);

  const ask = {
    toolCall: { toolCallId: 'e', title: 'Edit a.txt', kind: 'edit', status: 'pending' },
    options: [
      { optionId: 'yes', name: 'Yes', kind: 'allow_once' },
      { optionId: 'no', name: 'No', kind: 'reject_once' },
    ],
  };
  const done = { sessionUpdate: 'tool_call_update', toolCallId: 'e', status: 'completed' };
  const steps = [{ call: 'echo', args: { text: 'hi' } }, { ask }, { update: done }];
  one.dispatch({
    type: 'chat/turnStarted',
    turnId: 't',
    startedAt: new Date().toISOString(),
    message: { text: JSON.stringify(steps), origin: { kind: 'user' } },
  });

  const question = ({ state }: typeof one, name: string): ToolCall | undefined =>
    callsOf(state).find((call) => call.toolName === name && call.status === 'pending-confirmation');
  const asked = (name: string): Promise<ToolCall> =>
    until(`both are asked about ${name}`, () => {
      const isNeeded = [session, other].every(({ view }) => view.state?.inputNeeded?.length === 1);
      return isNeeded && question(one, name) && question(two, name);
    });
  const { toolCallId } = await asked('echo');
  const answer = { type: 'chat/toolCallConfirmed', turnId: 't', confirmed: 'user-action' } as const;
  two.dispatch({ ...answer, toolCallId, approved: true });
  const own = await asked('edit');
  one.dispatch({ ...answer, toolCallId: own.toolCallId, approved: true, selectedOptionId: 'yes' });

  for (const chat of [one, two]) await until('the turn has ended', () => chat.state?.turns.length === 1);
  expect(two.state).toEqual(one.state);
  expect(callsOf(one.state)).toMatchObject([
    { toolName: 'echo', contributor: { kind: 'mcp' }, status: 'completed', success: true },
    { toolName: 'edit', status: 'completed', selectedOption: { id: 'yes' } },
  ]);
  expect(JSON.stringify(one.state?.turns[0]?.responseParts)).toContain('{\\"text\\":\\"hi\\"}');
  for (const { view } of [session, other]) expect(view.state?.inputNeeded ?? []).toEqual([]);
  expect(host.loggedErrors).toEqual([]);
});
