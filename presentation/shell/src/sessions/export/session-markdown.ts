import type { WholeSession } from '@loggia/client';
import {
  artifactLink,
  attachedArtifactOf,
  attachedFileOf,
  callLocationsOf,
  locationWords,
  summaryMarkOf,
  viewSpeakerOf,
  type ActiveTurn,
  type Attachment,
  type Message,
  type ResponsePart,
  type SessionState,
  type ToolCall,
  type ToolContent,
  type Turn,
} from '@loggia/protocol';
import { contentOf, failureOf, inputOf, ownerOf, plain, stateOf, titleOf } from '../calls/call-words.ts';
import { pretty } from '../calls/json-text.ts';
import { chatName } from '../chat/chat-name.ts';
import { speakerOf } from '../transcript/speaker.ts';
import { bytes } from '../../ui/bytes.ts';

/** For reading: all messages and calls, in order. */
export function sessionMarkdown({ state, chats }: WholeSession): string {
  const blocks = [`# ${oneLine(state.title)}`];
  for (const chat of chats) {
    const listed = state.chats.find(({ resource }) => resource === chat.resource);
    if (chats.length > 1) blocks.push(`# ${oneLine(chatName(listed ?? chat, state))}`);
    const turns = chat.activeTurn === undefined ? chat.turns : [...chat.turns, chat.activeTurn];
    blocks.push(...turns.flatMap((turn) => turnBlocks(turn, state)));
  }
  return `${blocks.filter((block) => block.trim() !== '').join('\n\n')}\n`;
}

function turnBlocks(turn: Turn | ActiveTurn, session: SessionState): readonly string[] {
  const { message, startedAt, responseParts } = turn;
  return [
    `## ${speaker(message)}${startedAt === undefined ? '' : ` (${startedAt})`}`,
    message.text.trimEnd(),
    attachmentsOf(message),
    '## Agent',
    ...responseParts.map((part) => partBlock(part, session)),
    'state' in turn ? (turn.state === 'cancelled' ? '*Stopped*' : '') : '*Still running*',
  ];
}

function speaker(message: Message): string {
  return viewSpeakerOf(message) ? oneLine(speakerOf(message)) : 'You';
}

function attachmentsOf({ attachments = [] }: Message): string {
  return attachments.length === 0 ? '' : `*With ${attachments.map(attachmentName).join(', ')}*`;
}

/** An artifact is linked. A file is only named: Markdown has no place for its bytes. */
function attachmentName(attachment: Attachment): string {
  const label = oneLine(attachment.label);
  const artifact = attachedArtifactOf(attachment);
  if (artifact) return `[${label.replace(/[\\[\]]/g, '\\$&')}](${artifactLink(artifact.id)})`;
  const file = attachedFileOf(attachment);
  if (file === undefined) return `“${label}”`;
  const facts = [...(file.contentType === undefined ? [] : [file.contentType]), bytes(file.size)];
  return `“${label}” (${facts.join(', ')})`;
}

function partBlock(part: ResponsePart, session: SessionState): string {
  switch (part.kind) {
    case 'markdown':
      return part.content.trimEnd();
    case 'reasoning':
      return quoted(part.content.trimEnd());
    case 'toolCall':
      return callBlock(part.toolCall, session);
    case 'systemNotification': {
      const notice = `*${oneLine(plain(part.content))}*`;
      const summary = summaryMarkOf(part)?.text;
      return summary === undefined ? notice : `${notice}\n\n${quoted(summary)}`;
    }
    case 'inputRequest': {
      const { message, questions = [] } = part.request;
      const asked = message ?? questions.map((question) => question.message).join(', ');
      return `*Asked: ${oneLine(asked)} (${part.response ?? 'not answered yet'})*`;
    }
    case 'error':
      return `*Interrupted: ${oneLine(part.error.message)}*`;
    case 'contentRef':
      return `*${part.uri}*`;
    default:
      return '';
  }
}

function callBlock(call: ToolCall, session: SessionState): string {
  const owner = ownerOf(call, session);
  const by = owner === undefined ? '' : `, ${oneLine(owner.name)}`;
  const input = pretty(inputOf(call) ?? '');
  const failure = failureOf(call);
  const structured = 'structuredContent' in call ? call.structuredContent : undefined;
  const content = contentOf(call).map(contentText).filter(Boolean).join('\n');
  const result = content || (structured === undefined ? '' : JSON.stringify(structured, undefined, 2));
  return [
    `**${oneLine(titleOf(call))}** (\`${oneLine(call.toolName)}\`${by}): ${stateOf(call).word}`,
    placesOf(call, session),
    input === '' || input === '{}' ? '' : fenced(input),
    failure === undefined ? (result === '' ? '' : fenced(result)) : quoted(failure),
  ]
    .filter((block) => block !== '')
    .join('\n\n');
}

function placesOf(call: ToolCall, { workingDirectories }: SessionState): string {
  const places = callLocationsOf(call).map((place) => locationWords(place, workingDirectories));
  return places.length === 0 ? '' : `*In ${places.map((place) => `\`${oneLine(place)}\``).join(', ')}*`;
}

function contentText(content: ToolContent): string {
  switch (content.type) {
    case 'text':
      return content.text;
    case 'embeddedResource':
      return `[${content.contentType || 'data'}]`;
    case 'resource':
      return `[${content.uri}]`;
    case 'terminal':
      return content.result?.preview ?? `[${content.title}]`;
    default:
      return `[${content.type}]`;
  }
}

/** With a fence that the text itself can't close. */
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

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
