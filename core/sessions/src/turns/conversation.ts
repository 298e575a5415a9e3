import {
  artifactOfLink,
  attachedAnnotationsOf,
  attachedFileOf,
  selectionIn,
  viewSpeakerOf,
  withoutTakenOver,
  type Attachment,
  type ChatState,
  type MediumOf,
  type Message,
  type ModelSelection,
  type ResponsePart,
  type Turn,
} from '@loggia/protocol';
import { embeddedText, mediaOf, type ModelInput } from '../embedded.ts';
import type { HarnessAttachment, HarnessMessage, PastPart, PastTurn, SpeakingView } from '../harness.ts';
import type { ChatTextOf } from './attached-chats.ts';
import type { FileContentOf } from './file-contents.ts';
import { pastOutcomeOf } from './outcome.ts';

/** Contents that were read ahead for messages. */
export interface ReadAhead {
  readonly fileOf: FileContentOf;
  readonly chatOf: ChatTextOf;
}

const nothing: ReadAhead = { fileOf: () => undefined, chatOf: () => undefined };
/** For comments in messages that were stored before the host read them. */
const unread = '[These comments could not be read.]';
/** The longest selection that is told, in characters. */
const longestSelection = 20_000;

export function textOf(parts: readonly ResponsePart[]): string {
  return parts.flatMap((part) => (part.kind === 'markdown' ? [part.content] : [])).join('\n\n');
}

export function modelOf(model: ModelSelection): NonNullable<HarnessMessage['model']> {
  return { id: model.id, ...(model.config && { config: model.config }) };
}

function attachmentOf(
  attachment: Attachment,
  mediumOf: MediumOf,
  { fileOf, chatOf }: ReadAhead,
): HarnessAttachment {
  const artifact = artifactOf(attachment);
  const file = attachedFileOf(attachment);
  const selected = selectionIn(attachment);
  const chat = viewSpeakerOf(attachment) ? undefined : chatOf(attachment);
  return {
    label: attachment.label,
    ...viewOf(attachment),
    ...((file && fileOf(file)) ?? contentOf(attachment, mediumOf)),
    ...(chat !== undefined && { text: chat }),
    ...(artifact !== undefined && { artifact }),
    ...(selected && { selected }),
  };
}

/** Clients either name the artifact they attach, or attach its address. */
function artifactOf(attachment: Attachment): string | undefined {
  const { id } = (attachment._meta?.['loggia.artifact'] ?? {}) as { readonly id?: unknown };
  if (typeof id === 'string') return id;
  return attachment.type === 'resource' ? artifactOfLink(attachment.uri) : undefined;
}

function contentOf(attachment: Attachment, mediumOf: MediumOf): Omit<HarnessAttachment, 'label'> {
  switch (attachment.type) {
    case 'simple':
      return attachment.modelRepresentation ? { text: attachment.modelRepresentation } : {};
    case 'embeddedResource':
      return embeddedOf(attachment, mediumOf);
    case 'resource':
      return { uri: attachment.uri };
    case 'annotations':
      return { text: attachedAnnotationsOf(attachment)?.text ?? unread };
    default:
      return { uri: attachment.resource };
  }
}

function viewOf(said: Message | Attachment): { readonly view?: SpeakingView } {
  const speaker = viewSpeakerOf(said);
  if (!speaker) return {};
  const { title, server } = speaker;
  return { view: { ...(title !== undefined && { title }), ...(server !== undefined && { server }) } };
}

function embeddedOf(
  attachment: Extract<Attachment, { type: 'embeddedResource' }>,
  mediumOf: MediumOf,
): Omit<HarnessAttachment, 'label'> {
  const media = mediaOf(attachment, mediumOf);
  if (media) return { media };
  const text = attachment.selection?.text ?? embeddedText(attachment, mediumOf);
  return { text: text ?? `[${attachment.contentType || 'data'} that cannot be shown to a model]` };
}

/** `read` supplies the contents of files and chats, but only for messages of the user: a View's stay unread. */
export function harnessMessage(
  message: Message,
  mediumOf: MediumOf,
  read: ReadAhead = nothing,
): HarnessMessage {
  const allowed = viewSpeakerOf(message) ? nothing : read;
  return {
    text: message.text,
    ...viewOf(message),
    ...(message.model && { model: modelOf(message.model) }),
    ...(message.attachments && {
      attachments: message.attachments.map((each) => attachmentOf(each, mediumOf, allowed)),
    }),
  };
}

/** Everything the agent said and did. */
export function pastParts(parts: readonly ResponsePart[], model: ModelInput): PastPart[] {
  return withoutTakenOver(parts).flatMap((part): PastPart[] => {
    if (part.kind === 'markdown') return [{ kind: 'text', text: part.content }];
    if (part.kind !== 'toolCall') return [];
    const { toolCall: call } = part;
    const input = 'toolInput' in call && typeof call.toolInput === 'string' ? call.toolInput : '{}';
    const outcome = pastOutcomeOf(call, model);
    return [{ kind: 'tool', id: call.toolCallId, name: call.toolName, input, outcome }];
  });
}

export function pastTurns(
  state: Pick<ChatState, 'turns'> & Partial<Pick<ChatState, 'origin'>>,
  model: ModelInput,
  read: ReadAhead = nothing,
): PastTurn[] {
  return state.turns.map((turn, index) => ({
    id: turn.id,
    message: withSelection(harnessMessage(turn.message, model.mediumOf, read), state, index),
    reply: textOf(turn.responseParts),
    parts: pastParts(turn.responseParts, model),
  }));
}

/** A side chat is about the text that was selected: its first message carries it. */
export function withSelection(
  message: HarnessMessage,
  { origin }: Partial<Pick<ChatState, 'origin'>>,
  turn: number,
): HarnessMessage {
  const selected = origin?.kind === 'sideChat' ? origin.selection?.text : undefined;
  if (turn > 0 || selected === undefined || selected === '') return message;
  const attachment = { label: 'Selected text', text: selected.slice(0, longestSelection) };
  return { ...message, attachments: [attachment, ...(message.attachments ?? [])] };
}

/** The turns up to and including one: the history of a chat that branched off there. */
export function turnsThrough({ turns }: Pick<ChatState, 'turns'>, turnId: string): Turn[] {
  const index = turns.findIndex((turn) => turn.id === turnId);
  return turns.slice(0, index + 1);
}
