import { expect, test } from 'vitest';
import { Pacer } from './pacer.ts';

function rig() {
  const told: number[] = [];
  let due: (() => void) | undefined;
  const pacer = new Pacer<number>((value) => told.push(value), 150, {
    after: (_, run) => {
      due = run;
      return () => (due = undefined);
    },
  });
  const pass = () => {
    const run = due;
    due = undefined;
    run?.();
  };
  return { told, pacer, pass, isWaiting: () => due !== undefined };
}

test('the first at once, of the others the newest after the pause', () => {
  const { told, pacer, pass } = rig();
  for (const value of [1, 2, 3]) pacer.push(value);
  expect(told).toEqual([1]);
  pass();
  expect(told).toEqual([1, 3]);
  pass();
  pacer.push(4);
  expect(told).toEqual([1, 3, 4]);
});

test('the last one is told, and nothing older after it', () => {
  const { told, pacer, pass, isWaiting } = rig();
  pacer.push(1);
  pacer.push(2);
  pacer.finish(3);
  pass();
  expect([told, isWaiting()]).toEqual([[1, 3], false]);
});

test('stopped, it forgets what waited', () => {
  const { told, pacer, pass } = rig();
  pacer.push(1);
  pacer.push(2);
  pacer.stop();
  pass();
  expect(told).toEqual([1]);
});
