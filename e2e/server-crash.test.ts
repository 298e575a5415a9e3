import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChatState, ToolCall } from '@loggia/protocol';
import { expect, test } from 'vitest';
import { DataDirectory, HostProcess } from './src/process/host-process.ts';
import { TappedClient } from './src/process/tapped-client.ts';
import { until } from './src/process/until.ts';
import { echoServer, stdio } from './src/servers/reference-servers.ts';
import { SessionServers } from './src/servers/session-servers.ts';

/** Processes on this machine whose command line has all of these words. */
function processesWith(...words: string[]): number[] {
  return readdirSync('/proc')
    .filter((entry) => /^\d+$/.test(entry))
    .flatMap((pid) => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').join(' ');
        return words.every((word) => command.includes(word)) ? [Number(pid)] : [];
      } catch {
        return [];
      }
    });
}

function callsOf(chat: ChatState | undefined): ToolCall[] {
  const parts = [...(chat?.turns ?? []), ...(chat?.activeTurn ? [chat.activeTurn] : [])].flatMap(
    (turn) => turn.responseParts,
  );
  return parts.flatMap((part) => (part.kind === 'toolCall' ? [part.toolCall] : []));
}

test('B5: a server killed in the middle of a call fails it with a reason, and is back by itself with its tools', async () => {
  const mark = `crash-${process.pid}`;
  using data = new DataDirectory({ mcpServers: { echo: stdio(echoServer, mark) } });
  await using host = await HostProcess.start(data);
  using client = new TappedClient('crash', () => data.endpoint(), { mcpApps: {} });
  const session = await SessionServers.create(client);
  await session.until('echo', 'ready');
  const [pid] = processesWith(echoServer, mark);
  if (pid === undefined) throw new Error('The server is not running.');

  const chat = client.ahp.chat(session.view.state?.defaultChat ?? '');
  await chat.ready;
  await until('the tool is offered', () => session.tools.includes('wait'));
  const message = { text: '/tool wait {}', origin: { kind: 'user' as const } };
  chat.dispatch({ type: 'chat/turnStarted', turnId: 't1', startedAt: new Date().toISOString(), message });
  await until('the call runs', () => callsOf(chat.state).some(({ status }) => status === 'running'));
  const overChannel = session.call('echo', 'tools/call', { name: 'wait' });
  await sleep(50);
  const killedAt = Date.now();
  process.kill(pid, 'SIGKILL');
  await expect(overChannel).rejects.toThrow(/echo|server/i);
  const failed = await until('the call has ended', () =>
    callsOf(chat.state).find(({ status }) => status === 'completed'),
  );
  // A second is what users are promised; a busy machine is given a little more.
  expect(Date.now() - killedAt).toBeLessThan(5_000);
  if (failed.status !== 'completed') throw new Error('It is completed.');
  expect(failed).toMatchObject({ success: false, contributor: { kind: 'mcp' } });
  expect(failed.error?.message).toMatch(/SIGKILL/);

  await until('another process runs', () => processesWith(echoServer, mark).some((other) => other !== pid));
  await session.until('echo', 'ready');
  await until('its tools are there again', () => session.tools.includes('echo'));
  const echoed = await session.call('echo', 'tools/call', { name: 'echo', arguments: { text: 'again' } });
  expect(echoed).toMatchObject({ content: [{ text: '{"text":"again"}' }] });
  expect((await host.health()).status).toBe('ok');
});

test('B4: servers end with the host, whether it is stopped or killed', async () => {
  for (const end of ['terminate', 'kill'] as const) {
    const mark = `orphan-${process.pid}-${end}`;
    using data = new DataDirectory({ mcpServers: { echo: stdio(echoServer, mark) } });
    await using host = await HostProcess.start(data);
    using client = new TappedClient('orphans', () => data.endpoint());
    const session = await SessionServers.create(client);
    await session.until('echo', 'ready');
    expect(processesWith(echoServer, mark)).toHaveLength(1);
    await host[end]();
    await until('the server is gone', () => processesWith(echoServer, mark).length === 0);
  }
});
