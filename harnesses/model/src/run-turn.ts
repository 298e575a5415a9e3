import type { ModelMessage } from 'ai';
import { TurnFailure, type HarnessEvent, type HarnessTurn } from '@loggia/sessions/harness';
import { isFarTooLong, oversizedPart } from './context-size.ts';
import { failureOf, isRetryable, tooLong, type Failure } from './failures.ts';
import { PastMessages } from './messages/past-messages.ts';
import { toolResults, type ToolSight } from './messages/tool-results.ts';
import { userMessage } from './messages/user-message.ts';
import type { ModelSettings, Settings } from './options.ts';
import type { ModelProvider } from './provider.ts';
import { maxAttempts, waitAfter, type Pause } from './retry.ts';
import { runStep, StepFailure, type Step, type StepRequest } from './step.ts';
import { systemPrompt } from './system-prompt.ts';
import { TurnTools, type ToolOffer } from './turn-tools.ts';
import { TurnUsage } from './turn-usage.ts';

export interface TurnPorts {
  readonly settings: Settings;
  readonly provider: ModelProvider;
  readonly model: ModelSettings;
  readonly pause: Pause;
  readonly beat: Pause;
}

/** Asks the model and runs its tools until it has nothing more to do. */
export async function* runTurn(turn: HarnessTurn, ports: TurnPorts): AsyncGenerator<HarnessEvent, void> {
  const { settings, provider, model, beat } = ports;
  const sight = sightOf(ports);
  const guidance = turn.guidance();
  const past = new PastMessages(sight);
  const messages = [
    ...past.ofTurns(turn.history()),
    userMessage(turn.message, sight, guidance.invoked),
    ...resumed(turn, past),
  ];
  const usage = new TurnUsage(model.id);
  const turnTools = new TurnTools({ turn, provider, model });
  let text = '';
  const request = (): StepRequest & Pick<ToolOffer, 'notice'> => {
    const offer = turnTools.for(messages);
    // Rules can come to apply during the turn.
    const system = systemPrompt(turn.guidance(), settings.system);
    return { system, messages, ...offer, model, provider, settings, signal: turn.signal, beat };
  };
  for (let count = 1; count <= settings.maxSteps; count++) {
    const step = yield* persistently(request, turnTools, ports);
    yield usage.add(step.usage);
    text += step.text;
    messages.push(...step.messages);
    if (step.calls.length > 0) messages.push(...toolResults(await Promise.all(step.calls), sight));
    const steering = turn.takeSteering();
    if (steering) messages.push(userMessage(steering, sight));
    if (step.calls.length === 0 && !steering) {
      const notice = noticeOf(step, text);
      if (notice !== undefined) yield { kind: 'notice', text: notice };
      return;
    }
  }
  const steps = settings.maxSteps === 1 ? 'one step' : `${settings.maxSteps} steps`;
  yield { kind: 'notice', text: `Stopped after ${steps}. Say "continue" to go on.` };
}

function sightOf({ provider, model }: TurnPorts): ToolSight {
  const { showsToolImages } = provider;
  // Local models usually can't see images; hosted ones usually can.
  return { showsToolImages, seesImages: model.supportsVision ?? showsToolImages };
}

/** A resumed turn repeats neither the text nor the calls of the earlier attempt. */
function resumed({ resumes }: HarnessTurn, past: PastMessages): ModelMessage[] {
  const soFar = past.ofAnswer(resumes?.parts ?? []);
  if (soFar.length === 0) return [];
  return [
    ...soFar,
    { role: 'user', content: 'That broke off. Go on from where it ends, without repeating it.' },
  ];
}

/** Tries again while nothing of the answer has been seen, with fewer tools where that is what the provider wants. */
async function* persistently(
  build: () => StepRequest & Pick<ToolOffer, 'notice'>,
  turnTools: TurnTools,
  { pause, provider, model }: TurnPorts,
): AsyncGenerator<HarnessEvent, Step> {
  const { facts } = provider;
  for (let attempt = 1; ; attempt++) {
    const request = build();
    const oversized = () => oversizedPart(request, model.maxContextWindow);
    if (isFarTooLong(request, model.maxContextWindow)) throw thrown(tooLong(model.id, oversized()));
    if (request.notice !== undefined) yield { kind: 'notice', text: request.notice };
    const step = yield* attempted(request);
    if (!(step instanceof StepFailure)) return step;
    const { moment, cause } = step;
    const adapted = moment === 'before' ? turnTools.adapt(cause, request.tools) : undefined;
    if (adapted) {
      if (adapted.notice !== undefined) yield { kind: 'notice', text: adapted.notice };
      continue;
    }
    const isWorthIt = moment === 'before' && isRetryable(cause) && attempt < maxAttempts;
    const wait = isWorthIt ? waitAfter(cause, attempt) : undefined;
    if (wait === undefined) {
      throw thrown(failureOf(cause, { model: model.id, facts, moment, oversized: oversized() }));
    }
    const seconds = Math.max(1, Math.round(wait / 1_000));
    yield { kind: 'activity', text: `No answer from ${facts.label} yet. Trying again in ${seconds} s` };
    await pause(wait, request.signal);
    yield { kind: 'activity', text: undefined };
  }
}

/** Without its cause: that holds the whole conversation, and errors find their way into logs. */
function thrown({ sentence, advice }: Failure): Error {
  return advice === undefined ? new Error(sentence) : new TurnFailure(`${sentence} ${advice}`);
}

async function* attempted(request: StepRequest): AsyncGenerator<HarnessEvent, Step | StepFailure> {
  try {
    return yield* runStep(request);
  } catch (error) {
    if (error instanceof StepFailure) return error;
    throw error;
  }
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
