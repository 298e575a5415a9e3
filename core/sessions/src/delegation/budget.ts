import { costOf, type UsageInfo } from '@loggia/protocol';
import type { DelegationLimits } from './limits.ts';

interface Spent {
  readonly tokens: number;
  readonly cost: number;
}

/** The chats that follow from one message of the user, at all depths, and what they have used. */
export class Budget {
  readonly #limits: DelegationLimits;
  readonly #spent = new Map<string, Spent>();

  constructor(limits: DelegationLimits) {
    this.#limits = limits;
  }

  opened(chat: string): void {
    this.#spent.set(chat, { tokens: 0, cost: 0 });
  }

  /** The totals of a chat's turn so far. */
  used(chat: string, usage: UsageInfo): void {
    const { inputTokens = 0, outputTokens = 0 } = usage;
    this.#spent.set(chat, { tokens: inputTokens + outputTokens, cost: costOf(usage) ?? 0 });
  }

  /** Why nothing more may be opened; undefined if it may. */
  get refusal(): string | undefined {
    if (this.#spent.size >= this.#limits.perTurn)
      return `One request may open ${this.#limits.perTurn} chats, and these have been opened. Do the rest yourself.`;
    return this.exceeded;
  }

  /** Why the chats must stop; undefined while they are within limits. */
  get exceeded(): string | undefined {
    const { tokens, cost } = this.#limits;
    const all = [...this.#spent.values()];
    if (all.reduce((sum, each) => sum + each.tokens, 0) >= tokens)
      return `The chats that one request opens may use ${tokens.toLocaleString('en')} tokens together, and have used them up.`;
    if (all.reduce((sum, each) => sum + each.cost, 0) >= cost)
      return `The chats that one request opens may cost $${cost} together, and have cost that much.`;
    return undefined;
  }
}
