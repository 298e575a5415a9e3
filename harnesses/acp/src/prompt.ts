import {
  viewName,
  type AgentCommand,
  type HarnessMessage,
  type HarnessTurn,
  type PastTurn,
  type Recalled,
} from '@loggia/sessions/harness';
import { attached, type PromptCapabilities } from './attachments.ts';
import type { ContentBlock } from './protocol.ts';

/** How much of an earlier conversation a new session is given, in characters; the end counts. */
const longestHistory = 60_000;
/** How much of each result in it. */
const historyResult = 1_000;

type PastCall = Extract<PastTurn['parts'][number], { readonly kind: 'tool' }>;

export interface PromptContext {
  readonly capabilities: PromptCapabilities;
  /** The agent's session doesn't know the conversation so far. */
  readonly isNew: boolean;
  /** The instructions for this message. */
  readonly instructions: string;
  /** Those that were sent last. */
  readonly instructed: string;
  /** The message is a command of the agent's own. */
  readonly isCommand?: boolean;
}

/** The message of a turn as the agent gets it, and what comes before it. */
export function promptOf(turn: HarnessTurn, context: PromptContext): ContentBlock[] {
  // Agents recognize a command only at the very beginning, and what comes with it may be taken for its input.
  if (context.isCommand) return messageBlocks(turn.message, undefined, context.capabilities);
  const { instructions } = context;
  const history = context.isNew ? historyText(turn.recall()) : '';
  return [
    ...(instructions !== '' && (context.isNew || instructions !== context.instructed)
      ? [text(instructions)]
      : []),
    ...(history === '' ? [] : [text(history)]),
    ...messageBlocks(turn.message, turn.guidance().invoked?.text, context.capabilities),
    ...resumed(turn),
  ];
}

/** Whether a message of the user begins with one of the agent's commands. */
export function commandIn({ text: said, view }: HarnessMessage, commands: readonly AgentCommand[]): boolean {
  const [, name] = /^\/(\S+)/.exec(said) ?? [];
  return !view && commands.some((command) => command.name === name);
}

/**
 * The instructions of customizations for this message, and the folders besides the primary one, for an agent that can't
 * be told of them in another way.
 */
export function instructionsOf(turn: Pick<HarnessTurn, 'guidance'>, folders: readonly string[]): string {
  const { persona, rules } = turn.guidance();
  const sections = [
    folders.length === 0
      ? ''
      : `# Folders\n\nBesides the current folder, the user works in these:\n\n${folders.map((each) => `- ${each}`).join('\n')}`,
    persona?.instructions ?? '',
    ...rules.map(
      ({ name, text: rule, files }) => `# ${name}${files ? ` (for ${files.join(', ')})` : ''}\n\n${rule}`,
    ),
  ].filter((section) => section.trim() !== '');
  return sections.length === 0 ? '' : `Instructions for this conversation:\n\n${sections.join('\n\n')}`;
}

function messageBlocks(
  message: HarnessMessage,
  invoked: string | undefined,
  capabilities: PromptCapabilities,
): ContentBlock[] {
  const { view } = message;
  const words = invoked ?? message.text;
  const said = view ? `[A message from ${viewName(view)}, not from the user:]\n\n${words}` : words;
  return [text(said), ...attached(message, capabilities).blocks];
}

function historyText({ summary, turns }: Recalled): string {
  if (summary === undefined && turns.length === 0) return '';
  const whole = [
    ...(summary === undefined ? [] : [`A summary of the beginning: ${summary}`]),
    ...turns.map(({ message, parts }) => `User: ${message.text}\n\nYou: ${partsText(parts, historyResult)}`),
  ].join('\n\n');
  const kept = whole.length <= longestHistory ? whole : `[…]${whole.slice(-longestHistory)}`;
  return `The conversation so far, which you don't need to answer again:\n\n${kept}\n\nThe next message:`;
}

/** `result` is how much of a result is told, in characters. */
function partsText(parts: PastTurn['parts'], result: number): string {
  const said = parts.map((part) => (part.kind === 'text' ? part.text : callText(part, result)));
  return said.join('\n') || '(nothing)';
}

function callText({ name, input, outcome }: PastCall, result: number): string {
  const used = `You used ${name} with ${input.slice(0, 500)}.`;
  const answer = outcome.kind === 'done' ? outcome.text : outcome.message;
  const told = answer?.slice(0, result) ?? '';
  if (told === '') return `[${used}]`;
  const cut = told === answer ? '' : ' […]';
  return outcome.kind === 'done' ? `[${used} It answered: ${told}${cut}]` : `[${used} ${told}${cut}]`;
}

function resumed({ resumes }: HarnessTurn): ContentBlock[] {
  if (!resumes) return [];
  const soFar = partsText(resumes.parts, longestHistory).slice(-longestHistory);
  return [
    text(
      `Your answer to this was interrupted. It was:\n\n${soFar}\n\nGo on from where it ends, without repeating it.`,
    ),
  ];
}

function text(content: string): ContentBlock {
  return { type: 'text', text: content };
}
