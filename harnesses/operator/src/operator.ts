import type { Harness, HarnessEvent, HarnessMessage, HarnessTurn } from '@loggia/sessions/harness';
import { answer } from './requests/answer.ts';
import { progressOf, type Progress } from './requests/progress.ts';
import { presentResult } from './speech/present-result.ts';

export interface OperatorOptions {
  /** Under which name sessions remember it. */
  readonly provider?: string;
  readonly displayName?: string;
}

/** The agent that needs no model: finds the tool that fits what the user writes, asks for what is missing, runs it. */
export function createHarness(options: OperatorOptions = {}): Harness {
  const { provider = 'operator', displayName = 'Operator' } = options;
  return {
    describe: {
      provider,
      displayName,
      description:
        'Finds the right tool from plain words, asks for what is missing and runs it. Needs no model.',
      models: [],
      chats: { several: true, fork: true, side: true },
    },
    run,
  };
}

async function* run(turn: HarnessTurn): AsyncGenerator<HarnessEvent> {
  const soFar = turn.resumes?.soFar ?? '';
  const progress = progressOf(turn);
  let message: HarnessMessage | undefined = turn.message;
  if (progress.kind === 'called' || progress.kind === 'finished') {
    yield { kind: 'text', text: `${closingOf(turn, progress)}\n\n` };
    message = turn.takeSteering();
  }
  while (message && !turn.signal.aborted) {
    yield* unrepeated(answer(turn, message), soFar);
    message = turn.takeSteering();
  }
}

/** What is left to say of a call that was over before the turn broke off. */
function closingOf(turn: HarnessTurn, progress: Progress): string {
  if (progress.kind !== 'called') return 'This was done before the interruption; nothing is left to do.';
  const { name, outcome } = progress.call;
  return presentResult(turn.tools().find((tool) => tool.name === name) ?? { name }, outcome);
}

/** What the user has read already is not said again. */
async function* unrepeated(events: AsyncIterable<HarnessEvent>, soFar: string): AsyncGenerator<HarnessEvent> {
  for await (const event of events) {
    if (event.kind === 'text' && soFar !== '' && soFar.includes(event.text.trim())) continue;
    yield event;
  }
}
