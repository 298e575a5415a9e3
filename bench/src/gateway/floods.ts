import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { McpServerCustomization } from '@loggia/protocol';
import { startHost, type RunningHost } from '../hosts/running-host.ts';
import { moment } from '../measure/moment.ts';
import type { Benchmark, Result } from '../measure/result.ts';
import { median } from '../measure/rounds.ts';
import { withTemporaryDirectory } from '../measure/temporary-directory.ts';
import { readyServers } from './servers.ts';

const programs = {
  flooding: fileURLToPath(new URL('./flooding-server.js', import.meta.resolve('@loggia/testing'))),
  echo: fileURLToPath(new URL('./echo-server.js', import.meta.resolve('@loggia/testing'))),
};

const kinds = ['lines', 'logs', 'changes', 'requests', 'answers', 'progress'] as const;
/** `call` is Streamable HTTP with the flood in the response to the call; `http` has it in the separate stream. */
const ways = ['stdio', 'sse', 'http', 'call'] as const;
/** Less than a server may flood before the host ends it. */
const seconds = 4;

interface Seen {
  /** The median latency of another server's tool call. */
  readonly callMs: number;
  /** The 99th percentile of GET /healthz. */
  readonly healthMs: number;
  readonly peakMb: number;
}

/** The effect of a flooding server on everything else. */
export const floods: readonly Benchmark[] = ways.flatMap((way) =>
  kinds.map((kind): Benchmark => {
    const name = `flood of ${kind} over ${way}`;
    const names = [`${name}: call`, `${name}: health`, `${name}: memory`];
    return { names, run: async () => results(name, await measure(kind, way)) };
  }),
);

function results(
  name: string,
  { before, during }: { readonly before: Seen; readonly during: Seen },
): readonly Result[] {
  const bound = '<=' as const;
  return [
    {
      name: `${name}: call`,
      means: "p50 of a call of another server's tool, with the flood / without",
      ours: during.callMs,
      baseline: before.callMs,
      ratio: during.callMs / before.callMs,
      unit: 'ms',
      bound,
      target: 1.5,
    },
    {
      name: `${name}: health`,
      means: 'p99 of GET /healthz with the flood; the figure itself, in ms',
      ours: during.healthMs,
      baseline: before.healthMs,
      ratio: during.healthMs,
      unit: 'ms',
      bound,
      target: 200,
    },
    {
      name: `${name}: memory`,
      means: 'the largest resident size of the host with the flood, minus that without; the difference in MB',
      ours: during.peakMb,
      baseline: before.peakMb,
      ratio: during.peakMb - before.peakMb,
      unit: 'MB',
      bound,
      target: 150,
    },
  ];
}

function measure(
  kind: string,
  way: (typeof ways)[number],
): Promise<{ readonly before: Seen; readonly during: Seen }> {
  return withTemporaryDirectory(async (directory) => {
    const flooding = await startServer(way);
    const mcpServers = {
      flooding: flooding.settings,
      bystander: { command: process.execPath, args: [programs.echo] },
    };
    const host = await startHost(directory, { mcpServers, hostTools: false });
    try {
      const client = await host.connect();
      const ready = await readyServers(client, 2);
      const callOf = (server: string, name: string, input: object) =>
        client.call('tools/call', { channel: channelOf(ready, server), name, arguments: input });
      const call = () => callOf('bystander', 'echo', {});
      await look(host, call, 1);
      const before = await look(host, call, seconds);
      callOf('flooding', 'flood', { what: kind, ...(way === 'call' && { on: 'call' }) }).catch(() => {});
      const during = await look(host, call, seconds);
      client.close();
      return { before, during };
    } finally {
      await host.stop();
      flooding.stop();
    }
  });
}

async function startServer(way: string): Promise<{ readonly settings: object; stop(): void }> {
  if (way === 'stdio')
    return { settings: { command: process.execPath, args: [programs.flooding] }, stop: () => {} };
  const kind = way === 'sse' ? 'sse' : 'http';
  const child = spawn(process.execPath, [programs.flooding, kind], { stdio: ['ignore', 'pipe', 'ignore'] });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return {
    settings: { type: kind, url: line.toString('utf8').trim() },
    stop: () => void child.kill('SIGKILL'),
  };
}

function channelOf(servers: readonly McpServerCustomization[], name: string): string {
  const channel = servers.find((server) => server.name === name)?.channel;
  if (channel === undefined) throw new Error(`The server "${name}" has no channel.`);
  return channel;
}

async function look(host: RunningHost, call: () => Promise<unknown>, forSeconds: number): Promise<Seen> {
  const until = moment() + forSeconds * 1000;
  const health = new URL('/healthz', host.address);
  let peakMb = 0;
  const [calls, healths] = await Promise.all([
    timesUntil(until, 5, call),
    timesUntil(until, 20, async () => (await fetch(health)).text()),
    (async () => {
      while (moment() < until) {
        peakMb = Math.max(peakMb, await residentMb(host.pid));
        await sleep(100);
      }
    })(),
  ]);
  const sorted = healths.toSorted((a, b) => a - b);
  return { callMs: median(calls), healthMs: sorted[Math.floor(sorted.length * 0.99)] ?? 0, peakMb };
}

async function timesUntil(end: number, pauseMs: number, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  while (moment() < end) {
    const started = moment();
    await work();
    times.push(moment() - started);
    await sleep(pauseMs);
  }
  return times;
}

async function residentMb(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024;
}
