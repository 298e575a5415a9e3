import type {
  HarnessEvent,
  HarnessMessage,
  HarnessTool,
  HarnessTurn,
  SpeakingView,
} from '@loggia/sessions/harness';
import { commandIn, readCommandLine, toolNamed, type Command } from '../command-line.ts';
import { choose } from '../ranking/choose.ts';
import { rank } from '../ranking/rank.ts';
import { readArguments, type Sentence } from '../reading/read-arguments.ts';
import { listed, plain } from '../speech/markdown.ts';
import { listServers, listSkills, listTools, noTools } from '../speech/listing.ts';
import { isGreeting, overview } from '../speech/overview.ts';
import { described } from '../speech/present-call.ts';
import { pickTool } from './pick-tool.ts';
import { skillFor, useSkill } from './use-skill.ts';
import { useTool } from './use-tool.ts';

const ownCommands: Readonly<
  Record<string, (turn: HarnessTurn, tools: readonly HarnessTool[], rest: string) => string>
> = {
  help: (_turn, tools) => overview(tools),
  tools: (_turn, tools, rest) => listTools(tools, rest),
  servers: (_turn, tools) => listServers(tools),
  skills: (turn) => listSkills(turn.guidance().skills),
};

/** Does what one message asks for. */
export async function* answer(turn: HarnessTurn, message: HarnessMessage): AsyncGenerator<HarnessEvent> {
  const tools = turn.tools();
  const sentence = sentenceOf(message);
  const command = commandIn(message.text);
  if (message.view) return yield* hearView(turn, message.view, sentence, command, tools);
  if (command) return yield* obey(turn, message, command, sentence, tools);
  if (isGreeting(message.text)) return yield* say(overview(tools));
  return yield* understand(turn, sentence, tools);
}

/** Commands are for the user to give. Plain words of a View may suggest a tool, and the host asks before it runs. */
async function* hearView(
  turn: HarnessTurn,
  view: SpeakingView,
  sentence: Sentence,
  command: Command | undefined,
  tools: readonly HarnessTool[],
): AsyncGenerator<HarnessEvent> {
  if (!command) return yield* understand(turn, sentence, tools);
  const named = view.title === undefined ? 'The View' : `The View “${plain(view.title)}”`;
  return yield* say(
    `${named} sent a command. Only you can give commands, so I did nothing. To run it, type it yourself.`,
  );
}

/** Finds the tool that plain words ask for. */
async function* understand(
  turn: HarnessTurn,
  sentence: Sentence,
  tools: readonly HarnessTool[],
): AsyncGenerator<HarnessEvent> {
  if (tools.length === 0) return yield* say(noTools);
  const decision = choose(rank(sentence.text, tools));
  if (decision.kind === 'nothing') return yield* say(notFound(decision.nearest));
  const tool =
    decision.kind === 'sure'
      ? decision.tool
      : await pickTool(turn, questionAbout(decision.tools), decision.tools);
  if (tool) return yield* useTool(turn, tool, readArguments(tool, sentence), 'by-words');
  const nearest = decision.kind === 'unsure' ? decision.tools : [];
  return yield* say(`I left it at that. These came closest:\n\n${listed(nearest.map(described))}`);
}

/** Our own commands go first, so that they mean the same everywhere. */
async function* obey(
  turn: HarnessTurn,
  message: HarnessMessage,
  command: Command,
  sentence: Sentence,
  tools: readonly HarnessTool[],
): AsyncGenerator<HarnessEvent> {
  const { name, rest } = command;
  const own = ownCommands[name.toLowerCase()];
  if (own && Object.hasOwn(ownCommands, name.toLowerCase())) return yield* say(own(turn, tools, rest));
  const invoked = message === turn.message ? turn.guidance().invoked : undefined;
  if (invoked) return yield* useSkill(turn, invoked, tools);
  const tool = toolNamed(name, tools);
  if (tool) {
    const reading = readCommandLine(tool, { ...sentence, text: rest });
    return yield* useTool(turn, tool, reading, 'by-name');
  }
  const skill = await skillFor(turn, command);
  if (skill) return yield* useSkill(turn, skill, tools);
  // The way to a tool whose name means something else.
  const inner = name.toLowerCase() === 'tool' ? commandIn(`/${rest.replace(/^\//u, '')}`) : undefined;
  const hidden = inner && toolNamed(inner.name, tools);
  if (inner && hidden) {
    const reading = readCommandLine(hidden, { ...sentence, text: inner.rest });
    return yield* useTool(turn, hidden, reading, 'by-name');
  }
  return yield* say(unknown(inner?.name ?? name, tools));
}

function questionAbout({ length }: readonly HarnessTool[]): string {
  return length === 1 ? 'This tool could be meant.' : 'Several tools could be meant.';
}

function unknown(name: string, tools: readonly HarnessTool[]): string {
  const alike = rank(name, tools)
    .slice(0, 3)
    .map((one) => described(one.tool));
  const suggestion = alike.length > 0 ? ` Did you mean one of these?\n\n${listed(alike)}` : '';
  return `There is no tool or skill called “${plain(name)}”. \`/tools\` and \`/skills\` list what there is.${suggestion}`;
}

function* say(text: string): Generator<HarnessEvent> {
  yield { kind: 'text', text: `${text}\n\n` };
}

function notFound(nearest: readonly HarnessTool[]): string {
  const opening =
    'I found no tool for that. `/tools` lists them all, `/tools words` looks for some, `/help` says what I understand.';
  return nearest.length > 0 ? `${opening} The nearest are:\n\n${listed(nearest.map(described))}` : opening;
}

/** What a View tells a model beside the user's message is context. It must not fill in the arguments of a call. */
function sentenceOf({ text, attachments = [] }: HarnessMessage): Sentence {
  const texts = attachments.flatMap((attachment) =>
    attachment.text === undefined || attachment.view ? [] : [attachment.text],
  );
  return { text: text.trim(), attached: texts.length > 0 ? texts.join('\n\n') : undefined };
}
