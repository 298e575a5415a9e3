import type { Attachment, ChatState, Message, ModelSelection, ResponsePart } from '@loggia/protocol';
import { embeddedText, mediaOf } from '../embedded.ts';
import type { HarnessAttachment, HarnessMessage, PastPart, PastTurn } from '../harness.ts';
import { pastOutcomeOf } from './outcome.ts';

export function textOf(parts: readonly ResponsePart[]): string {
  return parts.flatMap((part) => (part.kind === 'markdown' ? [part.content] : [])).join('\n\n');
}

export function modelOf(model: ModelSelection): NonNullable<HarnessMessage['model']> {
  return { id: model.id, ...(model.config && { config: model.config }) };
}

function attachmentOf(attachment: Attachment): HarnessAttachment {
  const { label } = attachment;
  switch (attachment.type) {
    case 'simple':
      return { label, ...(attachment.modelRepresentation && { text: attachment.modelRepresentation }) };
    case 'embeddedResource':
      return { label, ...embeddedOf(attachment) };
    case 'resource':
      return { label, uri: attachment.uri };
    default:
      return { label, uri: attachment.resource };
  }
}

function embeddedOf(
  attachment: Extract<Attachment, { type: 'embeddedResource' }>,
): Omit<HarnessAttachment, 'label'> {
  const media = mediaOf(attachment);
  if (media) return { media };
  const text = attachment.selection?.text ?? embeddedText(attachment);
  return { text: text ?? `[${attachment.contentType || 'data'} that cannot be shown to a model]` };
}

export function harnessMessage(message: Message): HarnessMessage {
  return {
    text: message.text,
    ...(message.model && { model: modelOf(message.model) }),
    ...(message.attachments && { attachments: message.attachments.map(attachmentOf) }),
  };
}

/** What the agent said and did; `tokens` is what one result may cost a model. */
export function pastParts(parts: readonly ResponsePart[], tokens: number): PastPart[] {
  return parts.flatMap((part): PastPart[] => {
    if (part.kind === 'markdown') return [{ kind: 'text', text: part.content }];
    if (part.kind !== 'toolCall') return [];
    const { toolCall: call } = part;
    const input = 'toolInput' in call && typeof call.toolInput === 'string' ? call.toolInput : '{}';
    const outcome = pastOutcomeOf(call, tokens);
    return [{ kind: 'tool', id: call.toolCallId, name: call.toolName, input, outcome }];
  });
}

export function pastTurns(state: ChatState, tokens: number): PastTurn[] {
  return state.turns.map((turn) => ({
    message: harnessMessage(turn.message),
    reply: textOf(turn.responseParts),
    parts: pastParts(turn.responseParts, tokens),
  }));
}

/** Up to and with one turn: what a chat that branched off there knows. */
export function pastTurnsThrough(state: ChatState, turnId: string, tokens: number): PastTurn[] {
  const index = state.turns.findIndex((turn) => turn.id === turnId);
  return index < 0 ? [] : pastTurns({ ...state, turns: state.turns.slice(0, index + 1) }, tokens);
}
