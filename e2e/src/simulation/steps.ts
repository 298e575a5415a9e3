import type { SubscribeOptions } from '@loggia/client';
import type { SeededRandom } from '@loggia/testing';
import { tick } from './ticks.ts';
import type { World } from './world.ts';

interface Step {
  readonly weight: number;
  /** Says what the step did; undefined if there was nothing to do. */
  run(world: World): string | undefined | Promise<string | undefined>;
}

const someone = ({ random, clients }: World) => random.pick(clients);

/** All of a chat, its last turns, or all of it with text that may be held back a little. */
export function someView(random: SeededRandom): SubscribeOptions {
  const kind = random.next();
  if (kind < 0.4) return {};
  if (kind < 0.7) return { view: { turns: random.between(0, 2) } };
  if (kind < 0.9) return { delivery: { maxLatencyMs: random.pick([5, 40]) } };
  return { view: { turns: 1 }, delivery: { maxLatencyMs: 20 } };
}

const steps: readonly Step[] = [
  {
    weight: 12,
    run: (world) => {
      const client = someone(world);
      return world.flushOne(client, 'host') ? `a message of ${client.clientId} arrives` : undefined;
    },
  },
  {
    weight: 14,
    run: (world) => {
      const client = someone(world);
      return world.flushOne(client, 'client') ? `a message arrives at ${client.clientId}` : undefined;
    },
  },
  {
    weight: 6,
    run: (world) => {
      const client = someone(world);
      world.flushAll(client);
      return `everything on the line of ${client.clientId} arrives`;
    },
  },
  {
    weight: 9,
    run: ({ host }) => {
      if (host.scheduler.pendingTurns === 0) return undefined;
      host.scheduler.endTurn();
      return 'the turn of the event loop ends';
    },
  },
  { weight: 10, run: (world) => someone(world).act() },
  {
    weight: 4,
    run: async (world) => {
      const ms = world.random.between(1, 40);
      await world.pass(ms);
      return `${ms} ms pass`;
    },
  },
  {
    weight: 1.5,
    run: async (world) => {
      const ms = world.random.between(50, 400);
      await world.pass(ms);
      return `${ms} ms pass`;
    },
  },
  {
    weight: 0.1,
    run: async (world) => {
      await world.pass(3_000);
      return '3 s pass';
    },
  },
  {
    weight: 2,
    run: async (world) => {
      await world.settle();
      return 'everything arrives everywhere';
    },
  },
  {
    weight: 1.2,
    run: (world) => {
      const client = someone(world);
      return world.cut(client) ? `the line of ${client.clientId} is cut` : undefined;
    },
  },
  { weight: 1, run: (world) => (world.notice() ? 'the host notices that a line is gone' : undefined) },
  {
    weight: 0.6,
    run: (world) => {
      world.crash();
      return 'THE HOST CRASHES';
    },
  },
  { weight: 0.15, run: async (world) => ((await world.stop()) ? 'the host stops and starts' : undefined) },
  {
    weight: 0.6,
    run: ({ disk, random }) => {
      if (disk.mood !== 'prompt') return undefined;
      disk.stall(random.pick(['slow', 'slow', 'full'] as const));
      return `the disk is ${disk.mood}`;
    },
  },
  {
    weight: 1.5,
    run: ({ disk }) => {
      if (disk.mood === 'prompt') return undefined;
      disk.recover();
      return 'the disk works again';
    },
  },
  {
    weight: 3,
    run: (world) => {
      const client = someone(world);
      const known = client.known(world.random.pick(['session', 'chat', 'chat', 'annotations'] as const));
      if (known.length === 0) return undefined;
      const uri = world.random.pick(known);
      const options = uri.startsWith('ahp-chat:') ? someView(world.random) : {};
      client.open(uri, options);
      return `${client.clientId} watches ${uri} ${JSON.stringify(options)}`;
    },
  },
  {
    weight: 1,
    run: (world) => {
      const client = someone(world);
      if (client.views.size === 0) return undefined;
      const uri = world.random.pick([...client.views.keys()]);
      client.leave(uri);
      return `${client.clientId} leaves ${uri}`;
    },
  },
  { weight: 0.4, run: (world) => someone(world).newSession() },
  { weight: 0.8, run: (world) => someone(world).newChat() },
  { weight: 1, run: (world) => someone(world).page() },
  { weight: 0.15, run: (world) => someone(world).remove('chat') },
  { weight: 0.06, run: (world) => someone(world).remove('session') },
  {
    weight: 0.3,
    run: (world) => {
      const client = someone(world);
      client.restart();
      return `${client.clientId} is closed and opened again`;
    },
  },
];

const totalWeight = steps.reduce((sum, { weight }) => sum + weight, 0);

/** Does one thing, and lets happen at once what needs neither time nor the network. */
export async function takeStep(world: World): Promise<string | undefined> {
  let left = world.random.next() * totalWeight;
  const step = steps.find(({ weight }) => (left -= weight) < 0);
  const done = await step?.run(world);
  await tick();
  return done;
}
