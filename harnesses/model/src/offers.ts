import { ollamaAddress, type Environment } from './environment.ts';
import type { ProviderKind } from './options.ts';

/** A provider that people know by name, and what to fill in for it. */
export interface ProviderOffer {
  readonly id: string;
  readonly label: string;
  readonly kind: ProviderKind;
  /** Undefined where only the user knows it. */
  readonly baseURL?: string;
  readonly key: 'required' | 'optional' | 'none';
  /** The page where users get a key. */
  readonly keyPage?: string;
}

export const usualAddresses: Readonly<Record<Exclude<ProviderKind, 'openai-compatible'>, string>> = {
  anthropic: 'https://api.anthropic.com/v1',
  openai: 'https://api.openai.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
  ollama: 'http://127.0.0.1:11434/v1',
};

/** Free of the libraries that speak to providers, which take a while to load. */
export const providerOffers: readonly ProviderOffer[] = [
  {
    id: 'anthropic',
    label: 'Anthropic',
    kind: 'anthropic',
    baseURL: usualAddresses.anthropic,
    key: 'required',
    keyPage: 'https://console.anthropic.com/settings/keys',
  },
  {
    id: 'openai',
    label: 'OpenAI',
    kind: 'openai',
    baseURL: usualAddresses.openai,
    key: 'required',
    keyPage: 'https://platform.openai.com/api-keys',
  },
  {
    id: 'google',
    label: 'Google',
    kind: 'google',
    baseURL: usualAddresses.google,
    key: 'required',
    keyPage: 'https://aistudio.google.com/apikey',
  },
  { id: 'ollama', label: 'Ollama', kind: 'ollama', baseURL: usualAddresses.ollama, key: 'none' },
  {
    id: 'openrouter',
    label: 'OpenRouter',
    kind: 'openai-compatible',
    baseURL: 'https://openrouter.ai/api/v1',
    key: 'required',
    keyPage: 'https://openrouter.ai/keys',
  },
  {
    id: 'vllm',
    label: 'vLLM',
    kind: 'openai-compatible',
    baseURL: 'http://127.0.0.1:8000/v1',
    key: 'optional',
  },
  {
    id: 'lm-studio',
    label: 'LM Studio',
    kind: 'openai-compatible',
    baseURL: 'http://127.0.0.1:1234/v1',
    key: 'optional',
  },
  {
    id: 'llama-cpp',
    label: 'llama.cpp',
    kind: 'openai-compatible',
    baseURL: 'http://127.0.0.1:8080/v1',
    key: 'optional',
  },
  { id: 'other', label: 'Another server', kind: 'openai-compatible', key: 'optional' },
];

export interface FoundServer {
  readonly baseURL: string;
  readonly models: readonly string[];
}

/** Nobody waits long for a server that may not be there. */
const waitMs = 700;
const mostModels = 100;

/**
 * The Ollama of this machine, at `OLLAMA_HOST` or its usual address. Only a loopback address is asked, and nothing is
 * sent along. Undefined if none answers.
 */
export async function findOllama(env: Environment): Promise<FoundServer | undefined> {
  const baseURL = ollamaAddress(env['OLLAMA_HOST']) ?? usualAddresses.ollama;
  if (!/^(127\.|localhost$|\[::1\]$)/.test(new URL(baseURL).hostname)) return undefined;
  try {
    const response = await fetch(`${baseURL}/models`, {
      signal: AbortSignal.timeout(waitMs),
      redirect: 'error',
    });
    if (!response.ok) return undefined;
    const { data } = (await response.json()) as { readonly data?: unknown };
    if (!Array.isArray(data)) return undefined;
    const ids = data.map((entry) => (entry as { readonly id?: unknown } | null)?.id);
    return { baseURL, models: ids.filter((id) => typeof id === 'string').slice(0, mostModels) };
  } catch {
    return undefined;
  }
}
