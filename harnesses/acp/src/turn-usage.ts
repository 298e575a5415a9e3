import type { HarnessEvent } from '@loggia/sessions/harness';
import type { PromptResponse, SessionUpdate } from './protocol.ts';

type UsageUpdate = Extract<SessionUpdate, { sessionUpdate: 'usage_update' }>;

/** The usage of one turn, from an agent that counts costs over its whole session. */
export class TurnUsage {
  #costBefore: number | undefined;
  #cost: number | undefined;
  #tokens: Omit<Extract<HarnessEvent, { kind: 'usage' }>, 'kind' | 'cost'> = {};

  /** `costBefore` is what the session had cost before the turn; undefined if nobody knows. */
  constructor(costBefore: number | undefined) {
    this.#costBefore = costBefore;
  }

  /** The agent's session has just begun. */
  isNewSession(): void {
    this.#costBefore = 0;
  }

  /** The cost of the session so far. */
  get cost(): number | undefined {
    return this.#cost ?? this.#costBefore;
  }

  updated({ used, size: window, cost }: UsageUpdate): readonly HarnessEvent[] {
    const context: HarnessEvent = { kind: 'context', used, window };
    if (!cost || cost.currency.toUpperCase() !== 'USD' || !Number.isFinite(cost.amount)) return [context];
    // The first amount of a session whose past is unknown says nothing about this turn.
    this.#costBefore ??= cost.amount;
    // Agents that were started again may begin to count from zero again.
    if (this.#cost === undefined && cost.amount < this.#costBefore) this.#costBefore = 0;
    this.#cost = cost.amount;
    return [context, ...this.#told()];
  }

  /** Agents add the tokens of the turn to their answer, although the protocol's stable version doesn't have them. */
  answered(answer: PromptResponse): readonly HarnessEvent[] {
    const { usage } = answer as { readonly usage?: Readonly<Record<string, unknown>> | null };
    const count = (name: string): number | undefined => {
      const value = usage?.[name];
      return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
    };
    const input = count('inputTokens');
    const output = count('outputTokens');
    if (input === undefined || output === undefined) return [];
    const read = count('cachedReadTokens');
    const cached = (read ?? 0) + (count('cachedWriteTokens') ?? 0);
    // Some agents count what came from a cache as input, and others beside it.
    const isBeside = (count('totalTokens') ?? 0) >= input + output + cached;
    this.#tokens = {
      inputTokens: isBeside ? input + cached : input,
      outputTokens: output,
      ...(read !== undefined && { cacheReadTokens: read }),
    };
    return this.#told();
  }

  #told(): readonly HarnessEvent[] {
    const cost =
      this.#cost === undefined || this.#costBefore === undefined
        ? undefined
        : Math.max(0, this.#cost - this.#costBefore);
    return [{ kind: 'usage', ...this.#tokens, ...(cost !== undefined && { cost }) }];
  }
}
