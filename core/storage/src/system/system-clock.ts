import type { Clock } from '@loggia/kernel';

/** The machine's own time. */
export const systemClock: Clock = { now: () => Date.now() };
