import { cacheWriteOf, costOf, type Spent, type Turn } from '@loggia/protocol';

/** The time and tokens that a turn took, and its price where that is known. */
export function turnCosts({ duration, usage }: Pick<Turn, 'duration' | 'usage'>): string {
  const written = cacheWriteOf(usage);
  const parts = [
    duration !== undefined && duration >= 1000 && `${(duration / 1000).toFixed(duration < 10_000 ? 1 : 0)} s`,
    usage?.inputTokens !== undefined && `${usage.inputTokens.toLocaleString()} tokens in`,
    usage?.cacheReadTokens !== undefined && `${usage.cacheReadTokens.toLocaleString()} cached`,
    written !== undefined && `${written.toLocaleString()} written to the cache`,
    usage?.outputTokens !== undefined && `${usage.outputTokens.toLocaleString()} out`,
    dollars(costOf(usage)),
  ];
  return parts.filter(Boolean).join(' · ');
}

/** The same for a whole session. */
export function spentWords({ inputTokens, cacheReadTokens, outputTokens, cost }: Spent): string {
  const parts = [
    `${inputTokens.toLocaleString()} tokens in`,
    cacheReadTokens > 0 && `${cacheReadTokens.toLocaleString()} cached`,
    `${outputTokens.toLocaleString()} out`,
    dollars(cost),
  ];
  return parts.filter(Boolean).join(' · ');
}

/** Most answers cost a fraction of a cent. */
function dollars(cost: number | undefined): string | undefined {
  if (cost === undefined || cost === 0) return undefined;
  return cost < 0.0001 ? 'under $0.0001' : `$${cost.toFixed(cost < 0.1 ? 4 : 2)}`;
}
