import { expect, test } from 'vitest';
import { Lookout } from './lookout.ts';

function rig(processors = 2) {
  const clock = { now: 0, turns: 0 };
  let next: (() => void)[] = [];
  const lookout = new Lookout({ now: () => clock.now, turn: (run) => next.push(run), processors });
  /** The event loop comes round, so much later. */
  const comesRound = (ms: number): number => {
    clock.now += ms;
    const due = next;
    next = [];
    for (const run of due) run();
    return next.length;
  };
  return { lookout, comesRound, waiting: () => next.length };
}

test('C1: after a call the host stays awake for half a millisecond, and not longer', () => {
  const { lookout, comesRound } = rig();
  lookout.stayAwake();
  expect([comesRound(0.1), comesRound(0.3), comesRound(0.2)]).toEqual([1, 1, 0]);
  lookout.stayAwake();
  expect(comesRound(0.4)).toBe(1);
});

test('C1: many calls at once keep it awake once, until half a millisecond after the last', () => {
  const { lookout, comesRound, waiting } = rig();
  for (let count = 0; count < 100; count += 1) lookout.stayAwake();
  expect(waiting()).toBe(1);
  expect(comesRound(0.4)).toBe(1);
  lookout.stayAwake();
  expect([comesRound(0.4), comesRound(0.1)]).toEqual([1, 0]);
});

test('C1: where there is one processor, it is left to the server', () => {
  const { lookout, waiting } = rig(1);
  lookout.stayAwake();
  expect(waiting()).toBe(0);
});
