import { expect, test } from 'vitest';
import { SpinWait } from './spin-wait.ts';

function rig(processors = 2) {
  const clock = { now: 0, turns: 0 };
  let next: (() => void)[] = [];
  const spinWait = new SpinWait({ now: () => clock.now, turn: (run) => next.push(run), processors });
  /** Runs one round of the event loop, this much later. */
  const comesRound = (ms: number): number => {
    clock.now += ms;
    const due = next;
    next = [];
    for (const run of due) run();
    return next.length;
  };
  return { spinWait, comesRound, waiting: () => next.length };
}

test('C1: after a call the host stays awake for half a millisecond, and not longer', () => {
  const { spinWait, comesRound } = rig();
  spinWait.start();
  expect([comesRound(0.1), comesRound(0.3), comesRound(0.2)]).toEqual([1, 1, 0]);
  spinWait.start();
  expect(comesRound(0.4)).toBe(1);
});

test('C1: many calls at once keep it awake once, until half a millisecond after the last', () => {
  const { spinWait, comesRound, waiting } = rig();
  for (let count = 0; count < 100; count += 1) spinWait.start();
  expect(waiting()).toBe(1);
  expect(comesRound(0.4)).toBe(1);
  spinWait.start();
  expect([comesRound(0.4), comesRound(0.1)]).toEqual([1, 0]);
});

test('C1: where there is one processor, it is left to the server', () => {
  const { spinWait, waiting } = rig(1);
  spinWait.start();
  expect(waiting()).toBe(0);
});
