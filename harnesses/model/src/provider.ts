import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { JSONValue, LanguageModel } from 'ai';
import type { Environment } from './environment.ts';
import type { ProviderFacts } from './failures.ts';
import type { ModelSettings, ProviderKind, Settings } from './options.ts';

export type ProviderOptions = Record<string, Record<string, JSONValue>>;

/** Whoever runs the models, reached over the network. */
export interface ModelProvider {
  readonly kind: ProviderKind;
  readonly facts: ProviderFacts;
  readonly key: string | undefined;
  readonly needsKey: boolean;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether a tool's result may hold images; elsewhere they follow it in a message. */
  readonly showsToolImages: boolean;
  languageModel(id: string): LanguageModel;
  /** What goes with every request to that model. */
  optionsFor(model: ModelSettings): ProviderOptions;
}

interface Kind {
  readonly label: string;
  readonly baseURL: string;
  readonly keyVariable?: string;
}

const kinds: Readonly<Record<ProviderKind, Kind>> = {
  anthropic: {
    label: 'Anthropic',
    baseURL: 'https://api.anthropic.com/v1',
    keyVariable: 'ANTHROPIC_API_KEY',
  },
  openai: { label: 'OpenAI', baseURL: 'https://api.openai.com/v1', keyVariable: 'OPENAI_API_KEY' },
  google: {
    label: 'Google',
    baseURL: 'https://generativelanguage.googleapis.com/v1beta',
    keyVariable: 'GOOGLE_GENERATIVE_AI_API_KEY',
  },
  'openai-compatible': { label: 'the model server', baseURL: '' },
  ollama: { label: 'Ollama', baseURL: 'http://127.0.0.1:11434/v1' },
};

export function providerOf(settings: Settings, env: Environment): ModelProvider {
  const { provider: kind, headers = {}, displayName } = settings;
  const { label, baseURL: usual, keyVariable } = kinds[kind];
  // Always given: without one the libraries look into the environment by themselves.
  const baseURL = (settings.baseURL ?? usual).replace(/\/+$/, '');
  const variable = settings.apiKeyEnv ?? keyVariable;
  const key = settings.apiKey ?? (variable === undefined ? undefined : env[variable] || undefined);
  return {
    kind,
    key,
    headers,
    needsKey: keyVariable !== undefined || settings.apiKeyEnv !== undefined,
    showsToolImages: keyVariable !== undefined,
    facts: {
      label: kind === 'openai-compatible' ? (displayName ?? label) : label,
      baseURL,
      isLocal: keyVariable === undefined,
      howToSetKey:
        settings.apiKey === undefined && variable !== undefined
          ? `Set ${variable}`
          : `Set apiKey in the options of the agent "${settings.name}"`,
      secrets: [...(key ? [key] : []), ...Object.values(headers)].filter((secret) => secret.length >= 6),
    },
    languageModel: languageModels[kind]({ baseURL, headers, apiKey: key }),
    optionsFor: providerOptions[kind],
  };
}

interface Access {
  readonly baseURL: string;
  readonly headers: Record<string, string>;
  readonly apiKey: string | undefined;
}

const languageModels: Readonly<Record<ProviderKind, (access: Access) => (id: string) => LanguageModel>> = {
  anthropic: (access) => createAnthropic(keyed(access)),
  openai: (access) => createOpenAI(keyed(access)),
  google: (access) => createGoogleGenerativeAI(keyed(access)),
  'openai-compatible': compatibleModels,
  ollama: compatibleModels,
};

/** Even an empty key: without one the libraries look into the environment by themselves. */
function keyed({ apiKey = '', ...access }: Access) {
  return { ...access, apiKey, fetch: directly };
}

/** Keys are for the address that was configured, wherever it may point to. */
const directly: typeof fetch = (url, init) => fetch(url, { ...init, redirect: 'error' });

function compatibleModels({ baseURL, headers, apiKey }: Access): (id: string) => LanguageModel {
  return createOpenAICompatible({
    baseURL,
    headers,
    name: 'compatible',
    includeUsage: true,
    fetch: directly,
    ...(apiKey !== undefined && { apiKey }),
  });
}

const thinkingBudgets = { low: 2_048, medium: 8_192, high: 24_576 };

const providerOptions: Readonly<Record<ProviderKind, (model: ModelSettings) => ProviderOptions>> = {
  anthropic: ({ id, reasoning }) => ({
    // Every step sends all that went before it.
    anthropic: { cacheControl: { type: 'ephemeral' }, ...(reasoning && thinking(id, reasoning)) },
  }),
  openai: ({ reasoning }) => ({
    // Conversations stay here.
    openai: { store: false, ...(reasoning && { reasoningEffort: reasoning, reasoningSummary: 'auto' }) },
  }),
  google: ({ reasoning }) =>
    reasoning ? { google: { thinkingConfig: { includeThoughts: true, thinkingLevel: reasoning } } } : {},
  'openai-compatible': compatibleOptions,
  ollama: compatibleOptions,
};

function compatibleOptions({ reasoning }: ModelSettings): ProviderOptions {
  return reasoning ? { compatible: { reasoningEffort: reasoning } } : {};
}

/** Claude before 4.6 is told how much to think; since then it decides that itself. */
function thinking(id: string, effort: NonNullable<ModelSettings['reasoning']>): Record<string, JSONValue> {
  const isTold = /claude-(3|opus-4-[015]|sonnet-4-[05]|haiku-4-5|(opus|sonnet)-4-2025)/.test(id);
  if (isTold) return { thinking: { type: 'enabled', budgetTokens: thinkingBudgets[effort] } };
  return { thinking: { type: 'adaptive', display: 'summarized' }, effort };
}
