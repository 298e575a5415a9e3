import { deliveryLimits } from './limits.ts';

/**
 * The pause after the `failures`th failure in a row: doubling, with up to a quarter of jitter, so that simultaneous
 * failures don't retry simultaneously. `chance` is from 0 up to 1.
 */
export function pauseAfter(failures: number, chance: number): number {
  const { firstPauseMs, longestPauseMs } = deliveryLimits;
  const whole = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(failures - 1, 30));
  return Math.round(whole * (1 - chance / 4));
}
