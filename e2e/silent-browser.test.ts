import { viewToolLimits, viewToolMark } from '@loggia/protocol';
import { expect, test } from 'vitest';
import { DataDirectory, HostProcess } from './src/process/host-process.ts';
import { TappedClient } from './src/process/tapped-client.ts';
import { until } from './src/process/until.ts';
import { SessionServers } from './src/servers/session-servers.ts';
import { probeServer } from './src/views/probe.ts';

test(
  'E4, E11: a browser that stays connected but never runs a View’s tool keeps no turn waiting',
  { timeout: 180_000 },
  async () => {
    using data = new DataDirectory({ mcpServers: { probe: probeServer('probe') } });
    await using _host = await HostProcess.start(data);
    using user = new TappedClient('user', () => data.endpoint());
    using frozen = new TappedClient('frozen', () => data.endpoint());
    const servers = await SessionServers.create(user);
    const { id: server } = await servers.until('probe', 'ready', 30_000);
    const chat = user.ahp.chat(servers.view.state?.defaultChat ?? '');
    await chat.ready;

    const view = { view: 'view-1', title: 'Budget', server, template: 'hash', name: 'set' };
    const tool = { name: 'view_1_set', inputSchema: { type: 'object' }, _meta: viewToolMark(view) };
    const activeClient = { clientId: 'frozen', tools: [tool] };
    await frozen.ahp.dispatch(servers.uri, { type: 'session/activeClientSet', activeClient }).settled;

    const start = Date.now();
    const message = { text: '/tool view_1_set', origin: { kind: 'user' as const } };
    const startedAt = new Date(start).toISOString();
    chat.dispatch({ type: 'chat/turnStarted', turnId: 't1', startedAt, message });
    await until('the browser is asked', () =>
      servers.view.state?.inputNeeded?.some(
        (entry) => entry.kind === 'toolClientExecution' && entry.clientId === 'frozen',
      ),
    );
    const { clientMs } = viewToolLimits;
    const turn = await until('the turn has ended', () => chat.confirmed?.turns[0], clientMs + 30_000);
    expect(Date.now() - start).toBeGreaterThanOrEqual(clientMs - 1000);
    expect(frozen.isConnected).toBe(true);
    const said = expect.stringContaining('The browser that shows the View "Budget" didn\'t answer') as string;
    expect(turn.responseParts).toContainEqual(
      expect.objectContaining({
        toolCall: expect.objectContaining({
          status: 'completed',
          success: false,
          error: { code: 'timeout', message: said },
        }) as object,
      }),
    );
    expect(servers.view.state?.inputNeeded ?? []).toEqual([]);
  },
);
