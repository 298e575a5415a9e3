import type { LanguageModelUsage } from 'ai';
import type { HarnessEvent } from '@loggia/sessions/harness';

/** The tokens that a turn has used so far, over all its steps, and what they cost. */
export class TurnUsage {
  readonly #model: string;
  #inputTokens: number | undefined;
  #outputTokens: number | undefined;
  #cacheReadTokens: number | undefined;
  #cost: number | undefined;

  constructor(model: string) {
    this.#model = model;
  }

  add({ inputTokens, outputTokens, inputTokenDetails, raw }: LanguageModelUsage): HarnessEvent {
    this.#inputTokens = sum(this.#inputTokens, inputTokens);
    this.#outputTokens = sum(this.#outputTokens, outputTokens);
    this.#cacheReadTokens = sum(this.#cacheReadTokens, inputTokenDetails.cacheReadTokens);
    this.#cost = sum(this.#cost, costIn(raw));
    return {
      kind: 'usage',
      model: this.#model,
      ...(this.#inputTokens !== undefined && { inputTokens: this.#inputTokens }),
      ...(this.#outputTokens !== undefined && { outputTokens: this.#outputTokens }),
      ...(this.#cacheReadTokens && { cacheReadTokens: this.#cacheReadTokens }),
      ...(this.#cost !== undefined && { cost: this.#cost }),
    };
  }
}

/** OpenRouter counts in US dollars. */
function costIn(raw: Readonly<Record<string, unknown>> | undefined): number | undefined {
  const cost = raw?.['cost'];
  return typeof cost === 'number' && Number.isFinite(cost) && cost >= 0 ? cost : undefined;
}

/** A provider that does not say is not one that used none. */
function sum(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined ? b : a + (b ?? 0);
}
