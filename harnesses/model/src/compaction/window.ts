import { estimatedTokens, type Sent } from '../context-size.ts';
import type { ModelSettings, Settings } from '../options.ts';
import type { TokenScale } from '../token-scale.ts';

/** By how much a refused request is taken to be too long, at the least. */
const beyond = 1.1;

/** The tokens that a model's window has room for, in the units of our estimates. */
export class Window {
  readonly #model: ModelSettings;
  readonly #settings: Settings;
  readonly #scale: TokenScale;
  /** The tokens of a request that was too long, where nothing else says how many fit. */
  #refused: number | undefined;

  constructor(model: ModelSettings, settings: Settings, scale: TokenScale) {
    this.#model = model;
    this.#settings = settings;
    this.#scale = scale;
  }

  /** The estimate from which on the conversation is summarized; undefined if nothing is known, or it never is. */
  get limit(): number | undefined {
    const { compactAt } = this.#settings;
    const window = this.#window;
    if (window === undefined) return undefined;
    // The answer has to fit, too, as far as it is told how long it may be.
    const answer = Math.min(this.#model.maxOutputTokens ?? 0, window / 2);
    return (
      Math.min(window * (compactAt === false ? 1 : compactAt), window - answer) /
      this.#scale.of(this.#model.id)
    );
  }

  /** The provider says that it doesn't fit. */
  refused(sent: Sent): void {
    const { id, maxContextWindow: known } = this.#model;
    // It was estimated too low.
    if (known !== undefined) this.#scale.learn(id, sent, known * beyond);
    else this.#refused = estimatedTokens(sent) * this.#scale.of(id);
  }

  isFull(sent: Sent): boolean {
    const { limit } = this;
    return limit !== undefined && estimatedTokens(sent) > limit;
  }

  get #window(): number | undefined {
    return this.#model.maxContextWindow ?? this.#refused;
  }
}
