import { createAnthropic } from '@ai-sdk/anthropic';
import { createGoogleGenerativeAI } from '@ai-sdk/google';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { JSONValue, LanguageModel } from 'ai';
import { tolerantFetch } from './compatible/tolerant-fetch.ts';
import type { Environment } from './environment.ts';
import { usualAddresses } from './offers.ts';
import type { ProviderFacts } from './failures.ts';
import type { ModelSettings, ProviderKind, Settings } from './options.ts';
import { patientFetch } from './patient-fetch.ts';

export type ProviderOptions = Record<string, Record<string, JSONValue>>;

/** A service that runs models, reached over the network. */
export interface ModelProvider {
  readonly kind: ProviderKind;
  readonly facts: ProviderFacts;
  readonly key: string | undefined;
  readonly needsKey: boolean;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether a tool's result may hold images; elsewhere they follow it in a message. */
  readonly showsToolImages: boolean;
  languageModel(id: string): LanguageModel;
  /** Options for every request to that model. */
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
    baseURL: usualAddresses.anthropic,
    keyVariable: 'ANTHROPIC_API_KEY',
  },
  openai: { label: 'OpenAI', baseURL: usualAddresses.openai, keyVariable: 'OPENAI_API_KEY' },
  google: {
    label: 'Google',
    baseURL: usualAddresses.google,
    keyVariable: 'GOOGLE_GENERATIVE_AI_API_KEY',
  },
  'openai-compatible': { label: 'the model server', baseURL: '' },
  ollama: { label: 'Ollama', baseURL: usualAddresses.ollama },
};

export function providerOf(settings: Settings, { env, enterKeyAt }: ProviderContext): ModelProvider {
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
      ...keyAdvice(settings, variable, enterKeyAt),
      secrets: [...(key ? [key] : []), ...Object.values(headers)].filter((secret) => secret.length >= 6),
    },
    languageModel: languageModels[kind]({ baseURL, headers, apiKey: key }),
    optionsFor: providerOptions[kind],
  };
}

/** A provider's environment. */
export interface ProviderContext {
  readonly env: Environment;
  /** Where the user enters its key; undefined for one that the environment or a file describes. */
  readonly enterKeyAt?: string | undefined;
}

interface Access {
  readonly baseURL: string;
  readonly headers: Record<string, string>;
  readonly apiKey: string | undefined;
}

function keyAdvice(
  settings: Settings,
  variable: string | undefined,
  enterKeyAt: string | undefined,
): Pick<ProviderFacts, 'setKey' | 'replaceKey'> {
  if (enterKeyAt !== undefined) {
    return {
      setKey: `Enter its key under ${enterKeyAt}.`,
      replaceKey: `Enter a valid key under ${enterKeyAt}.`,
    };
  }
  const set =
    settings.apiKey === undefined && variable !== undefined
      ? `Set ${variable}`
      : `Set apiKey in the options of the agent "${settings.name}"`;
  return {
    setKey: `${set} and restart the host.`,
    replaceKey: `${set} to one that is, and restart the host.`,
  };
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
  return { ...access, apiKey, fetch: patientFetch };
}

function compatibleModels({ baseURL, headers, apiKey }: Access): (id: string) => LanguageModel {
  return createOpenAICompatible({
    baseURL,
    headers,
    name: 'compatible',
    includeUsage: true,
    fetch: tolerantFetch(patientFetch),
    // OpenRouter says what an answer cost if it is asked.
    ...(/(^|\.)openrouter\.ai$/.test(new URL(baseURL).hostname) && {
      transformRequestBody: (body: object) => ({ ...body, usage: { include: true } }),
    }),
    ...(apiKey !== undefined && { apiKey }),
  });
}

const thinkingBudgets = { low: 2_048, medium: 8_192, high: 24_576 };

const providerOptions: Readonly<Record<ProviderKind, (model: ModelSettings) => ProviderOptions>> = {
  anthropic: ({ id, reasoning }) => (reasoning ? { anthropic: thinking(id, reasoning) } : {}),
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
