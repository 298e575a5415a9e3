import type { LanguageModelUsage } from 'ai';
import type { HarnessEvent } from '@loggia/sessions/harness';
import type { Price } from './options.ts';

type Tokens = Pick<LanguageModelUsage, 'inputTokens' | 'outputTokens' | 'inputTokenDetails'>;

/** The tokens that a turn has used so far, over all its steps, and what they cost. */
export class TurnUsage {
  readonly #model: string;
  readonly #price: Price | undefined;
  #inputTokens: number | undefined;
  #outputTokens: number | undefined;
  #cacheReadTokens: number | undefined;
  #cacheWriteTokens: number | undefined;
  #cost: number | undefined;

  constructor(model: string, price?: Price) {
    this.#model = model;
    this.#price = price;
  }

  add({ raw, ...tokens }: LanguageModelUsage): HarnessEvent {
    const { inputTokens, outputTokens, inputTokenDetails } = tokens;
    this.#inputTokens = sum(this.#inputTokens, inputTokens);
    this.#outputTokens = sum(this.#outputTokens, outputTokens);
    this.#cacheReadTokens = sum(this.#cacheReadTokens, inputTokenDetails.cacheReadTokens);
    this.#cacheWriteTokens = sum(this.#cacheWriteTokens, inputTokenDetails.cacheWriteTokens);
    this.#cost = sum(this.#cost, costIn(raw) ?? costOf(tokens, this.#price));
    return {
      kind: 'usage',
      model: this.#model,
      ...(this.#inputTokens !== undefined && { inputTokens: this.#inputTokens }),
      ...(this.#outputTokens !== undefined && { outputTokens: this.#outputTokens }),
      ...(this.#cacheReadTokens && { cacheReadTokens: this.#cacheReadTokens }),
      ...(this.#cacheWriteTokens && { cacheWriteTokens: this.#cacheWriteTokens }),
      ...(this.#cost !== undefined && { cost: this.#cost }),
    };
  }
}

/** OpenRouter counts in US dollars. */
function costIn(raw: Readonly<Record<string, unknown>> | undefined): number | undefined {
  const cost = raw?.['cost'];
  return typeof cost === 'number' && Number.isFinite(cost) && cost >= 0 ? cost : undefined;
}

/** By the configured prices; undefined without them, and if the provider didn't count. */
function costOf({ inputTokens, outputTokens, inputTokenDetails }: Tokens, price: Price | undefined) {
  if (!price || inputTokens === undefined || outputTokens === undefined) return undefined;
  const { input, output, cacheRead = input, cacheWrite = input } = price;
  const { cacheReadTokens: read = 0, cacheWriteTokens: written = 0 } = inputTokenDetails;
  const plain = Math.max(0, inputTokens - read - written);
  return (plain * input + read * cacheRead + written * cacheWrite + outputTokens * output) / 1_000_000;
}

/** A provider that does not say is not one that used none. */
function sum(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined ? b : a + (b ?? 0);
}
