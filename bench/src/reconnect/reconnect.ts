import path from 'node:path';
import { rootUri } from '@loggia/protocol';
import { withChildren } from '../children/child.ts';
import type { Benchmark } from '../measure/result.ts';
import { compare, playRounds } from '../measure/rounds.ts';
import { withTemporaryDirectory } from '../measure/temporary-directory.ts';
import { greetingFor } from '../wire/greeting.ts';

const actions = 10_000;
const rounds = 25;

/** How long a returning client waits until it has everything that it missed. */
export const reconnect: Benchmark = {
  names: ['reconnect'],
  run: () =>
    withTemporaryDirectory((directory) =>
      withChildren(async (start) => {
        const file = path.join(directory, 'host.db');
        const host = start('reconnect host');
        const bare = start('reconnect bare');
        const client = start('counting client');
        const { url, chat } = await host.ask('open', { file });
        await client.ask('connect', { url, count: 1, greeting: greetingFor([chat]) });
        await client.ask('disconnect', undefined);
        const missed = await host.ask('goOn', { actions });
        const { url: bareUrl } = await bare.ask('open', { file, chat, ...missed });
        const question = reconnectRequest(missed.after, chat);
        const sizes = new Set<number>();
        const timed = async (address: string) => {
          const { took, bytes } = await client.ask('ask', { url: address, question });
          sizes.add(bytes);
          return took;
        };
        const measured = await playRounds(rounds, { ours: () => timed(url), baseline: () => timed(bareUrl) });
        if (sizes.size > 1) throw new Error(`The answers differ in length: ${[...sizes].join(', ')} bytes.`);
        const means = `time until ${actions} missed actions have arrived, host / reading the same rows and sending the same bytes over bare ws`;
        return [{ name: 'reconnect', means, ...compare(measured), unit: 'ms', bound: '<=', target: 2 }];
      }),
    ),
};

function reconnectRequest(lastSeenServerSeq: number, chat: string): string {
  const params = { channel: rootUri, clientId: 'client-0', lastSeenServerSeq, subscriptions: [chat] };
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'reconnect', params });
}
