import type { AhpClient } from '@loggia/client';
import type { ChatState } from '@loggia/protocol';
import { withChildren } from '../children/child.ts';
import { startHost } from '../hosts/running-host.ts';
import { moment } from '../measure/moment.ts';
import type { Benchmark } from '../measure/result.ts';
import { compare, median, playRounds, type Round } from '../measure/rounds.ts';
import { withTemporaryDirectory } from '../measure/temporary-directory.ts';
import { startTurn } from './started-turn.ts';

const tokens = 1_000;
const rounds = 7;

interface Stream {
  readonly firstMs: number;
  readonly perSecond: number;
}

/** The streaming of a model's text to a client through the host, compared with asking the model directly. */
export const streaming: Benchmark = {
  names: ['token streaming', 'first token'],
  run: () =>
    withTemporaryDirectory((directory) =>
      withChildren(async (start) => {
        const { baseURL } = await start('paced provider').ask('open', { tokens });
        const options = { provider: 'openai-compatible', baseURL, models: [{ id: 'm' }] };
        const config = { agents: [{ module: '@loggia/model', options }] };
        const host = await startHost(directory, config);
        const client = await host.connect();
        try {
          const first: Round[] = [];
          let [ours, direct] = [0, 0];
          const measured = await playRounds(rounds, {
            ours: async () => {
              const stream = await throughHost(client);
              ours = stream.firstMs;
              return stream.perSecond;
            },
            baseline: async () => {
              const stream = await directly(baseURL);
              direct = stream.firstMs;
              first.push({ ours, baseline: direct });
              return stream.perSecond;
            },
          });
          const added = median(first.slice(1).map((round) => round.ours - round.baseline));
          const means = 'of a model that says 1,000 tokens a second';
          return [
            {
              name: 'token streaming',
              means: `tokens a second ${means}, at a client of the host / at somebody who asks the model directly`,
              ...compare(measured),
              unit: 'tok/s',
              bound: '>=',
              target: 0.8,
            },
            {
              name: 'first token',
              means: `time until the first token ${means}, at a client of the host, minus that without it; the difference in ms`,
              ours: median(first.map((round) => round.ours)),
              baseline: median(first.map((round) => round.baseline)),
              unit: 'ms',
              ratio: added,
              bound: '<=',
              target: 10,
            },
          ];
        } finally {
          client.close();
          await host.stop();
        }
      }),
    ),
};

async function throughHost(client: AhpClient): Promise<Stream> {
  const { chat, at } = await startTurn(client);
  return new Promise((resolve, reject) => {
    let firstMs: number | undefined;
    const look = (): void => {
      const { state } = chat;
      if (firstMs === undefined && hasText(state)) firstMs = moment() - at;
      const turn = state?.turns[0];
      if (!turn) return;
      stop();
      if (turn.state !== 'complete' || firstMs === undefined) {
        reject(new Error(`The turn ended as ${turn.state}: ${JSON.stringify(turn.responseParts.at(-1))}`));
        return;
      }
      resolve({ firstMs, perSecond: (tokens / (moment() - at)) * 1000 });
    };
    const stop = chat.subscribe(look);
  });
}

function hasText(state: ChatState | undefined): boolean {
  return state?.activeTurn?.responseParts.some((part) => part.kind === 'markdown') ?? false;
}

async function directly(baseURL: string): Promise<Stream> {
  const started = moment();
  const body = JSON.stringify({ model: 'm', stream: true, messages: [{ role: 'user', content: 'Go on.' }] });
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${baseURL}/chat/completions`, { method: 'POST', headers, body });
  let firstMs: number | undefined;
  for await (const _chunk of response.body ?? []) firstMs ??= moment() - started;
  return { firstMs: firstMs ?? 0, perSecond: (tokens / (moment() - started)) * 1000 };
}
