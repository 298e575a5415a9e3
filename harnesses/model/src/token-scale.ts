import { estimatedTokens, type Sent } from './context-size.ts';

/** A provider's count is implausible beyond these. */
const lowest = 0.5;
const highest = 4;
/** Requests are long enough from here on for their count to say something about others. */
const tellingTokens = 200;

/**
 * How a model's tokens compare with our estimates, learned from what its provider counts. One of these lasts as long as
 * the agent, so a new turn begins with what the last ones have taught.
 */
export class TokenScale {
  readonly #scales = new Map<string, number>();

  of(model: string): number {
    return this.#scales.get(model) ?? 1;
  }

  learn(model: string, sent: Sent, counted: number | undefined): void {
    const estimated = estimatedTokens(sent);
    if (counted === undefined || estimated < tellingTokens) return;
    this.#scales.set(model, Math.min(highest, Math.max(lowest, counted / estimated)));
  }
}
