import path from 'node:path';
import { deltaBytes } from '../chat/conversation.ts';
import { type Child, withChildren } from '../children/child.ts';
import type { TasksOf } from '../children/roles.ts';
import type { Benchmark } from '../measure/result.ts';
import { compare, playRounds } from '../measure/rounds.ts';
import { withTemporaryDirectory } from '../measure/temporary-directory.ts';
import { greetingFor } from '../wire/greeting.ts';

const subscribers = 1_000;
const bursts = 150;
/** In one turn of the event loop. With one, each delta pays for its own commit: the hardest case. */
const perBurst = 1;
const rounds = 7;

const deltas = bursts * perBurst;

/** The number of messages per second that reach their readers when everybody watches the same stream. */
export const fanOut: Benchmark = {
  names: ['fan-out'],
  run: () =>
    withTemporaryDirectory((directory) =>
      withChildren(async (start) => {
        const host = start('fan-out host');
        const bare = start('fan-out bare');
        const hostClient = start('counting client');
        const bareClient = start('counting client');
        const { url, chat, frameBytes } = await host.ask('open', { file: path.join(directory, 'host.db') });
        await hostClient.ask('connect', { url, count: subscribers, greeting: greetingFor([chat]) });
        await bareClient.ask('connect', { url: (await bare.ask('open', undefined)).url, count: subscribers });
        const measured = await playRounds(rounds, {
          ours: () => deliveriesPerSecond(hostClient, () => host.ask('send', { bursts, perBurst })),
          baseline: () =>
            deliveriesPerSecond(bareClient, () => bare.ask('send', { bursts, perBurst, bytes: frameBytes })),
        });
        const means = `deliveries of ${deltaBytes}-byte deltas to ${subscribers} subscribers, ${perBurst} per turn, host / bare ws loop sending one prepared buffer`;
        return [{ name: 'fan-out', means, ...compare(measured), unit: 'msg/s', bound: '>=', target: 0.7 }];
      }),
    ),
};

/** From the creation of the first message until the last one has arrived. */
async function deliveriesPerSecond(
  client: Child<TasksOf<'counting client'>>,
  send: () => Promise<number>,
): Promise<number> {
  const frames = subscribers * deltas;
  await client.ask('reset', undefined);
  const [ended, started] = await Promise.all([client.ask('reached', { frames }), send()]);
  return (frames / (ended - started)) * 1000;
}
