import { cacheWriteOf, costOf, spentIn, type SessionState, type UsageInfo } from '@loggia/protocol';

interface Used {
  readonly inputTokens?: number | undefined;
  readonly outputTokens?: number | undefined;
  readonly cacheReadTokens?: number | undefined;
  readonly cacheWriteTokens?: number | undefined;
  readonly cost?: number | undefined;
}

/** The tokens of a turn, and its cost where that is known; undefined if nobody counted. */
export function turnUsed(usage: UsageInfo | undefined): string | undefined {
  return usage && words({ ...usage, cacheWriteTokens: cacheWriteOf(usage), cost: costOf(usage) });
}

/** The same for all turns of a session. */
export function sessionUsed({ _meta }: Pick<SessionState, '_meta'>): string | undefined {
  const spent = spentIn(_meta);
  return spent && words(spent);
}

function words({ inputTokens, outputTokens, cacheReadTokens, cacheWriteTokens, cost }: Used) {
  const parts = [
    inputTokens !== undefined && `${inputTokens.toLocaleString('en')} tokens in`,
    cacheReadTokens && `${cacheReadTokens.toLocaleString('en')} cached`,
    cacheWriteTokens && `${cacheWriteTokens.toLocaleString('en')} written to the cache`,
    outputTokens !== undefined && `${outputTokens.toLocaleString('en')} out`,
    cost && `$${cost.toFixed(cost < 0.1 ? 4 : 2)}`,
  ].filter(Boolean);
  return parts.length === 0 ? undefined : parts.join(', ');
}
