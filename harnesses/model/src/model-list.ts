import { builtInModels } from './built-in-models.ts';
import { listModels } from './list-models.ts';
import type { ModelSettings, Settings } from './options.ts';
import type { ModelProvider } from './provider.ts';

const waitMs = 2_000;

/** The options name the models that the provider listed last, and no choice of the user. */
export interface ListedLast {
  /** Stays in the list, and first, whatever the provider lists. */
  readonly defaultModel?: string | undefined;
}

/** Which models there are: those of the configuration, else those that we know, else those that the server lists. */
export class ModelList {
  readonly #provider: ModelProvider;
  readonly #isFixed: boolean;
  readonly #defaultModel: string | undefined;
  #models: readonly ModelSettings[];

  constructor(provider: ModelProvider, settings: Settings, listed?: ListedLast) {
    const known = settings.models ?? builtInModels[provider.kind];
    this.#provider = provider;
    this.#isFixed = !listed && known !== undefined;
    this.#defaultModel = listed?.defaultModel;
    this.#models = known ?? [];
  }

  get models(): readonly ModelSettings[] {
    return this.#models;
  }

  /** Asks the server if nothing else says; an answer that does not come is none. */
  async complete(signal?: AbortSignal): Promise<void> {
    if (this.#models.length === 0) await this.refresh(signal);
  }

  /** Asks the server again; without an answer, everything stays. True if the list has changed. */
  async refresh(signal?: AbortSignal): Promise<boolean> {
    if (this.#isFixed) return false;
    const timeout = AbortSignal.timeout(waitMs);
    const within = signal ? AbortSignal.any([signal, timeout]) : timeout;
    const listed = await listModels(this.#provider, within).catch(() => undefined);
    if (!listed) return false;
    const before = this.#models;
    this.#models = this.#withDefault(listed);
    return JSON.stringify(before) !== JSON.stringify(this.#models);
  }

  #withDefault(listed: readonly ModelSettings[]): readonly ModelSettings[] {
    const id = this.#defaultModel;
    if (id === undefined) return listed;
    const first = listed.find((model) => model.id === id) ?? { id };
    return [first, ...listed.filter((model) => model.id !== id)];
  }
}
