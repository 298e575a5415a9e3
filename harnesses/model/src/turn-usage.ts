import type { LanguageModelUsage } from 'ai';
import type { HarnessEvent } from '@loggia/sessions/harness';

/** What a turn has used so far, over all its steps. */
export class TurnUsage {
  readonly #model: string;
  #inputTokens: number | undefined;
  #outputTokens: number | undefined;

  constructor(model: string) {
    this.#model = model;
  }

  add({ inputTokens, outputTokens }: LanguageModelUsage): HarnessEvent {
    this.#inputTokens = sum(this.#inputTokens, inputTokens);
    this.#outputTokens = sum(this.#outputTokens, outputTokens);
    return {
      kind: 'usage',
      model: this.#model,
      ...(this.#inputTokens !== undefined && { inputTokens: this.#inputTokens }),
      ...(this.#outputTokens !== undefined && { outputTokens: this.#outputTokens }),
    };
  }
}

/** A provider that does not say is not one that used none. */
function sum(a: number | undefined, b: number | undefined): number | undefined {
  return a === undefined ? b : a + (b ?? 0);
}
