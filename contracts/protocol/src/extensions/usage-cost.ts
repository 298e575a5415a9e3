import { z } from 'zod';
import type { UsageInfo } from '../common/text.ts';

const key = 'loggia.cost';
const costSchema = z.number().nonnegative();

/** Adds the US dollars that a provider charges for a turn. */
export function withCost(usage: UsageInfo, cost: number): UsageInfo {
  return { ...usage, _meta: { ...usage._meta, [key]: cost } };
}

/** The US dollars that a turn cost; undefined if the provider didn't say. */
export function costOf(usage: UsageInfo | undefined): number | undefined {
  const read = costSchema.safeParse(usage?._meta?.[key]);
  return read.success ? read.data : undefined;
}
