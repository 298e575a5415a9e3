import { z } from 'zod';
import type { SessionState } from '../channels/session/state.ts';
import type { UsageInfo } from '../common/text.ts';
import { defineActions, type ActionOf, type Steps } from '../define-actions.ts';
import { cacheWriteOf, costOf } from './usage-cost.ts';

type Meta = Record<string, unknown>;

/** The key in the `_meta` of a session. */
export const spentKey = 'loggia.spent';
const count = z.number().nonnegative();

const spentSchema = z.object({
  inputTokens: count,
  outputTokens: count,
  cacheReadTokens: count,
  cacheWriteTokens: count,
  /** US dollars; absent if no price was ever known. */
  cost: count.optional(),
});

/** Everything that the turns of a session have used, also those that were truncated since. */
export type Spent = z.infer<typeof spentSchema>;

export function spentIn(meta: Readonly<Meta> | undefined): Spent | undefined {
  const read = spentSchema.safeParse(meta?.[spentKey]);
  return read.success ? read.data : undefined;
}

/** The session's total after another turn. */
export function spentAfter(meta: Readonly<Meta> | undefined, usage: UsageInfo): Spent {
  const before = spentIn(meta);
  const cost = costOf(usage);
  const total = before?.cost === undefined ? cost : before.cost + (cost ?? 0);
  return {
    inputTokens: (before?.inputTokens ?? 0) + (usage.inputTokens ?? 0),
    outputTokens: (before?.outputTokens ?? 0) + (usage.outputTokens ?? 0),
    cacheReadTokens: (before?.cacheReadTokens ?? 0) + (usage.cacheReadTokens ?? 0),
    cacheWriteTokens: (before?.cacheWriteTokens ?? 0) + (cacheWriteOf(usage) ?? 0),
    ...(total !== undefined && { cost: total }),
  };
}

/**
 * An action of its own, not `session/metaChanged`: every turn has one, and in AHP 0.3 a change of `_meta` can't be told
 * without the state before it.
 */
const spentActions = defineActions({
  'x-loggia/spentChanged': { since: '0.9.0', by: 'host', fields: { spent: spentSchema } },
});
export type SpentAction = ActionOf<typeof spentActions>;

export const spentSteps: Steps<SessionState, SpentAction> = {
  'x-loggia/spentChanged': (state, { spent }) => ({
    ...state,
    _meta: { ...state._meta, [spentKey]: spent },
  }),
};
