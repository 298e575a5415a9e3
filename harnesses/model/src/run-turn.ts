import {
  TurnFailure,
  type HarnessEvent,
  type HarnessMessage,
  type HarnessTurn,
} from '@loggia/sessions/harness';
import { isCompactCommand } from './compaction/command.ts';
import { Compactor } from './compaction/compactor.ts';
import { Conversation } from './compaction/conversation.ts';
import { Window } from './compaction/window.ts';
import { ContextMeter } from './context-meter.ts';
import type { Measurable } from './context-size.ts';
import { isTooLong, type Failure } from './failures.ts';
import type { ToolSight } from './messages/tool-results.ts';
import type { ModelSettings, Settings } from './options.ts';
import { AskFailure, persistently, type Asking } from './persistently.ts';
import type { ModelProvider } from './provider.ts';
import type { Pause } from './retry.ts';
import type { Step, StepRequest } from './step.ts';
import { systemPrompt, systemSections } from './system-prompt.ts';
import type { TokenScale } from './token-scale.ts';
import { TurnTools, type ToolOffer } from './turn-tools.ts';
import { TurnUsage } from './turn-usage.ts';

export interface TurnPorts {
  readonly settings: Settings;
  readonly provider: ModelProvider;
  readonly model: ModelSettings;
  readonly scale: TokenScale;
  readonly pause: Pause;
  readonly beat: Pause;
}

/** Asks the model and runs its tools until it has nothing more to do. */
export async function* runTurn(turn: HarnessTurn, ports: TurnPorts): AsyncGenerator<HarnessEvent, void> {
  try {
    yield* new ModelTurn(turn, ports).run();
  } catch (error) {
    throw error instanceof AskFailure ? thrown(error.failure) : error;
  }
}

type Request = StepRequest & Measurable & Pick<ToolOffer, 'notice'>;

class ModelTurn {
  readonly #turn: HarnessTurn;
  readonly #ports: TurnPorts;
  readonly #conversation: Conversation;
  readonly #tools: TurnTools;
  readonly #compactor: Compactor;
  readonly #usage: TurnUsage;
  readonly #meter: ContextMeter;
  #said = '';
  #hasNoted = false;

  constructor(turn: HarnessTurn, ports: TurnPorts) {
    const { settings, provider, model, scale, pause, beat } = ports;
    this.#turn = turn;
    this.#ports = ports;
    this.#conversation = new Conversation(turn, sightOf(ports));
    this.#tools = new TurnTools({ turn, provider, model });
    this.#usage = new TurnUsage(model.id, settings.prices?.[model.id]);
    this.#meter = new ContextMeter(ports);
    this.#compactor = new Compactor({
      settings,
      provider,
      model,
      pause,
      conversation: this.#conversation,
      window: new Window(model, settings, scale),
      request: { model, provider, settings, beat, signal: turn.signal },
      next: () => this.#request(),
      asked: ({ usage }) => this.#usage.add(usage),
    });
  }

  async *run(): AsyncGenerator<HarnessEvent, void> {
    const { message } = this.#turn;
    const { maxSteps } = this.#ports.settings;
    if (isCompactCommand(message) && !this.#turn.guidance().invoked) {
      return yield* this.#onCommand(message);
    }
    for (let count = 1; count <= maxSteps; count++) {
      yield* this.#compactor.makeRoom();
      const step = yield* this.#step();
      if (!(yield* this.#takeSteering()) && step.calls.length === 0) {
        const notice = noticeOf(step, this.#said);
        if (notice !== undefined) yield { kind: 'notice', text: notice };
        return;
      }
    }
    const steps = maxSteps === 1 ? 'one step' : `${maxSteps} steps`;
    yield { kind: 'notice', text: `Stopped after ${steps}. Say "continue" to go on.` };
  }

  /** Nothing else is asked in this turn, so the meter shows what the next request begins with. */
  async *#onCommand(message: HarnessMessage): AsyncGenerator<HarnessEvent, void> {
    for await (const event of this.#compactor.onCommand(message)) {
      yield event;
      if (event.kind !== 'summary' || event.text === undefined) continue;
      this.#conversation.summarize(event.text, this.#conversation.beforeMessage);
      yield this.#meter.measured(this.#request(), { inputTokens: undefined, outputTokens: undefined });
    }
  }

  async *#step(): AsyncGenerator<HarnessEvent, Step> {
    let sent: Request | undefined;
    const adapt = this.#adapting();
    const step = yield* persistently({ build: () => (sent = this.#noted()), adapt }, this.#ports);
    yield this.#usage.add(step.usage);
    if (sent) yield this.#meter.measured(sent, step.usage);
    this.#said += step.text;
    const finished = await Promise.all(step.calls);
    const shown = finished.filter(({ toolName }) => sent?.stepTools.isShown(toolName)).length;
    this.#conversation.addStep(step.messages, finished, shown);
    yield* this.#tools.takeEvents();
    return step;
  }

  /** Offers fewer tools, or summarizes, where that is what the provider wants; the latter once. */
  #adapting(): NonNullable<Asking['adapt']> {
    const tools = this.#tools;
    const compactor = this.#compactor;
    let hasCompacted = false;
    return async function* adapt(cause, request) {
      if (isTooLong(cause)) {
        if (hasCompacted) return false;
        hasCompacted = true;
        return yield* compactor.afterRefusal(request);
      }
      const adapted = tools.adapt(cause, request.tools);
      if (adapted?.notice !== undefined) yield { kind: 'notice', text: adapted.notice };
      return adapted !== undefined;
    };
  }

  async *#takeSteering(): AsyncGenerator<HarnessEvent, boolean> {
    const steering = this.#turn.takeSteering();
    if (!steering) return false;
    if (isCompactCommand(steering)) {
      yield* this.#compactor.duringTurn(steering);
      return false;
    }
    this.#conversation.addMessage(steering);
    return true;
  }

  /** The notice goes with the first request that needs it. */
  #noted(): Request {
    const { notice, ...request } = this.#request();
    if (notice === undefined || this.#hasNoted) return request;
    this.#hasNoted = true;
    return { ...request, notice };
  }

  #request(): Request {
    const { settings, provider, model, beat } = this.#ports;
    const { messages, asked } = this.#conversation;
    const offer = this.#tools.for(messages);
    // Rules can come to apply during the turn.
    const sections = systemSections(this.#turn.guidance(), settings.system);
    const { signal, chat: cacheKey } = this.#turn;
    return {
      ...{ system: systemPrompt(sections), sections, messages, asked, ...offer },
      ...{ model, provider, settings, signal, beat, cacheKey },
    };
  }
}

function sightOf({ provider, model }: TurnPorts): ToolSight {
  const { showsToolImages } = provider;
  // Local models usually can't see images; hosted ones usually can.
  return { showsToolImages, seesImages: model.supportsVision ?? showsToolImages };
}

function thrown({ sentence, advice }: Failure): Error {
  return advice === undefined ? new Error(sentence) : new TurnFailure(`${sentence} ${advice}`);
}

/** A sentence on an unusual end of a turn; `text` is all that the model said in it. */
function noticeOf({ finishReason, rawFinishReason, text: last }: Step, text: string): string | undefined {
  if (finishReason === 'length') {
    return 'The answer is cut off at the longest that the model may give. Say "continue" to go on.';
  }
  if (rawFinishReason === 'refusal')
    return 'The model refused to answer. Rephrase your message and try again.';
  if (finishReason === 'content-filter') {
    return "The model's provider withheld the answer, or the rest of it. Rephrase your message and try again.";
  }
  if (text.trim() === '') {
    return 'The model ended its turn without an answer. Rephrase your message, or choose another model.';
  }
  if (/<tool_call>|\[TOOL_CALLS\]|<function=/.test(last)) {
    return (
      'The model wrote a tool call as text, so nothing was called. ' +
      'Turn on tool calling on its server, or choose a model that is made for tools.'
    );
  }
  return undefined;
}
