import { z } from 'zod';

const model = z.strictObject({
  id: z.string().min(1),
  name: z.string().min(1).optional(),
  maxContextWindow: z.int().positive().optional(),
  maxOutputTokens: z.int().positive().optional(),
  supportsVision: z.boolean().optional(),
  /** How hard it thinks before it speaks, where it can; left out, as its provider has it. */
  reasoning: z.enum(['low', 'medium', 'high']).optional(),
});

/** US dollars for a million tokens. */
const price = z.strictObject({
  input: z.number().nonnegative(),
  output: z.number().nonnegative(),
  /** Input that the provider had in its cache, and that it stored there; both as other input by default. */
  cacheRead: z.number().nonnegative().optional(),
  cacheWrite: z.number().nonnegative().optional(),
});

const options = z
  .strictObject({
    /** Under which sessions remember it; unique on a host. */
    name: z
      .string()
      .regex(/^[a-z0-9][a-z0-9._-]*$/i, 'must be letters, digits, dots, dashes and underscores')
      .default('model'),
    displayName: z.string().min(1).optional(),
    provider: z.enum(['anthropic', 'openai', 'google', 'openai-compatible', 'ollama']),
    apiKey: z.string().min(1).optional(),
    /** The environment variable that holds the key. */
    apiKeyEnv: z.string().min(1).optional(),
    baseURL: z.url({ protocol: /^https?$/ }).optional(),
    headers: z.record(z.string(), z.string()).optional(),
    models: z.array(model).min(1).optional(),
    /** By the ids of models, for providers that don't say what an answer cost. */
    prices: z.record(z.string(), price).optional(),
    /** How often it may ask the model within one turn. */
    maxSteps: z.int().min(1).max(1000).default(30),
    /** The share of the model's window from which on earlier messages are summarized; false for never. */
    compactAt: z.union([z.literal(false), z.number().min(0.2).max(0.95)]).default(0.8),
    temperature: z.number().min(0).max(2).optional(),
    /** In place of the few sentences that stand in front of every conversation. */
    system: z.string().optional(),
  })
  .refine(({ apiKey, apiKeyEnv }) => apiKey === undefined || apiKeyEnv === undefined, {
    message: 'give either apiKey or apiKeyEnv',
  })
  .refine(({ provider, baseURL }) => provider !== 'openai-compatible' || baseURL !== undefined, {
    message: 'an openai-compatible provider needs a baseURL, such as "http://127.0.0.1:8080/v1"',
  });

/** The options as in the configuration. */
export type ModelHarnessOptions = z.input<typeof options>;
export type Settings = z.output<typeof options>;
export type Price = z.output<typeof price>;
export type ModelSettings = z.output<typeof model>;
export type ProviderKind = Settings['provider'];

/** Throws an error that names each option which is not as it should be; never what stands in it. */
export function readOptions(given: unknown): Settings {
  const read = options.safeParse(given ?? {});
  if (read.success) return read.data;
  const problems = read.error.issues.map(({ path, message }) =>
    path.length > 0 ? `${path.join('.')}: ${message}` : message,
  );
  throw new Error(`The options of the model agent are invalid: ${problems.join('; ')}.`);
}
