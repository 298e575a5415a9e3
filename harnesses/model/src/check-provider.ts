import { generateText } from 'ai';
import type { Environment } from './environment.ts';
import { listModels } from './list-models.ts';
import { readOptions, type ModelHarnessOptions, type ModelSettings } from './options.ts';
import { problemOf, type ProviderProblem } from './problems.ts';
import { providerOf, type ModelProvider } from './provider.ts';

const listWithinMs = 10_000;
/** A local model may have to be loaded first. */
const answerWithinMs = 60_000;
/** Enough for a word, and for the reasoning of some models before it. */
const answerTokens = 256;
const longestAnswer = 200;

export interface ReadModels {
  readonly models: readonly ModelSettings[];
  readonly problem?: ProviderProblem;
}

export interface CheckedModel {
  readonly model?: string;
  /** The beginning of what it said. */
  readonly answer?: string;
  readonly problem?: ProviderProblem;
}

interface CheckContext {
  readonly env?: Environment;
  readonly signal?: AbortSignal;
  /** How long to wait for an answer, instead of the usual time. */
  readonly withinMs?: number;
}

/** Asks a provider for its models, whatever the options name. */
export async function readModels(
  options: ModelHarnessOptions,
  context: CheckContext = {},
): Promise<ReadModels> {
  const provider = candidateOf(options, context);
  try {
    return { models: await listModels(provider, within(listWithinMs, context)) };
  } catch (error) {
    context.signal?.throwIfAborted();
    return { models: [], problem: problemOf(error, askedOf(provider)) };
  }
}

/** Makes one small call. Without a model, the first of the options is asked, or else the first that the provider lists. */
export async function checkModel(
  options: ModelHarnessOptions,
  wanted: string | undefined,
  context: CheckContext = {},
): Promise<CheckedModel> {
  const provider = candidateOf(options, context);
  let model = wanted ?? options.models?.[0]?.id;
  try {
    model ??= (await listModels(provider, within(listWithinMs, context)))[0]?.id;
    if (model === undefined) return { problem: noModel(provider) };
    const { text } = await generateText({
      model: provider.languageModel(model),
      prompt: 'Reply with the single word: ready',
      maxOutputTokens: answerTokens,
      // A test should show the first failure.
      maxRetries: 0,
      abortSignal: within(answerWithinMs, context),
      providerOptions: provider.optionsFor({ id: model }),
    });
    return { model, answer: text.trim().slice(0, longestAnswer) };
  } catch (error) {
    context.signal?.throwIfAborted();
    const problem = problemOf(error, askedOf(provider, model));
    return { ...(model !== undefined && { model }), problem };
  }
}

/** Without the environment, so that the test uses exactly the settings that would be stored. */
function candidateOf(options: ModelHarnessOptions, { env = {} }: CheckContext): ModelProvider {
  return providerOf(readOptions(options), { env });
}

function within(usualMs: number, { signal, withinMs = usualMs }: CheckContext): AbortSignal {
  const timeout = AbortSignal.timeout(withinMs);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
}

function askedOf({ facts, key }: ModelProvider, model?: string) {
  const { label, baseURL, secrets } = facts;
  return { label, baseURL, secrets, hasKey: key !== undefined, model };
}

function noModel({ kind, facts }: ModelProvider): ProviderProblem {
  return {
    kind: 'noModel',
    message: `${facts.label} at ${facts.baseURL} answers, but has no model.`,
    advice:
      kind === 'ollama'
        ? 'Get one with "ollama pull", such as "ollama pull qwen3", then load the list again.'
        : 'Load one there, then load the list again, or enter its name.',
  };
}
