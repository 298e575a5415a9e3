import { z } from 'zod';
import { builtInModels } from './built-in-models.ts';
import type { ModelSettings, Settings } from './options.ts';
import type { ModelProvider } from './provider.ts';

const listed = z.object({ data: z.array(z.object({ id: z.string().min(1).max(200) })) });
const waitMs = 2_000;
const mostModels = 200;
const mostBytes = 4_000_000;

/** Which models there are: those of the configuration, else those that we know, else those that the server lists. */
export class ModelList {
  readonly #provider: ModelProvider;
  #models: readonly ModelSettings[];

  constructor(provider: ModelProvider, settings: Settings) {
    this.#provider = provider;
    this.#models = settings.models ?? builtInModels[provider.kind] ?? [];
  }

  get models(): readonly ModelSettings[] {
    return this.#models;
  }

  /** Asks the server if nothing else says; an answer that does not come is none. */
  async complete(signal?: AbortSignal): Promise<void> {
    if (this.#models.length > 0) return;
    this.#models = await this.#fetched(signal).catch(() => []);
  }

  async #fetched(signal: AbortSignal | undefined): Promise<readonly ModelSettings[]> {
    const { facts, key, headers } = this.#provider;
    const timeout = AbortSignal.timeout(waitMs);
    const response = await fetch(`${facts.baseURL}/models`, {
      headers: { ...headers, ...(key !== undefined && { authorization: `Bearer ${key}` }) },
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      // The key is for this server.
      redirect: 'error',
    });
    if (!response.ok || !response.body) return [];
    const chunks: Uint8Array[] = [];
    let bytes = 0;
    for await (const chunk of response.body) {
      bytes += chunk.length;
      if (bytes > mostBytes) return [];
      chunks.push(chunk);
    }
    const { data } = listed.parse(JSON.parse(Buffer.concat(chunks).toString('utf8')));
    return data.slice(0, mostModels).map(({ id }) => ({ id }));
  }
}
