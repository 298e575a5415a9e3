import type {
  WorkspaceContents,
  ListedArtifact,
  HarnessEvent,
  HarnessMessage,
  HarnessTool,
  HarnessTurn,
} from '@loggia/sessions/harness';
import { commandIn, readCommandLine, toolNamed, type Command } from '../command-line.ts';
import { artifactsWith, linkedIn } from '../desk/linked.ts';
import { perform } from '../desk/perform.ts';
import type { Situation } from '../desk/heard.ts';
import { tellHelp, type Telling } from '../desk/tell.ts';
import { understand } from '../desk/understand.ts';
import { rank } from '../ranking/rank.ts';
import type { Sentence } from '../reading/read-arguments.ts';
import { phrasesFor } from '../phrases/language.ts';
import type { Phrases } from '../phrases/english.ts';
import { listed, plain } from '../speech/markdown.ts';
import { listServers, listSkills, listTools } from '../speech/listing.ts';
import { described } from '../speech/present-call.ts';
import { skillFor, useSkill } from './use-skill.ts';
import { useTool } from './use-tool.ts';

interface OwnCommand {
  readonly description: string;
  run(turn: HarnessTurn, rest: string, telling: Telling): string;
}

const ownCommands: Readonly<Record<string, OwnCommand>> = {
  help: {
    description: 'Says what the operator can do',
    run: (_turn, _rest, telling) => tellHelp(telling),
  },
  tools: {
    description: 'Lists the tools of this session',
    run: (_turn, rest, { tools, phrases }) => listTools(tools, rest, phrases),
  },
  servers: {
    description: 'Lists the servers of this session',
    run: (_turn, _rest, { tools, phrases }) => listServers(tools, phrases),
  },
  skills: {
    description: 'Lists the skills of this session',
    run: (turn, _rest, { phrases }) => listSkills(turn.guidance().skills, phrases),
  },
};

/** For clients to offer while somebody types. */
export const ownCommandList = Object.entries(ownCommands).map(([name, { description }]) => ({
  name,
  description,
}));

/** Where there is no desk, plain words can still lead to tools. */
const noDesk: WorkspaceContents = {
  workspace: { id: '', title: '' },
  workspaces: [],
  artifacts: [],
  trash: [],
  types: [],
  collections: [],
  tools: '',
  servers: [],
  sessions: [],
};

/** Turns before that tell which language somebody writes, and what `it` is. */
const mostLookedBack = 5;

/**
 * Does what one message asks for. Commands are for the user to give: plain words of a View may suggest a tool, and the
 * host asks before it runs.
 */
export async function* answer(turn: HarnessTurn, message: HarnessMessage): AsyncGenerator<HarnessEvent> {
  const tools = turn.tools();
  const sentence = sentenceOf(message);
  const command = commandIn(message.text);
  const desk = (await turn.desk()) ?? noDesk;
  const before = turn.history().map((past) => past.message.text);
  const phrases = phrasesFor(message.text, before.slice(-mostLookedBack), turn.locale);
  if (message.view && command) {
    const { title } = message.view;
    return yield* say(phrases.viewSentCommand(title === undefined ? undefined : plain(title)));
  }
  if (command) return yield* obey(turn, message, command, sentence, { desk, tools, phrases });
  const { text, attached: attachedText } = sentence;
  const selected = selectedWith(message, desk);
  const situation: Situation = {
    desk,
    tools,
    phrases,
    attached: attachedTo(message, desk),
    selected,
    spokenOf: spokenOf(turn, desk),
    hasMovedOn: hasMovedOn(turn, selected, desk),
  };
  yield* perform(understand(text, situation, attachedText), { turn, situation, text });
}

function attachedTo(
  { attachments = [] }: HarnessMessage,
  desk: WorkspaceContents,
): readonly ListedArtifact[] {
  return artifactsWith(
    attachments.flatMap(({ artifact, view }) => (artifact === undefined || view ? [] : [artifact])),
    desk,
  );
}

function selectedWith(
  { attachments = [], view }: HarnessMessage,
  desk: WorkspaceContents,
): readonly ListedArtifact[] {
  return view
    ? []
    : artifactsWith(
        attachments.flatMap(({ selected = [] }) => selected),
        desk,
      );
}

/**
 * A selection that was there with the message before, too, is older than what has been spoken of since: `make a board` and
 * then `add a card to it` mean the board, whatever is still selected.
 */
function hasMovedOn(
  turn: HarnessTurn,
  selected: readonly ListedArtifact[],
  desk: WorkspaceContents,
): boolean {
  const before = turn.history().at(-1);
  const earlier = before ? selectedWith(before.message, desk) : [];
  return earlier.length === selected.length && earlier.every((one) => selected.includes(one));
}

/** The one thing that was spoken of last, which may be a few turns ago; nothing where it was one of several. */
function spokenOf(turn: HarnessTurn, desk: WorkspaceContents): readonly ListedArtifact[] {
  for (const { message, reply } of turn.history().slice(-mostLookedBack).toReversed()) {
    const linked = linkedIn(reply, desk);
    const meant = linked.length > 0 ? linked : attachedTo(message, desk);
    if (meant.length > 0) return meant.length === 1 ? meant : [];
  }
  return [];
}

/** Our own commands go first, so that they mean the same everywhere. */
async function* obey(
  turn: HarnessTurn,
  message: HarnessMessage,
  command: Command,
  sentence: Sentence,
  telling: Telling,
): AsyncGenerator<HarnessEvent> {
  const { desk, tools, phrases } = telling;
  const { name, rest } = command;
  const own = ownCommands[name.toLowerCase()];
  if (own && Object.hasOwn(ownCommands, name.toLowerCase())) return yield* say(own.run(turn, rest, telling));
  const invoked = message === turn.message ? turn.guidance().invoked : undefined;
  if (invoked) return yield* useSkill(turn, invoked, tools, phrases);
  const use = { picked: 'by-name', desk, phrases, sentence: message.text } as const;
  const tool = toolNamed(name, tools);
  if (tool) return yield* useTool(turn, tool, readCommandLine(tool, { ...sentence, text: rest }), use);
  const skill = await skillFor(turn, command);
  if (skill) return yield* useSkill(turn, skill, tools, phrases);
  // The way to a tool whose name means something else.
  const inner = name.toLowerCase() === 'tool' ? commandIn(`/${rest.replace(/^\//u, '')}`) : undefined;
  const hidden = inner && toolNamed(inner.name, tools);
  if (inner && hidden) {
    return yield* useTool(turn, hidden, readCommandLine(hidden, { ...sentence, text: inner.rest }), use);
  }
  return yield* say(unknown(inner?.name ?? name, tools, phrases));
}

function unknown(name: string, tools: readonly HarnessTool[], phrases: Phrases): string {
  const alike = rank(name, tools)
    .slice(0, 3)
    .map((one) => described(one.tool));
  const suggestion = alike.length > 0 ? ` ${phrases.didYouMean}\n\n${listed(alike)}` : '';
  return `${phrases.noSuchCommand(plain(name))}${suggestion}`;
}

function* say(text: string): Generator<HarnessEvent> {
  yield { kind: 'text', text: `${text}\n\n` };
}

/** A selection, and attachments that a View adds, are context. They must not fill in the arguments of a call. */
function sentenceOf({ text, attachments = [] }: HarnessMessage): Sentence {
  const texts = attachments.flatMap((attachment) =>
    attachment.text === undefined || attachment.view || attachment.selected ? [] : [attachment.text],
  );
  return { text: text.trim(), attached: texts.length > 0 ? texts.join('\n\n') : undefined };
}
