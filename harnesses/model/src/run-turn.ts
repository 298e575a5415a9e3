import type { ModelMessage } from 'ai';
import type { HarnessEvent, HarnessTurn } from '@loggia/sessions/harness';
import { isFarTooLong } from './context-size.ts';
import { isRetryable, sentenceOf, tooLong } from './failures.ts';
import { PastMessages } from './messages/past-messages.ts';
import { toolResults, type ToolSight } from './messages/tool-results.ts';
import { userMessage } from './messages/user-message.ts';
import type { ModelSettings, Settings } from './options.ts';
import type { ModelProvider } from './provider.ts';
import { maxAttempts, waitAfter, type Pause } from './retry.ts';
import { runStep, StepFailure, type Step, type StepRequest } from './step.ts';
import { systemPrompt } from './system-prompt.ts';
import { neverNone, stepTools } from './toolset.ts';
import { TurnUsage } from './turn-usage.ts';

export interface TurnPorts {
  readonly settings: Settings;
  readonly provider: ModelProvider;
  readonly model: ModelSettings;
  readonly pause: Pause;
}

/** Asks the model and runs its tools until it has nothing more to do. */
export async function* runTurn(turn: HarnessTurn, ports: TurnPorts): AsyncGenerator<HarnessEvent, void> {
  const { settings, provider, model } = ports;
  const sight = sightOf(ports);
  const guidance = turn.guidance();
  const system = systemPrompt(guidance, settings.system);
  const past = new PastMessages(sight);
  const messages = [
    ...past.ofTurns(turn.history()),
    userMessage(turn.message, sight, guidance.invoked),
    ...resumed(turn, past),
  ];
  const usage = new TurnUsage(model.id);
  for (let count = 1; count <= settings.maxSteps; count++) {
    const offered = stepTools(turn, provider.kind);
    const tools = neverNone(offered.set, messages, provider.kind);
    if (isFarTooLong({ system, messages, tools }, model.maxContextWindow)) throw new Error(tooLong(model.id));
    const step = yield* persistently(
      { system, messages, tools, model, provider, settings, stepTools: offered, signal: turn.signal },
      ports,
    );
    yield usage.add(step.usage);
    messages.push(...step.messages);
    if (step.calls.length > 0) messages.push(...toolResults(await Promise.all(step.calls), sight));
    const steering = turn.takeSteering();
    if (steering) messages.push(userMessage(steering, sight));
    if (step.calls.length === 0 && !steering) {
      const notice = noticeOf(step);
      if (notice !== undefined) yield { kind: 'notice', text: notice };
      return;
    }
  }
  const steps = settings.maxSteps === 1 ? 'one step' : `${settings.maxSteps} steps`;
  yield { kind: 'notice', text: `Stopped after ${steps}. Say "continue" to go on.` };
}

function sightOf({ provider, model }: TurnPorts): ToolSight {
  const { showsToolImages } = provider;
  // What runs on the user's own machine is mostly blind, what is rented mostly is not.
  return { showsToolImages, seesImages: model.supportsVision ?? showsToolImages };
}

/** What an earlier attempt had said is not said again, nor done again what it had done. */
function resumed({ resumes }: HarnessTurn, past: PastMessages): ModelMessage[] {
  const soFar = past.ofAnswer(resumes?.parts ?? []);
  if (soFar.length === 0) return [];
  return [
    ...soFar,
    { role: 'user', content: 'That broke off. Go on from where it ends, without repeating it.' },
  ];
}

/** Tries again while nothing of the answer has been seen. */
async function* persistently(
  request: StepRequest,
  { pause, provider, model }: TurnPorts,
): AsyncGenerator<HarnessEvent, Step> {
  const { facts } = provider;
  for (let attempt = 1; ; attempt++) {
    const step = yield* attempted(request);
    if (!(step instanceof StepFailure)) return step;
    const { moment, cause } = step;
    const isWorthIt = moment === 'before' && isRetryable(cause) && attempt < maxAttempts;
    const wait = isWorthIt ? waitAfter(cause, attempt) : undefined;
    // Without its cause: that holds the whole conversation, and errors find their way into logs.
    if (wait === undefined) throw new Error(sentenceOf(cause, model.id, facts, moment));
    const seconds = Math.max(1, Math.round(wait / 1_000));
    yield { kind: 'activity', text: `No answer from ${facts.label} yet; trying again in ${seconds} s` };
    await pause(wait, request.signal);
    yield { kind: 'activity', text: undefined };
  }
}

async function* attempted(request: StepRequest): AsyncGenerator<HarnessEvent, Step | StepFailure> {
  try {
    return yield* runStep(request);
  } catch (error) {
    if (error instanceof StepFailure) return error;
    throw error;
  }
}

function noticeOf({ finishReason }: Step): string | undefined {
  if (finishReason === 'length') {
    return 'The answer is cut off at the longest that the model may give. Say "continue" to go on.';
  }
  if (finishReason === 'content-filter') {
    return "The model's provider withheld the answer, or the rest of it. Say it differently to try again.";
  }
  return undefined;
}
