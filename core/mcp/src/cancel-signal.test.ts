import { expect, test } from 'vitest';
import { abortSignalOf, type CancelSignal } from './cancel-signal.ts';

test('C1: a signal of ours becomes one that the platform understands, before and after it aborts', () => {
  let hear = (): void => {};
  const addEventListener = (_type: 'abort', listener: () => void): void => {
    hear = listener;
  };
  const ours = { aborted: false, reason: 'enough', addEventListener, removeEventListener: () => {} };
  const real = abortSignalOf(ours);
  expect([real instanceof AbortSignal, real.aborted]).toEqual([true, false]);
  hear();
  expect([real.aborted, real.reason]).toEqual([true, 'enough']);
  const late: CancelSignal = { ...ours, aborted: true };
  expect(abortSignalOf(late).reason).toBe('enough');
});

test('C1: a real one stays what it is', () => {
  const { signal } = new AbortController();
  expect(abortSignalOf(signal)).toBe(signal);
});
