import type {
  WorkspaceContents,
  ListedArtifact,
  HarnessEvent,
  HarnessTool,
  HarnessTurn,
} from '@loggia/sessions/harness';
import { missingIn, type Reading } from '../reading/read-arguments.ts';
import { formFor } from '../schema/form-of-parameters.ts';
import { valuesOf } from '../schema/values-of-form.ts';
import type { Phrases } from '../phrases/english.ts';
import type { Problem } from '../schema/coerce.ts';
import { unhappy } from '../speech/outcomes.ts';
import { calledBy } from '../speech/present-call.ts';
import { presentResult } from '../speech/present-result.ts';
import { ListedChoices } from './listed-choices.ts';
import { withPickers } from './pickers.ts';
import { progressOf } from './progress.ts';

/** How the tool was picked: what the user asked for in so many words is not asked about again, a guess always is. */
export type Picked = 'by-name' | 'by-words' | 'by-guess';

export interface Use {
  readonly picked: Picked;
  /** The user's message. */
  readonly sentence: string;
  readonly desk?: WorkspaceContents | undefined;
  readonly phrases: Phrases;
  readonly shows?: 'count' | 'chart';
  readonly about?: ListedArtifact;
}

const mostRounds = 4;

/** Asks for what is missing, calls the tool, and says what came of it. */
export async function* useTool(
  turn: HarnessTurn,
  tool: HarnessTool,
  reading: Reading,
  { picked, sentence, desk, shows, about, phrases }: Use,
): AsyncGenerator<HarnessEvent, 'stopped' | undefined> {
  const values = await complete(
    turn,
    tool,
    withPickers(tool, reading, desk, turn.message.attachments ?? [], phrases),
    phrases,
  );
  if (!values) {
    yield { kind: 'text', text: `${phrases.canceled}\n\n` };
    return 'stopped';
  }
  const confirm = confirmation(turn, tool, picked);
  const outcome = await turn.callTool({
    name: tool.name,
    input: JSON.stringify(Object.fromEntries(values)),
    says:
      progressOf(turn).kind === 'announced' && confirm === true
        ? phrases.again(calledBy(tool))
        : `${calledBy(tool)}${about ? `: ${about.title}` : ''}`,
    ...(confirm !== undefined && { confirm }),
  });
  const failure = unhappy(outcome, sentence, phrases);
  const said = failure ?? presentResult(tool, outcome, { shows, about, phrases });
  if (said !== '') yield { kind: 'text', text: `${said}\n\n` };
  return failure === undefined ? undefined : 'stopped';
}

/**
 * A call that may have been made before the turn broke off is made again only if that changes nothing, or when told to.
 * A tool that may write and was only guessed is asked about.
 */
function confirmation(turn: HarnessTurn, tool: HarnessTool, picked: Picked): boolean | undefined {
  if (tool.readOnly !== true && progressOf(turn).kind === 'announced') return true;
  if (picked === 'by-guess' && tool.readOnly !== true) return true;
  return picked === 'by-name' ? false : undefined;
}

/** All that the tool needs; undefined when the user would not give it. */
async function complete(
  turn: HarnessTurn,
  tool: HarnessTool,
  reading: Reading,
  phrases: Phrases,
): Promise<ReadonlyMap<string, unknown> | undefined> {
  const listed = new ListedChoices(turn, tool);
  let { parameters, values } = reading;
  let problems: readonly Problem[] = [...reading.problems.values()];
  const doubtful = new Set(reading.problems.keys());
  for (let round = 0; round < mostRounds; round++) {
    ({ parameters, values } = await listed.filledIn({ parameters, values }));
    if (missingIn({ parameters, values }).length === 0 && problems.length === 0) return values;
    const asked = parameters
      .filter(({ name }) => !listed.settled.has(name))
      .map((one) => (doubtful.has(one.name) ? { ...one, required: true } : one));
    const said = problems.map((problem) => problem(phrases));
    // The columns of a board can be offered once it is known which board.
    const waiting = listed.waiting({ parameters, values });
    const now = asked.filter(({ name }) => !waiting.has(name));
    const form = formFor(
      questionFor(tool, said, phrases),
      missingIn({ parameters: now, values }).length > 0 ? now : asked,
      values,
      phrases,
    );
    // A form without fields can't correct the problem.
    if (form.fields.length === 0) return undefined;
    const answer = await turn.ask(form);
    if (answer.kind === 'declined') return undefined;
    const shown = new Set(form.fields.map(({ id }) => id));
    const read = valuesOf(
      parameters.filter(({ name }) => shown.has(name)),
      answer.values,
    );
    values = new Map([...[...values].filter(([name]) => !shown.has(name)), ...read.values]);
    problems = read.problems;
  }
  return problems.length === 0 && missingIn({ parameters, values }).length === 0 ? values : undefined;
}

/** `To add a card I need:` */
function questionFor(tool: HarnessTool, problems: readonly string[], phrases: Phrases): string {
  const words = calledBy(tool).replace(/\s+tool$/iu, '');
  const isVerb =
    /^(?:add|append|list|query|describe|move|change|read|write|get|search|find|create|delete|remove|update|send|show|open|set|convert|run|make|edit|copy|save|echo|print|toggle|trigger|simulate|calculate|fetch|download)\b/iu.test(
      words,
    );
  const lower = words.replaceAll(/(?<!\p{L})\p{Lu}(?=\p{Ll})/gu, (letter) => letter.toLowerCase());
  const question = isVerb ? phrases.toRun(lower) : phrases.forRunning(words);
  return [question, ...problems].join(' ');
}
