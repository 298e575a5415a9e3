import { z } from 'zod';
import type { UsageInfo } from '../common/text.ts';

const key = 'loggia.cost';
const writtenKey = 'loggia.cacheWriteTokens';
const costSchema = z.number().nonnegative();

/** Adds the input tokens that a provider stored in its cache; AHP has a field only for those that it read from there. */
export function withCacheWrite(usage: UsageInfo, tokens: number): UsageInfo {
  return { ...usage, _meta: { ...usage._meta, [writtenKey]: tokens } };
}

export function cacheWriteOf(usage: UsageInfo | undefined): number | undefined {
  const read = costSchema.safeParse(usage?._meta?.[writtenKey]);
  return read.success ? read.data : undefined;
}

/** Adds the US dollars that a turn cost. */
export function withCost(usage: UsageInfo, cost: number): UsageInfo {
  return { ...usage, _meta: { ...usage._meta, [key]: cost } };
}

/** The US dollars that a turn cost; undefined if the price is unknown. */
export function costOf(usage: UsageInfo | undefined): number | undefined {
  const read = costSchema.safeParse(usage?._meta?.[key]);
  return read.success ? read.data : undefined;
}
