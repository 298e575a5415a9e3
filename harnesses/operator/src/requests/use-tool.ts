import type { HarnessEvent, HarnessTool, HarnessTurn } from '@loggia/sessions/harness';
import { missingIn, type Reading } from '../reading/read-arguments.ts';
import { formFor } from '../schema/form-of-parameters.ts';
import { valuesOf } from '../schema/values-of-form.ts';
import { plain } from '../speech/markdown.ts';
import { announce, usage } from '../speech/present-call.ts';
import { presentResult } from '../speech/present-result.ts';
import { progressOf } from './progress.ts';

/** Who picked the tool: what the user asked for in so many words is not asked about again. */
export type Picked = 'by-name' | 'by-words';

const mostRounds = 3;

/** Asks for what is missing, says what will be done, does it, and says what came of it. */
export async function* useTool(
  turn: HarnessTurn,
  tool: HarnessTool,
  reading: Reading,
  picked: Picked,
): AsyncGenerator<HarnessEvent> {
  const values = await complete(turn, tool, reading);
  if (!values) {
    const say = `I left **${plain(tool.name)}** alone. You can give everything at once with ${usage(tool)}.\n\n`;
    yield { kind: 'text', text: say };
    return;
  }
  yield { kind: 'text', text: announce(tool, values) };
  const confirm = confirmation(turn, tool, picked);
  const outcome = await turn.callTool({
    name: tool.name,
    input: JSON.stringify(Object.fromEntries(values)),
    says:
      confirm === true
        ? `Use ${tool.name} again? It may have run before the interruption.`
        : `Using ${tool.title ?? tool.name}`,
    ...(confirm !== undefined && { confirm }),
  });
  yield { kind: 'text', text: `${presentResult(tool, outcome)}\n\n` };
}

/** A call that may have been made before the turn broke off is made again only if that changes nothing, or when told to. */
function confirmation(turn: HarnessTurn, tool: HarnessTool, picked: Picked): boolean | undefined {
  const mayHaveRun = progressOf(turn).kind === 'announced';
  if (mayHaveRun && tool.readOnly !== true) return true;
  return picked === 'by-name' ? false : undefined;
}

/** All that the tool needs; undefined when the user would not give it. */
async function complete(
  turn: HarnessTurn,
  tool: HarnessTool,
  reading: Reading,
): Promise<ReadonlyMap<string, unknown> | undefined> {
  const { parameters } = reading;
  let { values } = reading;
  let problems: readonly string[] = [...reading.problems.values()];
  const doubtful = new Set(reading.problems.keys());
  for (let round = 0; round < mostRounds; round++) {
    if (missingIn({ parameters, values }).length === 0 && problems.length === 0) return values;
    const asked = parameters.map((one) => (doubtful.has(one.name) ? { ...one, required: true } : one));
    const form = formFor(questionFor(tool, problems), asked, values);
    // What is wrong cannot be corrected where there is no field for it.
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

function questionFor(tool: HarnessTool, problems: readonly string[]): string {
  const whose = tool.server ? ` of ${plain(tool.server)}` : '';
  return [`**${plain(tool.name)}**${whose} needs this to run.`, ...problems].join(' ');
}
