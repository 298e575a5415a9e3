import { retainedOutput } from '@loggia/protocol';
import { ManualClock, ManualScheduler } from '@loggia/testing';
import { expect, test } from 'vitest';
import { outputLimits, PacedOutput } from './paced-output.ts';

function rig() {
  const clock = new ManualClock();
  const scheduler = new ManualScheduler(clock);
  const written: string[] = [];
  const source = {
    paused: false,
    pause: () => void (source.paused = true),
    resume: () => void (source.paused = false),
  };
  let store: (() => void) | undefined;
  const output = new PacedOutput({
    ...{ clock, scheduler, source },
    write: (text) => {
      written.push(text);
      return new Promise((resolve) => (store = resolve));
    },
  });
  /** The last write becomes durable. */
  const stored = async (): Promise<void> => {
    store?.();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { clock, scheduler, written, source, output, stored };
}

test('TM4: output goes out at once, and together while the log is busy', async () => {
  const { output, written, stored } = rig();
  output.push('a');
  output.push('b');
  output.push('c');
  expect(written).toEqual(['a']);
  await stored();
  expect(written).toEqual(['a', 'bc']);
});

test('TM4: a program that writes faster than the log stores has to wait', async () => {
  const { output, written, source, stored } = rig();
  output.push('a');
  for (let length = 0; length < outputLimits.readPerWindow; length += 65_536) output.push('x'.repeat(65_536));
  expect([source.paused, written.length]).toEqual([true, 1]);
  await stored();
  expect(source.paused).toBe(false);
});

test('TM4: a flood is cut to its end, once per window, and says what was left out', async () => {
  const { output, written, scheduler, stored } = rig();
  output.push('x'.repeat(outputLimits.burst));
  await stored();
  for (let index = 0; index < 20; index += 1) output.push(`${'y'.repeat(65_535)}\n`);
  output.push('last');
  expect(written.length).toBe(1);
  expect(scheduler.pendingTimers).toBe(1);
  await scheduler.advance(outputLimits.windowMs);
  const [, flood = ''] = written;
  expect(flood.length).toBeLessThan(outputLimits.keptPerWindow * 2);
  expect(flood.startsWith('\u0018\r\n')).toBe(true);
  expect(flood).toMatch(/… 1\.\d MB of output left out …/);
  expect(flood.endsWith('last')).toBe(true);
});

test('TM4: what is left at the end is written', async () => {
  const { output, written, stored } = rig();
  output.push('x'.repeat(outputLimits.burst));
  output.push('z'.repeat(retainedOutput));
  const ended = output.end();
  await stored();
  await stored();
  await ended;
  expect(written.at(-1)?.length).toBe(retainedOutput);
});
