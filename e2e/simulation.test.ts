import { describe, expect, test } from 'vitest';
import type { Defect } from './src/simulation/defects.ts';
import { play } from './src/simulation/play.ts';
import { addTo, counters, newTally, type Tally } from './src/simulation/tally.ts';

const isLong = process.env['LOGGIA_STRESS'] !== undefined;
const batches = isLong ? 10 : 3;
const seedsInBatch = 100;

/** Floors for a thousand seeds: well below the usual counts, and well above what chance could take away. */
const floors: Tally = {
  steps: 80_000,
  crashes: 1_000,
  crashesWhileStarting: 100,
  commitsLostInCrash: 40,
  commitsLandedInCrash: 40,
  stops: 150,
  cuts: 1_500,
  cutsMidHandshake: 300,
  linesLeftHalfOpen: 700,
  slowReadersDropped: 10,
  clientRestarts: 500,
  initialized: 2_500,
  replays: 3_000,
  actionsReplayed: 10_000,
  snapshotAnswers: 400,
  reconnectsRefused: 1,
  accepted: 10_000,
  rejected: 2_500,
  unconfirmed: 2_000,
  trims: 4_000,
  snapshotsStored: 10_000,
  evictions: 1_000,
  coldLoads: 5_000,
  diskStalls: 800,
  turnsStarted: 3_000,
  turnsCompleted: 1_500,
  turnsCancelled: 300,
  turnsFailed: 700,
  turnsCutOff: 250,
  turnsResumed: 100,
  truncations: 700,
  questionsAnswered: 40,
  toolCallsEnded: 40,
  steeringTaken: 350,
  queueTaken: 500,
  forks: 40,
  sideChats: 40,
  channelsRemoved: 200,
  clientsWoundUp: 400,
  pagesLoaded: 80,
  textsMerged: 300,
  commentsChanged: 400,
};

/** `LOGGIA_SEED=7` plays that seed and says each step; `LOGGIA_SEED=2000-9000` plays those. */
const { LOGGIA_SEED: only } = process.env;
const isWhole = only === undefined;
const [from = 1, to = from] = only?.split('-').map(Number) ?? [1, batches * seedsInBatch];
const firstSeeds = Array.from({ length: Math.ceil((to - from + 1) / seedsInBatch) }, (_, batch) => {
  return from + batch * seedsInBatch;
});
const log = from === to ? (step: string): void => void process.stdout.write(`${step}\n`) : () => {};

describe('whatever happens in whatever order', () => {
  const total = newTally();

  test.each(firstSeeds)(
    'A2, A3, A4, A5: clients converge, replay equals live, nothing seen is lost, no turn hangs: seeds from %i',
    async (first) => {
      const failures: string[] = [];
      for (let seed = first; seed <= Math.min(to, first + seedsInBatch - 1); seed++) {
        try {
          addTo(total, await play(seed, { log }));
        } catch (error) {
          failures.push((error as Error).message);
        }
      }
      log(JSON.stringify(total));
      expect(failures.join('\n\n')).toBe('');
    },
  );

  test.runIf(isWhole)('and all of it did happen', () => {
    const floorOf = (counter: keyof Tally): number => Math.floor((floors[counter] * batches) / 10);
    const rare = counters.filter((counter) => total[counter] < floorOf(counter));
    expect(rare.map((counter) => `${counter}: ${total[counter]} < ${floorOf(counter)}`)).toEqual([]);
  });

  test('a seed gives the same run each time', async () => {
    const runs = await Promise.all(
      [1, 2].map(async () => {
        const steps: string[] = [];
        const tally = await play(7, { log: (step) => steps.push(step) });
        return { steps, tally };
      }),
    );
    expect(runs[0]).toEqual(runs[1]);
  });
});

/** The first seed that fails, and how. */
async function firstFailure(defect: Defect): Promise<string | undefined> {
  for (let seed = 1; seed <= 50; seed++) {
    try {
      await play(seed, { defect });
    } catch (error) {
      return (error as Error).message;
    }
  }
  return undefined;
}

describe('a mistake that is planted is found', () => {
  test.each<[Defect, RegExp]>([
    [
      'publishes-early',
      /was told what is not durable|as shown at \d+ is not what it should be|which did not exist at \d+/,
    ],
    ['forgets-on-reconnect', /is not what it should be|is [12] times in the log/],
    ['hears-twice', /is [12] times in the log/],
  ])('%s', async (defect, how) => {
    expect(await firstFailure(defect)).toMatch(how);
  });
});
