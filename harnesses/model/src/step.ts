import { streamText, type FinishReason, type LanguageModelUsage, type ModelMessage } from 'ai';
import type { HarnessEvent } from '@loggia/sessions/harness';
import type { Sent } from './context-size.ts';
import type { Moment } from './failures.ts';
import { durationWords, withHeartbeat } from './heartbeat.ts';
import type { FinishedCall } from './messages/tool-results.ts';
import type { ModelSettings, Settings } from './options.ts';
import type { ModelProvider } from './provider.ts';
import { cached } from './prompt-cache.ts';
import { repairCall } from './repair-call.ts';
import type { Pause } from './retry.ts';
import { isObject, StepCalls } from './step-calls.ts';
import { agentToolName } from '@loggia/sessions/tools';
import type { StepTools } from './toolset.ts';

export interface StepRequest extends Sent {
  readonly model: ModelSettings;
  readonly provider: ModelProvider;
  readonly settings: Settings;
  /** Those that the calls go to. */
  readonly stepTools: StepTools;
  readonly signal: AbortSignal;
  /** The same for all requests of a conversation; absent for a request whose beginning isn't sent again. */
  readonly cacheKey?: string;
  /** Between two signs of life while the model is silent. */
  readonly beat: Pause;
}

export interface Step {
  /** The model's messages, to be sent back to it with what follows. */
  readonly messages: readonly ModelMessage[];
  /** In the order in which it made them; they run already. */
  readonly calls: readonly Promise<FinishedCall>[];
  /** The model's words, without its reasoning. */
  readonly text: string;
  readonly finishReason: FinishReason;
  /** The provider's own word for it. */
  readonly rawFinishReason: string | undefined;
  readonly usage: LanguageModelUsage;
}

/** The request failed; `moment` says whether anything of the answer has been seen. */
export class StepFailure extends Error {
  readonly moment: Moment;

  constructor(moment: Moment, cause: unknown) {
    super('The model’s answer is incomplete.', { cause });
    this.moment = moment;
  }
}

/**
 * One request to the model, and the tools that it calls. Their input is shown while it is written, but none runs before
 * the answer is complete: one that was cut off is asked for again, and would run them twice. Throws `StepFailure`, or
 * what `signal` says.
 */
export async function* runStep(request: StepRequest): AsyncGenerator<HarnessEvent, Step> {
  const { signal } = request;
  const stop = new AbortController();
  const calls = new StepCalls(request.stepTools);
  let seen = false;
  let isComplete = false;
  let text = '';
  let isWaiting = false;
  let finish: Pick<Step, 'finishReason' | 'rawFinishReason' | 'usage'> | undefined;
  const failed = (cause?: unknown) => new StepFailure(seen ? 'midway' : 'before', cause);
  try {
    const result = ask(request, AbortSignal.any([signal, stop.signal]));
    for await (const part of withHeartbeat(result.fullStream, request.beat)) {
      if (part.type === 'silence') {
        if (part.ms > longestSilenceMs) throw failed({ message: 'it said nothing for an hour' });
        isWaiting = true;
        yield { kind: 'activity', text: `Waiting for ${nameOf(request)}… ${durationWords(part.ms)}` };
        continue;
      }
      if (isWaiting) yield { kind: 'activity', text: undefined };
      isWaiting = false;
      switch (part.type) {
        case 'text-delta':
          seen = true;
          text += part.text;
          yield { kind: 'text', text: part.text };
          break;
        case 'reasoning-delta':
          seen = true;
          yield { kind: 'reasoning', text: part.text };
          break;
        case 'tool-input-start':
          seen = true;
          calls.begin(part.id, part.toolName);
          break;
        case 'tool-input-delta':
          calls.append(part.id, part.delta);
          break;
        case 'tool-call':
          seen = true;
          calls.made(part);
          break;
        case 'finish-step': {
          const { finishReason, rawFinishReason: raw, usage } = part;
          // So ends a stream that just stops.
          if (finishReason === 'other' && raw === undefined) throw failed();
          if (finishReason === 'error') throw failed(raw && { message: `the model stopped with ${raw}` });
          finish = { finishReason, rawFinishReason: raw, usage };
          break;
        }
        case 'error':
          throw failed(part.error);
        default:
          break;
      }
    }
    signal.throwIfAborted();
    if (!finish) throw failed();
    const { messages } = await result.response;
    isComplete = true;
    return { messages: sentBack(messages), calls: calls.run(), text, ...finish };
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof StepFailure ? error : failed(error);
  } finally {
    // If the reader of the events stops early, the answer is aborted, too.
    if (!isComplete) {
      stop.abort();
      calls.abandon();
    }
  }
}

/** A server that hangs must not hold a turn forever, even if nobody looks. */
const longestSilenceMs = 60 * 60_000;

function nameOf({ model }: StepRequest): string {
  return model.name ?? model.id;
}

function ask(request: StepRequest, abortSignal: AbortSignal) {
  const { system, messages, tools, model, provider, settings, cacheKey } = request;
  const { temperature } = settings;
  // Our own limits are for users to read; what the configuration says is meant.
  const maxOutputTokens = settings.models && model.maxOutputTokens;
  const plain = { system, messages, providerOptions: provider.optionsFor(model) };
  const prompt = cacheKey === undefined ? plain : cached(plain, provider.kind, cacheKey);
  return streamText({
    model: provider.languageModel(model.id),
    system: prompt.system,
    messages: [...prompt.messages],
    tools,
    // Trying again is the turn's to do: it tells the user.
    maxRetries: 0,
    experimental_repairToolCall: repairCall,
    abortSignal,
    providerOptions: prompt.providerOptions,
    // Failures come as parts of the stream, too; unheard, they would be written to the host's output.
    onError: () => {},
    ...(temperature !== undefined && { temperature }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
  });
}

/** The model's messages without parts that providers reject: odd names, and input that isn't an object. */
function sentBack(messages: readonly ModelMessage[]): ModelMessage[] {
  return messages.flatMap((message): ModelMessage[] => {
    if (message.role !== 'assistant') return [];
    if (typeof message.content === 'string') return [message];
    const content = message.content.map((part) =>
      part.type === 'tool-call'
        ? { ...part, toolName: agentToolName(part.toolName), input: isObject(part.input) ? part.input : {} }
        : part,
    );
    return [{ ...message, content }];
  });
}
