import { PassThrough } from 'node:stream';
import { ManualClock } from '@loggia/testing';
import { expect, it, onTestFinished } from 'vitest';
import { FairShare } from './fair-share.ts';
import { defaultTrafficLimits } from './limits.ts';
import { PacedLines, type LineHandler } from './paced-lines.ts';
import { ServerBudget } from './server-budget.ts';
import { StreamWatch } from './stream-watch.ts';

function reading(handle: LineHandler['handle'], read: LineHandler['read'] = () => undefined): PassThrough {
  const clock = new ManualClock();
  const budget = new ServerBudget({
    clock,
    crowd: new FairShare(clock),
    limits: defaultTrafficLimits,
    overrun: () => undefined,
  });
  const stream = new PassThrough();
  const lines = new PacedLines(stream, 1_000, new StreamWatch(budget, () => clock.now()), {
    read,
    handle(line) {
      // After answers to the host there is no pause, whatever they cost.
      budget.asked();
      return handle(line);
    },
    holdMs: () => 0,
  });
  onTestFinished(() => lines.stop());
  return stream;
}

const turn = () => new Promise<void>((resolve) => void setImmediate(resolve));

async function turnsUntil(isDone: () => boolean): Promise<number> {
  let turns = 0;
  for (; !isDone(); turns++) await turn();
  return turns;
}

function busyFor(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end;);
}

it('SE2: the lines of one chunk are handled over many turns of the event loop', async () => {
  let handled = 0;
  const stream = reading(() => {
    handled += 1;
    busyFor(0.5);
    return undefined;
  });
  stream.write('x\n'.repeat(100));
  expect(await turnsUntil(() => handled === 100)).toBeGreaterThan(20);
});

it('SE2: while lines wait nothing more is read, so that the server has to wait, too', async () => {
  let release: () => void = () => undefined;
  const handled: string[] = [];
  let readBytes = 0;
  const stream = reading(
    ({ bytes }) => {
      handled.push(bytes.toString());
      return handled.length > 1 ? undefined : new Promise((resolve) => (release = resolve));
    },
    (bytes) => (readBytes += bytes),
  );
  stream.write('first\nsecond\n');
  await turn();
  expect(stream.write('x'.repeat(999).concat('\n').repeat(100))).toBe(false);
  for (let count = 0; count < 5; count++) await turn();
  expect([handled, readBytes, stream.isPaused()]).toEqual([['first'], 13, true]);
  release();
  await expect.poll(() => handled.length).toBe(102);
});
