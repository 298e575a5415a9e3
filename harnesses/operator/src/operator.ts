import type { Harness, HarnessEvent, HarnessMessage, HarnessTurn } from '@loggia/sessions/harness';
import { answer, ownCommandList } from './requests/answer.ts';
import { isLister } from './requests/listed-choices.ts';
import { progressOf, type Progress } from './requests/progress.ts';
import { phrasesFor } from './phrases/language.ts';
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
      description: 'Knows what is on your desk and runs the tools you ask for. Needs no model.',
      models: [],
      actsByTools: true,
      chats: { several: true, fork: true, side: true },
      commands: ownCommandList,
    },
    run,
  };
}

async function* run(turn: HarnessTurn): AsyncGenerator<HarnessEvent> {
  const soFar = turn.resumes?.soFar ?? '';
  const progress = progressOf(turn);
  // A list to choose from was no answer yet, and reading it again does no harm.
  const isAnswered =
    progress.kind === 'finished' ||
    (progress.kind === 'called' && !isLister(progress.call.name, turn.tools()));
  let message: HarnessMessage | undefined = turn.message;
  if (isAnswered) {
    yield { kind: 'text', text: `${closingOf(turn, progress)}\n\n` };
    message = turn.takeSteering();
  }
  while (message && !turn.signal.aborted) {
    yield* unrepeated(answer(turn, message), soFar);
    message = turn.takeSteering();
  }
}

/** The closing words for a turn that broke off after its call had finished. */
function closingOf(turn: HarnessTurn, progress: Progress): string {
  const phrases = phrasesFor(turn.message.text, [], turn.locale);
  if (progress.kind !== 'called') return phrases.doneBefore;
  const { name, outcome } = progress.call;
  return presentResult(turn.tools().find((tool) => tool.name === name) ?? { name }, outcome, { phrases });
}

/** Drops texts that the user has already read. */
async function* unrepeated(events: AsyncIterable<HarnessEvent>, soFar: string): AsyncGenerator<HarnessEvent> {
  for await (const event of events) {
    if (event.kind === 'text' && soFar !== '' && soFar.includes(event.text.trim())) continue;
    yield event;
  }
}
