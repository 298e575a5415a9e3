import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL, fileURLToPath } from 'node:url';
import { createSession, type AhpClient } from '@loggia/client';
import { configWith, readyServers, type ServerProgram } from '../gateway/servers.ts';
import { startHost, type RunningHost } from '../hosts/running-host.ts';
import { moment } from '../measure/moment.ts';
import type { Benchmark } from '../measure/result.ts';
import { compare, playRounds } from '../measure/rounds.ts';
import { withTemporaryDirectory } from '../measure/temporary-directory.ts';

const rounds = 5;
const servers = 5;
/** As servers do that are installed on the way, or are written in a slow language. */
const startMs = 3_000;
const echo = fileURLToPath(new URL('./echo-server.js', import.meta.resolve('@loggia/testing')));
const slow: ServerProgram = {
  command: process.execPath,
  args: ['-e', `setTimeout(() => import(${JSON.stringify(pathToFileURL(echo).href)}), ${startMs})`],
};
interface Conversation {
  readonly client: AhpClient;
  readonly session: string;
}

/** Whether somebody who goes on after a restart waits for servers that nobody needs. */
export const firstTurn: Benchmark = {
  names: ['first turn'],
  run: () =>
    withTemporaryDirectory(async (directory) => {
      const restarted = path.join(directory, 'restarted');
      const session = await begun(restarted);
      const host = await hostOn(path.join(directory, 'warm'));
      const warm = await begin(host);
      try {
        const measured = await playRounds(rounds, {
          ours: () => afterRestart(restarted, session),
          baseline: () => turnMs(warm),
        });
        return [
          {
            name: 'first turn',
            means: `time of the first turn after the host has started / of a turn when all is running, with ${servers} servers that take ${startMs / 1000} s to start and that neither needs`,
            ...compare(measured),
            unit: 'ms',
            bound: '<=',
            // The code of a host that has just started isn't compiled yet; waiting for a server would be 40 and more.
            target: 15,
          },
        ];
      } finally {
        warm.client.close();
        await host.stop();
      }
    }),
};

async function hostOn(directory: string): Promise<RunningHost> {
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const config = { ...configWith(Array.from({ length: servers }, () => slow)), hostTools: true };
  return startHost(directory, config, 'product');
}

/** A session that has had a turn, with all servers ready. */
async function begin(host: RunningHost): Promise<Conversation> {
  const client = await host.connect();
  await readyServers(client, servers);
  const conversation = { client, session: await createSession(client) };
  await turnMs(conversation);
  return conversation;
}

/** Leaves such a session behind. */
async function begun(directory: string): Promise<string> {
  const host = await hostOn(directory);
  try {
    const { client, session } = await begin(host);
    client.close();
    return session;
  } finally {
    await host.stop();
  }
}

async function afterRestart(directory: string, session: string): Promise<number> {
  const host = await hostOn(directory);
  try {
    const client = await host.connect();
    const spent = await turnMs({ client, session });
    client.close();
    return spent;
  } finally {
    await host.stop();
  }
}

/** From the message to the end of its turn. */
async function turnMs({ client, session }: Conversation): Promise<number> {
  const view = client.session(session);
  await view.ready;
  const chat = client.chat(view.state?.defaultChat ?? '');
  await chat.ready;
  const before = chat.state?.turns.length ?? 0;
  const message = { text: 'What is on the desk?', origin: { kind: 'user' as const } };
  const started = moment();
  const turnId = client.environment.newId();
  chat.dispatch({ type: 'chat/turnStarted', turnId, startedAt: new Date().toISOString(), message });
  return new Promise((resolve, reject) => {
    const look = (): void => {
      const turn = chat.state?.turns[before];
      if (!turn) return;
      stop();
      if (turn.state === 'complete') resolve(moment() - started);
      else reject(new Error(`The turn ended as ${turn.state}: ${JSON.stringify(turn.responseParts.at(-1))}`));
    };
    const stop = chat.subscribe(look);
  });
}
