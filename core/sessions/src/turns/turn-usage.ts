import { contextUseOf, withCacheWrite, withContextUse, withCost, type UsageInfo } from '@loggia/protocol';
import { boundedContextUse } from '../context-use.ts';
import type { HarnessEvent } from '../harness.ts';

type UsageEvent = Extract<HarnessEvent, { readonly kind: 'usage' | 'context' }>;

/** The usage of a turn, from the two events that report it. */
export class TurnUsage {
  #usage: UsageInfo;

  /** `before` is that of an earlier attempt at the turn. */
  constructor(before: UsageInfo | undefined) {
    this.#usage = before ?? {};
  }

  /** The usage to show from now on; undefined if it is as before. */
  after(event: UsageEvent): UsageInfo | undefined {
    const usage = event.kind === 'usage' ? this.#withTotals(event) : this.#withContext(event);
    if (JSON.stringify(usage) === JSON.stringify(this.#usage)) return undefined;
    this.#usage = usage;
    return usage;
  }

  #withTotals(event: Extract<UsageEvent, { kind: 'usage' }>): UsageInfo {
    const { kind: _kind, cost, cacheWriteTokens: written, ...tokens } = event;
    const counted = written === undefined ? tokens : withCacheWrite(tokens, written);
    const usage = cost === undefined ? counted : withCost(counted, cost);
    const context = contextUseOf(this.#usage);
    return context ? withContextUse(usage, context) : usage;
  }

  #withContext({ kind: _kind, ...context }: Extract<UsageEvent, { kind: 'context' }>): UsageInfo {
    const bounded = boundedContextUse(context);
    return bounded ? withContextUse(this.#usage, bounded) : this.#usage;
  }
}
