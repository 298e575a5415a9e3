import { expect, test } from 'vitest';
import { DataDirectory, HostProcess } from './src/process/host-process.ts';
import { TappedClient } from './src/process/tapped-client.ts';
import { until } from './src/process/until.ts';
import { echoServer, stdio } from './src/servers/reference-servers.ts';
import { SessionServers } from './src/servers/session-servers.ts';

const count = 100;
const isBroken = (index: number) => index % 10 === 9;
const nameOf = (index: number) => `server-${String(index).padStart(3, '0')}`;

test(
  'B5, L5: of a hundred servers the first are served while others start, and ten broken ones harm nobody',
  { timeout: 240_000 },
  async () => {
    const mcpServers = Object.fromEntries(
      Array.from({ length: count }, (_, index) => [
        nameOf(index),
        isBroken(index) ? stdio(echoServer, '--broken') : stdio(echoServer),
      ]),
    );
    using data = new DataDirectory({ mcpServers });
    await using host = await HostProcess.start(data);
    using client = new TappedClient('many', () => data.endpoint(), { mcpApps: {} });
    const session = await SessionServers.create(client);

    const first = await until('one is ready', () => session.all.find(({ state }) => state.kind === 'ready'));
    const stillStarting = session.all.filter(({ state }) => state.kind === 'starting').length;
    const echoed = await session.call(first.name, 'tools/call', { name: 'echo', arguments: { text: 'hi' } });
    expect(echoed).toMatchObject({ content: [{ text: '{"text":"hi"}' }] });
    expect(stillStarting).toBeGreaterThan(0);

    const kinds = (wanted: string) => session.all.filter(({ state }) => state.kind === wanted);
    await until('all the others are ready', () => kinds('ready').length === 90, 120_000);
    await until('the broken ones are given up', () => kinds('error').length === 10, 120_000);
    for (const { name, state } of kinds('error')) {
      expect(isBroken(Number(name.slice(-3)))).toBe(true);
      if (state.kind !== 'error') throw new Error('It is in error.');
      expect(state.error.message).toContain('Cannot find module "something-it-needs"');
    }
    await until('their tools are offered', () => session.tools.length === 90 * 4);
    expect(new Set(session.tools).size).toBe(session.tools.length);
    expect((await host.health()).status).toBe('ok');
    expect(host.loggedErrors).toEqual([]);
  },
);
