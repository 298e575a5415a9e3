import {
  viewSpeakerOf,
  type Attachment,
  type ChatState,
  type MediumOf,
  type Message,
  type ModelSelection,
  type ResponsePart,
} from '@loggia/protocol';
import { embeddedText, mediaOf, type ModelInput } from '../embedded.ts';
import type { HarnessAttachment, HarnessMessage, PastPart, PastTurn, SpeakingView } from '../harness.ts';
import { pastOutcomeOf } from './outcome.ts';

export function textOf(parts: readonly ResponsePart[]): string {
  return parts.flatMap((part) => (part.kind === 'markdown' ? [part.content] : [])).join('\n\n');
}

export function modelOf(model: ModelSelection): NonNullable<HarnessMessage['model']> {
  return { id: model.id, ...(model.config && { config: model.config }) };
}

function attachmentOf(attachment: Attachment, mediumOf: MediumOf): HarnessAttachment {
  return { label: attachment.label, ...viewOf(attachment), ...contentOf(attachment, mediumOf) };
}

function contentOf(attachment: Attachment, mediumOf: MediumOf): Omit<HarnessAttachment, 'label'> {
  switch (attachment.type) {
    case 'simple':
      return attachment.modelRepresentation ? { text: attachment.modelRepresentation } : {};
    case 'embeddedResource':
      return embeddedOf(attachment, mediumOf);
    case 'resource':
      return { uri: attachment.uri };
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

export function harnessMessage(message: Message, mediumOf: MediumOf): HarnessMessage {
  return {
    text: message.text,
    ...viewOf(message),
    ...(message.model && { model: modelOf(message.model) }),
    ...(message.attachments && {
      attachments: message.attachments.map((each) => attachmentOf(each, mediumOf)),
    }),
  };
}

/** What the agent said and did. */
export function pastParts(parts: readonly ResponsePart[], model: ModelInput): PastPart[] {
  return parts.flatMap((part): PastPart[] => {
    if (part.kind === 'markdown') return [{ kind: 'text', text: part.content }];
    if (part.kind !== 'toolCall') return [];
    const { toolCall: call } = part;
    const input = 'toolInput' in call && typeof call.toolInput === 'string' ? call.toolInput : '{}';
    const outcome = pastOutcomeOf(call, model);
    return [{ kind: 'tool', id: call.toolCallId, name: call.toolName, input, outcome }];
  });
}

export function pastTurns(state: ChatState, model: ModelInput): PastTurn[] {
  return state.turns.map((turn) => ({
    message: harnessMessage(turn.message, model.mediumOf),
    reply: textOf(turn.responseParts),
    parts: pastParts(turn.responseParts, model),
  }));
}

/** Up to and with one turn: what a chat that branched off there knows. */
export function pastTurnsThrough(state: ChatState, turnId: string, model: ModelInput): PastTurn[] {
  const index = state.turns.findIndex((turn) => turn.id === turnId);
  return index < 0 ? [] : pastTurns({ ...state, turns: state.turns.slice(0, index + 1) }, model);
}
