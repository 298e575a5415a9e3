import { generateText, type FinishReason, type ModelMessage } from 'ai';
import { z } from 'zod';
import { sentenceOf } from './failures.ts';
import { mediaPart } from './messages/user-message.ts';
import type { ModelSettings } from './options.ts';
import type { ModelProvider } from './provider.ts';

const block = z.union([
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.enum(['image', 'audio']), data: z.string(), mimeType: z.string() }),
]);
const params = z.object({
  messages: z
    .array(z.object({ role: z.enum(['user', 'assistant']), content: z.union([block, z.array(block)]) }))
    .min(1)
    .max(1_000),
  systemPrompt: z.string().optional(),
  maxTokens: z.number().int().positive(),
  temperature: z.number().min(0).max(2).optional(),
  stopSequences: z.array(z.string().min(1)).max(16).optional(),
  modelPreferences: z
    .object({ hints: z.array(z.object({ name: z.string().optional() })).optional() })
    .optional(),
});

export type SampleParams = z.output<typeof params>;

/** A server's question costs no more than an answer of a page or ten. */
const mostTokens = 16_384;

/** Throws a sentence for the server that asked. */
export function readSampleParams(given: unknown): SampleParams {
  const read = params.safeParse(given);
  if (read.success) return read.data;
  const problems = read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new Error(`The sampling request cannot be answered: ${problems.slice(0, 5).join('; ')}.`);
}

export function hintsOf({ modelPreferences }: SampleParams): string[] {
  return (modelPreferences?.hints ?? []).flatMap(({ name }) => (name === undefined ? [] : [name]));
}

export interface SamplePorts {
  readonly provider: ModelProvider;
  readonly model: ModelSettings;
}

/** Answers with MCP's `CreateMessageResult`. */
export async function sample(
  asked: SampleParams,
  ports: SamplePorts,
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>>> {
  const { provider, model } = ports;
  const answer = await answerTo(asked, ports, signal).catch((error: unknown) => ({ error }));
  signal.throwIfAborted();
  if ('error' in answer)
    throw new Error(sentenceOf(answer.error, { model: model.id, facts: provider.facts, moment: 'before' }));
  const { text, finishReason } = answer;
  const content = { type: 'text', text };
  return { role: 'assistant', content, model: model.id, stopReason: stopReasonOf(finishReason) };
}

function answerTo(
  asked: SampleParams,
  { provider, model }: SamplePorts,
  signal: AbortSignal,
): Promise<{ readonly text: string; readonly finishReason: FinishReason }> {
  const { systemPrompt, maxTokens, temperature, stopSequences } = asked;
  return generateText({
    model: provider.languageModel(model.id),
    messages: messagesOf(asked, model.supportsVision ?? provider.showsToolImages),
    maxOutputTokens: Math.min(maxTokens, model.maxOutputTokens ?? mostTokens, mostTokens),
    // The server that asked for sampling can ask again.
    maxRetries: 0,
    abortSignal: signal,
    providerOptions: provider.optionsFor({ id: model.id }),
    ...(systemPrompt !== undefined && { system: systemPrompt }),
    ...(temperature !== undefined && { temperature }),
    ...(stopSequences && stopSequences.length > 0 && { stopSequences }),
  });
}

function messagesOf({ messages }: SampleParams, seesImages: boolean): ModelMessage[] {
  return messages.map(({ role, content }): ModelMessage => {
    const blocks = Array.isArray(content) ? content : [content];
    const parts = blocks.map((one) =>
      one.type === 'text'
        ? { type: 'text' as const, text: one.text || '(nothing)' }
        : mediaPart({ data: one.data, contentType: one.mimeType }, `An ${one.type}`, { seesImages }),
    );
    if (role === 'user') return { role, content: parts };
    return { role, content: parts.filter((part) => part.type === 'text') };
  });
}

function stopReasonOf(finishReason: FinishReason): string {
  return finishReason === 'length' ? 'maxTokens' : 'endTurn';
}
