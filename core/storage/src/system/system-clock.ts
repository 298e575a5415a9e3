import type { Clock } from '@loggia/kernel';

export const systemClock: Clock = { now: () => Date.now() };
