import { z } from 'zod';
import { defineExtensions } from '../define-commands.ts';
import { closedObject, openEnum, openObject } from '../schema.ts';

const kinds = ['anthropic', 'openai', 'google', 'openai-compatible', 'ollama'] as const;
const provider = z
  .string()
  .min(1)
  .max(100)
  .describe('The id of the provider, under which sessions store it.');
const modelId = z.string().min(1).max(200);

const modelFields = {
  id: modelId.describe('The name that the provider has for the model.'),
  name: z.string().min(1).max(200).describe('The name for people.').optional(),
  maxContextWindow: z
    .number()
    .int()
    .positive()
    .describe('The largest number of tokens in a conversation.')
    .optional(),
  maxOutputTokens: z
    .number()
    .int()
    .positive()
    .describe('The largest number of tokens in an answer.')
    .optional(),
  supportsVision: z.boolean().describe('Whether it takes pictures.').optional(),
};

const dollars = z.number().nonnegative();
const priceSchema = closedObject({
  input: dollars.describe('For a million tokens of input.'),
  output: dollars.describe('For a million tokens of output.'),
  cacheRead: dollars.describe('For input that was in the cache; as other input if left out.').optional(),
  cacheWrite: dollars
    .describe('For input that is stored in the cache; as other input if left out.')
    .optional(),
}).describe('A price in US dollars.');
export type ModelPrice = z.infer<typeof priceSchema>;

const prices = z.record(modelId, priceSchema);
const compactAt = z.union([z.literal(false), z.number().min(0.2).max(0.95)]);

/**
 * The settings of a provider. In a change, missing fields stay unchanged; `null` as the key removes it, and as the
 * value of a header keeps the stored one. The stored key and headers are never sent to another address than the one
 * they were entered for: changing `baseURL` requires entering them again.
 */
const settingsSchema = closedObject({
  name: z.string().trim().min(1).max(100).describe('The name for people.').optional(),
  kind: z.enum(kinds).describe('The API that the provider speaks.').optional(),
  baseURL: z
    .url({ protocol: /^https?$/ })
    .max(2000)
    .describe('The address of its API; without it, the default of its kind.')
    .optional(),
  key: z.string().min(1).max(8192).nullable().describe('The API key; null removes it.').optional(),
  headers: z
    .record(z.string().regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/), z.string().max(8192).nullable())
    .describe('Headers to send with each request; null keeps the stored value.')
    .optional(),
  models: z
    .array(closedObject(modelFields))
    .max(500)
    .describe('The models that can be chosen. Without any, the provider is asked.')
    .optional(),
  defaultModel: modelId
    .describe('The model that answers unless another is chosen; it need not be among "models".')
    .optional(),
  prices: prices
    .describe('Prices by model, for providers that don’t report what an answer cost. Replaces those before.')
    .optional(),
  compactAt: compactAt
    .describe('The share of the context window from which on conversations are summarized; false for never.')
    .optional(),
});
const settings = settingsSchema.describe('The settings; those that are left out stay unchanged.');
export type ModelProviderSettings = z.infer<typeof settingsSchema>;

const listedModelSchema = openObject({ ...modelFields, id: z.string(), name: z.string().optional() });
export type ListedModel = z.infer<typeof listedModelSchema>;

const providerSchema = openObject({
  provider: z.string(),
  name: z.string(),
  /** Connected with `addModelProvider`, an agent that was added with `addAgent`, named by an environment variable or a configuration file, or built in. */
  source: openObject({
    kind: openEnum(['connected', 'agent', 'environment', 'file', 'builtIn']),
    /** The variable, or the path of the file. */
    name: z.string().optional(),
  }),
  kind: openEnum(kinds).optional(),
  baseURL: z.string().optional(),
  /** Whether a key is stored. The key itself is never returned. */
  hasKey: z.boolean().optional(),
  /** Names only: the values may be secret. */
  headers: z.array(z.string()).optional(),
  models: z.array(listedModelSchema),
  defaultModel: z.string().optional(),
  prices: prices.optional(),
  compactAt: compactAt.optional(),
  /** Whether new sessions start with it. */
  isDefault: z.boolean(),
});
export type ModelProviderReport = z.infer<typeof providerSchema>;

/** A provider that can be connected, with its defaults. */
const offerSchema = openObject({
  id: z.string(),
  label: z.string(),
  kind: openEnum(kinds),
  baseURL: z.string().optional(),
  key: openEnum(['required', 'optional', 'none']),
  /** The page where its keys are created. */
  keyPage: z.string().optional(),
  /** It runs on this machine, isn't connected yet, and has these models. */
  found: openObject({ baseURL: z.string(), models: z.array(z.string()) }).optional(),
});
export type ModelOffer = z.infer<typeof offerSchema>;

const problemSchema = openObject({
  kind: openEnum([
    'noKey',
    'badKey',
    'noCredit',
    'rateLimit',
    'unknownModel',
    'noModel',
    'unreachable',
    'wrongAddress',
    'tls',
    'timeout',
    'trouble',
    'refused',
  ]),
  /** A sentence on what happened. */
  message: z.string(),
  /** A sentence on what to do. */
  advice: z.string(),
});
export type ModelProblem = z.infer<typeof problemSchema>;

/** A stored provider with changes applied; or one that isn't stored yet. */
const candidate = { provider: provider.optional(), settings: settings.optional() };

/** Commands for the providers of models. Keys are never returned. */
export const modelExtensions = defineExtensions({
  'x-loggia/listModelProviders': {
    says: 'Lists the providers of models, where each comes from, and what else can be connected.',
    params: {},
    result: openObject({ providers: z.array(providerSchema), offers: z.array(offerSchema) }),
  },
  'x-loggia/addModelProvider': {
    says: 'Connects a provider of models. Its key and headers are encrypted and never shown again.',
    params: { settings: settingsSchema.describe('How to reach the provider.') },
    result: openObject({ provider: providerSchema }),
  },
  'x-loggia/updateModelProvider': {
    says: 'Changes a connected provider of models. A new address needs the key again.',
    params: { provider, settings },
    result: openObject({ provider: providerSchema }),
  },
  'x-loggia/removeModelProvider': {
    says: 'Disconnects a provider of models and forgets its key. Turns that run on it end.',
    params: { provider },
    result: openObject({}),
  },
  'x-loggia/readModels': {
    says: 'Asks a provider which models it has.',
    params: candidate,
    result: openObject({ models: z.array(listedModelSchema), problem: problemSchema.optional() }),
  },
  'x-loggia/testModel': {
    says: 'Makes one small call to a model and explains a failure.',
    params: {
      ...candidate,
      model: modelId.describe('The model to call; without it, the default one.').optional(),
    },
    result: openObject({
      works: z.boolean(),
      model: z.string().optional(),
      /** The start of its answer. */
      answer: z.string().optional(),
      durationMs: z.number(),
      problem: problemSchema.optional(),
    }),
  },
  'x-loggia/chooseDefaultAgent': {
    says: 'Chooses the agent that new sessions start with.',
    params: { provider: provider.describe('The id of the agent.') },
    result: openObject({}),
  },
});
