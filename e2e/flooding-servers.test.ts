import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { Api } from './src/process/api.ts';
import { DataDirectory, HostProcess } from './src/process/host-process.ts';
import { TappedClient } from './src/process/tapped-client.ts';
import { FloodingServer, floods, type Way } from './src/servers/flooding-server.ts';
import { echoServer, stdio } from './src/servers/reference-servers.ts';
import { SessionServers } from './src/servers/session-servers.ts';

/** Far above what it takes on a busy machine, and far below what a flood used to take. */
const worstMs = 5_000;
const mostBytes = 500 * 1024 * 1024;
const sentence =
  /^The host stopped the server because it sent [\d,]+ .+ without a pause, more than the host accepts\. Fix the server/;

/** Asks again and again until it is stopped. Each answer has to come in time. */
class Heartbeat {
  count = 0;
  worstMs = 0;
  #isStopped = false;
  readonly #over: Promise<void>;

  constructor(ask: () => Promise<unknown>) {
    this.#over = this.#beat(ask);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#over;
  }

  async #beat(ask: () => Promise<unknown>): Promise<void> {
    while (!this.#isStopped) {
      const startedAt = performance.now();
      await ask();
      this.worstMs = Math.max(this.worstMs, performance.now() - startedAt);
      this.count += 1;
      await sleep(20);
    }
  }
}

const floodCall = (what: string, way: Way) => ({
  name: 'flood',
  arguments: { what, ...(way === 'call' && { on: 'call' }) },
});

test.each(['stdio', 'sse', 'http', 'call'] as const)(
  'SE2: servers that flood over %s delay nobody, take no memory, and end with a reason',
  { timeout: 240_000 },
  async (way) => {
    const mcpServers: Record<string, unknown> = { bystander: stdio(echoServer) };
    for (const what of floods) {
      const server = await FloodingServer.start(way);
      onTestFinished(() => server[Symbol.asyncDispose]());
      mcpServers[what] = server.settings;
    }
    using data = new DataDirectory({ mcpServers });
    await using host = await HostProcess.start(data);
    using client = new TappedClient('flooded', () => data.endpoint(), { mcpApps: {} });
    const session = await SessionServers.create(client);
    for (const name of ['bystander', ...floods]) await session.until(name, 'ready');

    for (const what of floods) void session.call(what, 'tools/call', floodCall(what, way)).catch(() => {});
    const health = new Heartbeat(() => host.health());
    const calls = new Heartbeat(() =>
      session.call('bystander', 'tools/call', { name: 'echo', arguments: {} }),
    );
    let largest = 0;
    const memory = new Heartbeat(async () => (largest = Math.max(largest, host.residentBytes)));
    const ended = await Promise.all(floods.map((what) => session.until(what, 'error', 180_000)));
    for (const heartbeat of [health, calls, memory]) await heartbeat.stop();

    for (const { state } of ended) {
      if (state.kind !== 'error') throw new Error('It is in error.');
      expect(state.error.message).toMatch(sentence);
    }
    expect({ health: health.worstMs < worstMs, calls: calls.worstMs < worstMs }).toEqual({
      health: true,
      calls: true,
    });
    expect(health.count).toBeGreaterThan(3);
    expect(calls.count).toBeGreaterThan(3);
    expect(largest).toBeLessThan(mostBytes);
    // It stays ended: nothing starts it again by itself.
    await sleep(1_500);
    expect(session.named('logs').state.kind).toBe('error');
    expect(host.loggedErrors).toEqual([]);
  },
);

test(
  'SE2: a flooding server is restarted and removed, and the host stopped, within seconds',
  { timeout: 180_000 },
  async () => {
    using data = new DataDirectory({});
    await using host = await HostProcess.start(data);
    const api = new Api(() => data.endpoint());
    await using streaming = await FloodingServer.start('sse');
    const process = await FloodingServer.start('stdio');
    using client = new TappedClient('flooded', () => data.endpoint(), { mcpApps: {} });
    for (const what of ['requests', 'lines']) {
      await api.call('addServer', { name: `p-${what}`, settings: process.settings });
    }
    await api.call('addServer', { name: 's-requests', settings: streaming.settings });
    const session = await SessionServers.create(client);
    const begin = async (name: string) => {
      await session.until(name, 'ready');
      void session.call(name, 'tools/call', floodCall(name.slice(2), 'http')).catch(() => {});
      await sleep(500);
    };
    const timed = async (work: () => Promise<unknown>) => {
      const startedAt = performance.now();
      await work();
      return performance.now() - startedAt;
    };
    await begin('p-requests');
    expect(await timed(() => api.call('restartServer', { server: 'p-requests' }))).toBeLessThan(10_000);
    for (const name of ['p-requests', 's-requests']) {
      await begin(name);
      expect(await timed(() => api.call('removeServer', { server: name }))).toBeLessThan(10_000);
    }
    await begin('p-lines');
    expect(await timed(() => host.terminate())).toBeLessThan(15_000);
  },
);
