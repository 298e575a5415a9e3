import { mkdir, readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { AhpClient } from '@loggia/client';
import { withChildren } from '../children/child.ts';
import { startHost, type RunningHost } from '../hosts/running-host.ts';
import { moment } from '../measure/moment.ts';
import type { Benchmark, Result } from '../measure/result.ts';
import { compare, playRounds } from '../measure/rounds.ts';
import { withTemporaryDirectory } from '../measure/temporary-directory.ts';
import { startTurn } from '../streaming/started-turn.ts';
import { configWith, readyServers } from './servers.ts';

const servers = 50;
const rounds = 5;
/** As servers do that are installed on the way, or are written in a slow language. */
const startMs = 3_000;
const echo = fileURLToPath(new URL('./echo-server.js', import.meta.resolve('@loggia/testing')));
/** In the command line of every server, and of nothing else. */
const mark = `slow-echo-of-${process.pid}`;
const program = `setTimeout(() => import(${JSON.stringify(pathToFileURL(echo).href)}), ${startMs})`;
const slow = (index: number) => ({
  command: process.execPath,
  args: ['-e', program, mark, String(index)],
});

/** A session with many servers: whether a turn that needs none waits for them, and whether each runs only once. */
export const fiftyServers: Benchmark = {
  names: ['first token with 50 servers', 'processes of 50 servers'],
  run: () =>
    withTemporaryDirectory((directory) =>
      withChildren(async (start) => {
        const { baseURL } = await start('paced provider').ask('open', { tokens: 1 });
        const hosts = { many: hostIn(directory, baseURL, servers), none: hostIn(directory, baseURL, 0) };
        const processes = await runningProcesses(hosts.many);
        await firstTokenMs(hosts.none);
        const measured = await playRounds(rounds, {
          ours: () => firstTokenMs(hosts.many),
          baseline: () => firstTokenMs(hosts.none),
        });
        return [
          {
            name: 'first token with 50 servers',
            means: `time until the first token in a new session, right after the host has started: with ${servers} servers that take ${startMs / 1000} s to start and that the turn doesn't need / without servers`,
            ...compare(measured),
            unit: 'ms',
            bound: '<=',
            // Two processors also start fifty processes in that time; waiting for a server would be 10 and more.
            target: 5,
          },
          processes,
        ];
      }),
    ),
};

type StartHost = () => Promise<RunningHost>;

/** Starts the host on the same data directory each time, so that it knows the tools of its servers from before. */
function hostIn(directory: string, baseURL: string, count: number): StartHost {
  const options = { provider: 'openai-compatible', baseURL, models: [{ id: 'm' }] };
  const agents = [{ module: '@loggia/model', options }];
  const config = { ...configWith(Array.from({ length: count }, (_, index) => slow(index))), agents };
  const home = path.join(directory, `${count}-servers`);
  return async () => {
    await mkdir(home, { recursive: true, mode: 0o700 });
    return startHost(home, config);
  };
}

async function firstTokenMs(start: StartHost): Promise<number> {
  const host = await start();
  const client = await host.connect();
  try {
    return await untilFirstToken(client);
  } finally {
    client.close();
    await host.stop();
  }
}

async function untilFirstToken(client: AhpClient): Promise<number> {
  const { chat, at } = await startTurn(client);
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const turn = chat.state?.activeTurn ?? chat.state?.turns[0];
      if (turn === undefined) return;
      const isAnswered = turn.responseParts.some((part) => part.kind === 'markdown');
      if (!isAnswered && !('state' in turn)) return;
      stop();
      if (isAnswered) resolve(moment() - at);
      else
        reject(new Error(`The turn ended without an answer: ${JSON.stringify(turn.responseParts.at(-1))}`));
    };
    const stop = chat.subscribe(look);
  });
}

/** With all servers ready in two sessions at once. */
async function runningProcesses(start: StartHost): Promise<Result> {
  const host = await start();
  const client = await host.connect();
  try {
    await readyServers(client, servers);
    await readyServers(client, servers);
    const ours = await markedProcesses();
    if (ours < servers) throw new Error(`Only ${ours} of ${servers} servers run, though all are ready.`);
    return {
      name: 'processes of 50 servers',
      means: `processes of ${servers} servers that two sessions and the host use / definitions of servers`,
      ours,
      baseline: servers,
      unit: 'processes',
      ratio: ours / servers,
      bound: '<=',
      target: 1,
    };
  } finally {
    client.close();
    await host.stop();
  }
}

async function markedProcesses(): Promise<number> {
  const entries = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry));
  const lines = await Promise.all(
    entries.map((entry) => readFile(`/proc/${entry}/cmdline`, 'utf8').catch(() => '')),
  );
  return lines.filter((line) => line.split('\0').includes(mark)).length;
}
