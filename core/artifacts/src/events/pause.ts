import { deliveryLimits } from './limits.ts';

/**
 * How long to wait after the `failures`th failure in a row: doubling, up to a quarter less by chance, so that what
 * failed together does not come back together. `chance` is from 0 up to 1.
 */
export function pauseAfter(failures: number, chance: number): number {
  const { firstPauseMs, longestPauseMs } = deliveryLimits;
  const whole = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(failures - 1, 30));
  return Math.round(whole * (1 - chance / 4));
}
