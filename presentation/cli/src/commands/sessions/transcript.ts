import type { WholeSession } from '@loggia/client';
import {
  delegatedChatOf,
  delegatedTaskOf,
  summaryMarkOf,
  viewContextsOf,
  viewSpeakerOf,
  type ActiveTurn,
  type ChatInputRequest,
  type Message,
  type ResponsePart,
  type SessionState,
  type ToolCall,
  type Turn,
} from '@loggia/protocol';
import { callLine, inputOf, ownerOf, placesOf, plainText, resultOf, statusWord } from '../tool-call-words.ts';
import { sessionUsed, turnUsed } from '../usage-words.ts';
import { contextSources } from '../view-context-words.ts';

/** `short`: for reading at a terminal, calls on one line. `whole`: Markdown with everything in it. */
export type Detail = 'short' | 'whole';

/** The session as text, with strangers' Markdown unchanged: the caller makes it printable. */
export function transcript({ state, chats }: WholeSession, detail: Detail): string {
  const blocks = [`# ${oneLine(state.title)}`];
  for (const chat of chats) {
    if (chats.length > 1) blocks.push(`# ${oneLine(chat.title)}`);
    const opener = delegatedChatOf(chat)?.agent;
    if (opener !== undefined) blocks.push(`[opened by the agent ${shortName(opener)}]`);
    const turns = chat.activeTurn === undefined ? chat.turns : [...chat.turns, chat.activeTurn];
    for (const turn of turns) blocks.push(...turnBlocks(turn, state, detail));
    const sources = contextSources(viewContextsOf(chat));
    if (sources !== undefined) blocks.push(`[the next message goes with context from ${sources}]`);
  }
  const used = sessionUsed(state);
  if (used !== undefined) blocks.push(`[the session so far: ${used}]`);
  return `${blocks.join('\n\n')}\n`;
}

function turnBlocks(turn: Turn | ActiveTurn, session: SessionState, detail: Detail): readonly string[] {
  const { message, startedAt, responseParts } = turn;
  const used = turnUsed(turn.usage);
  const attachments = message.attachments ?? [];
  return [
    `## ${speakerOf(message)}${startedAt === undefined ? '' : ` (${startedAt})`}`,
    message.text.trimEnd(),
    ...(attachments.length === 0
      ? []
      : [`[with ${attachments.map(({ label }) => oneLine(label)).join(', ')}]`]),
    '## Agent',
    ...responseParts.flatMap((part) => partBlock(part, session, detail)),
    ...('state' in turn ? (turn.state === 'cancelled' ? ['[canceled]'] : []) : ['[still running]']),
    ...(used === undefined ? [] : [`[${used}]`]),
  ].filter((block) => block !== '');
}

/** A View's words are not the user's, whatever origin the message has. */
function speakerOf(message: Message): string {
  const view = viewSpeakerOf(message);
  const { kind } = message.origin;
  const giver = kind === 'agent' ? delegatedTaskOf(message) : undefined;
  if (!view && giver) return `Agent ${shortName(giver.name)}`;
  if (!view) return kind === 'user' ? 'You' : oneLine(kind);
  const { title, server } = view;
  const name = title === undefined ? 'A View' : `View “${shortName(title)}”`;
  return server === undefined ? name : `${name} of ${shortName(server)}`;
}

function shortName(name: string): string {
  const line = oneLine(name);
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}

function partBlock(part: ResponsePart, session: SessionState, detail: Detail): readonly string[] {
  switch (part.kind) {
    case 'markdown':
      return [part.content.trimEnd()];
    case 'reasoning':
      return detail === 'short' ? [] : [quoted(part.content.trimEnd())];
    case 'toolCall':
      return detail === 'short'
        ? [`• ${shortened(callLine(part.toolCall, session))}`]
        : [wholeCall(part.toolCall, session)];
    case 'systemNotification':
      return [`[${plainText(part.content)}]`, ...(detail === 'whole' ? summaryOf(part) : [])];
    case 'inputRequest':
      return [`[asked: ${oneLine(askedFor(part.request))}; ${part.response ?? 'no answer yet'}]`];
    case 'error':
      return [`[error: ${part.error.message}]`];
    case 'contentRef':
      return [`[${part.uri}]`];
    default:
      return [];
  }
}

function summaryOf(part: ResponsePart): readonly string[] {
  const text = summaryMarkOf(part)?.text;
  return text === undefined ? [] : [quoted(text)];
}

function wholeCall(call: ToolCall, session: SessionState): string {
  const owner = ownerOf(call, session);
  const result = resultOf(call);
  const head = `**${oneLine(call.displayName)}**${owner === undefined ? '' : ` (${oneLine(owner)})`}: ${statusWord(call)}`;
  const places = placesOf(call, session).map(oneLine);
  const where = places.length === 0 ? [] : [`[in ${places.join(', ')}]`];
  return [head, ...where, fenced(inputOf(call)), ...(result === '' ? [] : [fenced(result)])].join('\n\n');
}

/** With a fence that the text itself cannot close. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text.trimEnd()}\n${fence}`;
}

function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
}

function askedFor({ message, questions }: ChatInputRequest): string {
  return message ?? questions?.map((question) => question.message).join(', ') ?? '';
}

function shortened(text: string): string {
  return text.length > 160 ? `${text.slice(0, 159)}…` : text;
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
