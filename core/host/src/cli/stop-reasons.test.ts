import { expect, test } from 'vitest';
import { type StopReason, stopOrder } from './stop-reasons.ts';

const signal: StopReason = { kind: 'signal', signal: 'SIGINT' };
const failure: StopReason = { kind: 'failure', error: new Error('oh') };

function orders(...events: readonly (readonly [number, StopReason])[]): readonly string[] {
  let now = 0;
  const order = stopOrder(() => now);
  return events.map(([at, reason]) => {
    now = at;
    return order(reason);
  });
}

test('L1: the first signal stops, a later one does not wait', () => {
  expect(orders([1000, signal], [3000, signal])).toEqual(['stop', 'exit at once']);
});

test('L1: Ctrl-C under npm arrives twice and is still one signal', () => {
  expect(orders([1000, signal], [1010, signal], [1400, signal], [1500, signal])).toEqual([
    'stop',
    'carry on',
    'carry on',
    'exit at once',
  ]);
});

test('L5: what fails while stopping does not cut it short', () => {
  expect(orders([0, failure], [9000, failure], [9001, signal])).toEqual(['stop', 'carry on', 'exit at once']);
});
