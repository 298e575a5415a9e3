import type { HarnessEvent } from '@loggia/sessions/harness';
import { isFarTooLong, oversizedPart } from './context-size.ts';
import { failureOf, isRetryable, isTooLong, tooLong, type Failure } from './failures.ts';
import type { ModelSettings } from './options.ts';
import type { ModelProvider } from './provider.ts';
import { maxAttempts, waitAfter, type Pause } from './retry.ts';
import { runStep, StepFailure, type Step, type StepRequest } from './step.ts';

export interface AskingPorts {
  readonly provider: ModelProvider;
  readonly model: ModelSettings;
  readonly pause: Pause;
}

export interface Asking {
  build(): StepRequest & { readonly notice?: string };
  /** Changes what `build` returns because the provider refused the request; false if that can't help. */
  adapt?(cause: unknown, request: StepRequest): AsyncGenerator<HarnessEvent, boolean>;
}

/** No attempt led to an answer. Without its cause: that holds the whole conversation, and errors find their way into logs. */
export class AskFailure extends Error {
  readonly failure: Failure;
  readonly isOverflow: boolean;

  constructor(failure: Failure, isOverflow: boolean) {
    super(failure.sentence);
    this.failure = failure;
    this.isOverflow = isOverflow;
  }
}

/** Tries again while nothing of the answer has been seen. Throws `AskFailure`, or what the request's signal says. */
export async function* persistently(
  { build, adapt }: Asking,
  { pause, provider, model }: AskingPorts,
): AsyncGenerator<HarnessEvent, Step> {
  const { facts } = provider;
  for (let attempt = 1; ; attempt++) {
    const request = build();
    const oversized = () => oversizedPart(request, model.maxContextWindow);
    if (isFarTooLong(request, model.maxContextWindow))
      throw new AskFailure(tooLong(model.id, oversized()), true);
    if (request.notice !== undefined) yield { kind: 'notice', text: request.notice };
    const step = yield* attempted(request);
    if (!(step instanceof StepFailure)) return step;
    const { moment, cause } = step;
    if (moment === 'before' && adapt && (yield* adapt(cause, request))) continue;
    const isWorthIt = moment === 'before' && isRetryable(cause) && attempt < maxAttempts;
    const wait = isWorthIt ? waitAfter(cause, attempt) : undefined;
    if (wait === undefined) {
      const failure = failureOf(cause, { model: model.id, facts, moment, oversized: oversized() });
      throw new AskFailure(failure, isTooLong(cause));
    }
    const seconds = Math.max(1, Math.round(wait / 1_000));
    yield { kind: 'activity', text: `No answer from ${facts.label} yet. Trying again in ${seconds} s` };
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
