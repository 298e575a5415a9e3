import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { McpServer } from '@agentclientprotocol/sdk';
import { startHost } from '../hosts/running-host.ts';
import type { Benchmark, Result } from '../measure/result.ts';
import { compare, median, playRounds, type Round } from '../measure/rounds.ts';
import { withTemporaryDirectory } from '../measure/temporary-directory.ts';
import { startDirectAgent } from './direct-agent.ts';
import { conversationIn } from './through-host.ts';

const rounds = 7;
const calls = 200;
const tokens = 20;

const agent = fileURLToPath(new URL('./measured-agent.js', import.meta.url));
const server = fileURLToPath(new URL('./brief-server.js', import.meta.url));

interface AttachedServer {
  /** For the host's configuration. */
  readonly settings: object;
  /** For the agent itself. */
  readonly direct: McpServer;
  stop(): void;
}

const ways: Readonly<Record<string, () => Promise<AttachedServer>>> = {
  stdio: async () => {
    const program = { command: process.execPath, args: [server] };
    return { settings: program, direct: { name: 'brief', ...program, env: [] }, stop: () => {} };
  },
  HTTP: async () => {
    const child = spawn(process.execPath, [server, 'http'], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(child.stdout, 'data')) as [Buffer];
    const url = line.toString('utf8').trim();
    return {
      settings: { type: 'http', url },
      direct: { type: 'http', name: 'brief', url, headers: [] },
      stop: () => void child.kill('SIGKILL'),
    };
  },
};

const callOver = (way: string): string => `agent's tools/call over ${way}`;
const firstToken = "agent's first token";

/** An agent that runs as a program of its own: in the host, compared with the same program on its own. */
export const agents: Benchmark = {
  names: [...Object.keys(ways).map(callOver), firstToken],
  run: () =>
    withTemporaryDirectory(async (directory) => {
      const results: Result[] = [];
      for (const [way, attach] of Object.entries(ways)) {
        const home = path.join(directory, way);
        await mkdir(home, { mode: 0o700 });
        const { called, first } = await measure(home, await attach());
        results.push({
          name: callOver(way),
          means: `p50 of a call of a tool that takes 1 ms, as the agent sees it: with the host between it and the server, over ${way} / with the same server attached to the agent, over ${way}`,
          ...compare(called),
          unit: 'ms',
          bound: '<=',
          target: 1.5,
        });
        if (way === 'stdio') results.push(firstTokenOf(first));
      }
      return results.toSorted((one, other) =>
        one.name === firstToken ? 1 : other.name === firstToken ? -1 : 0,
      );
    }),
};

function firstTokenOf(measured: readonly Round[]): Result {
  return {
    name: firstToken,
    means:
      'time from a message to the first token, at a client of the host, minus that at a client of the agent; the difference in ms',
    ours: median(measured.map((round) => round.ours)),
    baseline: median(measured.map((round) => round.baseline)),
    unit: 'ms',
    ratio: median(measured.map((round) => round.ours - round.baseline)),
    bound: '<=',
    target: 20,
  };
}

async function measure(
  directory: string,
  { settings, direct, stop }: AttachedServer,
): Promise<{ readonly called: readonly Round[]; readonly first: readonly Round[] }> {
  const options = { name: 'measured', command: process.execPath, args: [agent] };
  const host = await startHost(directory, {
    agents: [{ module: '@loggia/acp', options }],
    mcpServers: { brief: settings },
    hostTools: false,
  });
  const alone = await startDirectAgent(agent, direct);
  try {
    const client = await host.connect();
    const ours = await conversationIn(client);
    const called = await playRounds(rounds, {
      ours: async () => Number((await ours(String(calls))).text),
      baseline: async () => Number((await alone.say(String(calls))).text),
    });
    const first = await playRounds(rounds, {
      ours: () => typicalFirst(ours),
      baseline: () => typicalFirst(alone.say),
    });
    client.close();
    return { called, first };
  } finally {
    await alone.stop();
    await host.stop();
    stop();
  }
}

async function typicalFirst(say: (text: string) => Promise<{ readonly firstMs: number }>): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < tokens; count++) times.push((await say('Go on.')).firstMs);
  return median(times);
}
