import { rootUri } from '@loggia/protocol';
import type { Defect } from './defects.ts';
import { someView, takeStep } from './steps.ts';
import type { Tally } from './tally.ts';
import { judge } from './verdict.ts';
import { World } from './world.ts';

export interface PlayOptions {
  readonly defect?: Defect;
  /** Hears each step as it is taken. */
  readonly log?: (step: string) => void;
}

/** Two to four clients in one session and its chat, connected and at rest. */
async function setUp(world: World): Promise<void> {
  const { random } = world;
  for (let count = random.between(2, 4); count > 0; count--) world.addClient();
  await world.settle();
  await world.pass(300);
  await world.settle();
  const [first] = world.clients;
  first?.newSession();
  await world.settle();
  for (const client of world.clients) {
    for (const uri of client.known('session')) client.open(uri);
    for (const uri of client.known('chat')) client.open(uri, someView(random));
  }
  await world.settle();
  if (!world.host.engine?.kernel.isWatched(rootUri)) throw new Error('Nobody has connected.');
}

/** One run, the same for the same seed. Throws with everything that is needed to see it again. */
export async function play(seed: number, { defect, log }: PlayOptions = {}): Promise<Tally> {
  const world = new World(seed, defect);
  const taken: string[] = [];
  const note = (step: string): void => {
    taken.push(step);
    log?.(step);
  };
  try {
    await setUp(world);
    for (let left = world.random.between(150, 350); left > 0; left--) {
      const step = await takeStep(world);
      if (step === undefined) continue;
      note(step);
      world.tally.steps += 1;
    }
    note('all comes to rest');
    await judge(world);
  } catch (error) {
    const last = taken.slice(-12).join('\n  ');
    const why = error instanceof Error ? error.message : String(error);
    const again = `LOGGIA_SEED=${seed} npx vitest run --project process e2e/simulation.test.ts`;
    throw new Error(`Seed ${seed}: ${why}\nLast steps:\n  ${last}\nSee it again: ${again}`, { cause: error });
  }
  return world.tally;
}
