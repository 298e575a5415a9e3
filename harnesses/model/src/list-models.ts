import { z } from 'zod';
import { builtInModels } from './built-in-models.ts';
import type { ModelSettings, ProviderKind } from './options.ts';
import { patientFetch } from './patient-fetch.ts';
import type { ModelProvider } from './provider.ts';
import { reasonIn } from './reasons.ts';

const id = z.string().min(1).max(200);
const count = z.number().int().positive().optional().catch(undefined);

const openList = z.object({
  data: z.array(
    z.object({
      id,
      /** Anthropic. */
      display_name: z.string().min(1).max(200).optional().catch(undefined),
      /** OpenRouter; what else stands there is not for people. */
      name: z.string().min(1).max(200).optional().catch(undefined),
      context_length: count,
      /** vLLM. */
      max_model_len: count,
    }),
  ),
});
const googleList = z.object({
  models: z.array(
    z.object({
      name: id,
      displayName: z.string().min(1).max(200).optional().catch(undefined),
      inputTokenLimit: count,
      outputTokenLimit: count,
      supportedGenerationMethods: z.array(z.string()).optional().catch(undefined),
    }),
  ),
});

const mostModels = 500;
const mostBytes = 8_000_000;

/** A provider answered, though not with a list. */
export class ListFailure extends Error {
  readonly status: number;
  readonly body: string;

  constructor(status: number, body: string) {
    super(reasonIn(body) ?? `It answered ${status}.`);
    this.name = 'ListFailure';
    this.status = status;
    this.body = body;
  }
}

/** The models that a provider itself lists, those that can hold a conversation. Throws what went wrong. */
export async function listModels(
  provider: ModelProvider,
  signal: AbortSignal,
): Promise<readonly ModelSettings[]> {
  const { kind, facts } = provider;
  const query = kind === 'anthropic' ? '?limit=1000' : kind === 'google' ? '?pageSize=1000' : '';
  const response = await patientFetch(`${facts.baseURL}/models${query}`, {
    headers: { ...provider.headers, ...keyHeaders(provider) },
    signal,
  });
  const body = await boundedText(response);
  if (!response.ok) throw new ListFailure(response.status, body);
  const listed = kind === 'google' ? googleModels(body) : openModels(body);
  if (listed === undefined) throw new ListFailure(response.status, body);
  return listed
    .filter((model) => converses(kind, model.id))
    .slice(0, mostModels)
    .map(withKnownFacts(kind));
}

function keyHeaders({ kind, key }: ModelProvider): Record<string, string> {
  if (kind === 'anthropic') return { 'anthropic-version': '2023-06-01', 'x-api-key': key ?? '' };
  if (key === undefined) return {};
  return kind === 'google' ? { 'x-goog-api-key': key } : { authorization: `Bearer ${key}` };
}

function openModels(body: string): ModelSettings[] | undefined {
  const { data: list } = openList.safeParse(parsed(body));
  return list?.data.map((entry) => {
    const name = entry.display_name ?? entry.name;
    const maxContextWindow = entry.context_length ?? entry.max_model_len;
    return {
      id: entry.id,
      ...(name !== undefined && name !== entry.id && { name }),
      ...(maxContextWindow !== undefined && { maxContextWindow }),
    };
  });
}

function googleModels(body: string): ModelSettings[] | undefined {
  const { data: list } = googleList.safeParse(parsed(body));
  return list?.models
    .filter(({ supportedGenerationMethods: methods }) => methods?.includes('generateContent') ?? true)
    .map(({ name, displayName, inputTokenLimit, outputTokenLimit }) => ({
      id: name.replace(/^models\//, ''),
      ...(displayName !== undefined && { name: displayName }),
      ...(inputTokenLimit !== undefined && { maxContextWindow: inputTokenLimit }),
      ...(outputTokenLimit !== undefined && { maxOutputTokens: outputTokenLimit }),
    }));
}

/** The lists of OpenAI and others also name what embeds, paints, speaks or moderates. */
const otherTrades =
  /embed|whisper|tts|dall-e|moderation|transcribe|realtime|(^|-)audio|image|sora|davinci|babbage|rerank/i;

function converses(kind: ProviderKind, model: string): boolean {
  return kind === 'openai-compatible' ? !/embed|rerank|whisper/i.test(model) : !otherTrades.test(model);
}

/** Lists rarely say how much a model takes in, or whether it sees. */
function withKnownFacts(kind: ProviderKind): (model: ModelSettings) => ModelSettings {
  const known = builtInModels[kind] ?? [];
  return (model) => ({ ...known.find(({ id: other }) => other === model.id), ...model });
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > mostBytes) throw new ListFailure(response.status, '');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
