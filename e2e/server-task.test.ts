import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ChatState, ToolCall } from '@loggia/protocol';
import { expect, onTestFinished, test } from 'vitest';
import { DataDirectory, HostProcess } from './src/process/host-process.ts';
import { TappedClient } from './src/process/tapped-client.ts';
import { until } from './src/process/until.ts';
import { SessionServers } from './src/servers/session-servers.ts';
import { startTaskServer } from './src/servers/task-server.ts';

function callsIn(state: ChatState | undefined): readonly ToolCall[] {
  const parts = (state?.activeTurn ?? state?.turns.at(-1))?.responseParts ?? [];
  return parts.flatMap((part) => (part.kind === 'toolCall' ? [part.toolCall] : []));
}

test.each([
  ['legacy', 'kill'],
  ['modern', 'stop'],
] as const)(
  'A4, B4: a task of a %s server survives a host that ends (%s), is followed when the turn is resumed, and can be canceled',
  async (era, end) => {
    using data = new DataDirectory();
    const log = path.join(data.path, 'tasks.log');
    const server = await startTaskServer(era, log);
    onTestFinished(() => server.end());
    data.configure({ mcpServers: { jobs: { type: 'http', url: server.url } } });
    const first = await HostProcess.start(data);
    onTestFinished(() => first.kill());
    using client = new TappedClient('user', () => data.endpoint());
    const session = await SessionServers.create(client);
    await session.until('jobs', 'ready', 30_000);
    await until('its tools are offered', () => session.tools.includes('job'));
    const chat = client.ahp.chat(session.view.state?.defaultChat ?? '');
    await chat.ready;
    const finish = path.join(data.path, 'finish');
    const begin = (turnId: string, input: object): void => {
      const message = { text: `/tool job ${JSON.stringify(input)}`, origin: { kind: 'user' as const } };
      chat.dispatch({ type: 'chat/turnStarted', turnId, startedAt: new Date().toISOString(), message });
    };
    begin('t1', { until: finish });
    await until('the task makes progress', () => chat.confirmed?.activity?.includes('step '));
    if (end === 'kill') await first.kill();
    else await first.terminate();

    const again = await HostProcess.start(data);
    onTestFinished(() => again.kill());
    await until('the turn was interrupted', () => chat.confirmed?.turns[0]?.state === 'error', 30_000);
    chat.dispatch({ type: 'chat/turnResume', turnId: 't1' });
    await until('it is followed', () => callsIn(chat.confirmed)[1]?.status === 'running', 30_000);
    expect(callsIn(chat.confirmed)[0]).toMatchObject({ status: 'cancelled', reason: 'skipped' });
    await until('its progress shows again', () => chat.confirmed?.activity?.includes('step '), 30_000);
    writeFileSync(finish, '');
    await until('the turn is over', () => chat.confirmed?.turns[0]?.state === 'complete', 60_000);
    expect(callsIn(chat.confirmed)[1]).toMatchObject({
      toolName: 'job',
      status: 'completed',
      success: true,
      content: [{ type: 'text', text: '{"calls":1}' }],
    });
    expect(existsSync(log)).toBe(false);

    begin('t2', { until: path.join(data.path, 'never') });
    await until('another task runs', () => chat.confirmed?.activity?.includes('step '), 30_000);
    chat.dispatch({ type: 'chat/turnCancelled', turnId: 't2', duration: 0 });
    await until('it was canceled', () => existsSync(log) && readFileSync(log, 'utf8').includes('cancelled'));
    expect(again.loggedErrors).toEqual([]);
  },
  150_000,
);
