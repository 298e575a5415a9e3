import type { ChatState, Message, ModelSelection, ResponsePart } from '@loggia/protocol';
import type { HarnessMessage, PastTurn } from '../harness.ts';

export function textOf(parts: readonly ResponsePart[]): string {
  return parts.flatMap((part) => (part.kind === 'markdown' ? [part.content] : [])).join('\n\n');
}

export function modelOf(model: ModelSelection): NonNullable<HarnessMessage['model']> {
  return { id: model.id, ...(model.config && { config: model.config }) };
}

function attachmentsOf(message: Message): NonNullable<HarnessMessage['attachments']> {
  return (message.attachments ?? []).map((attachment) => {
    switch (attachment.type) {
      case 'simple':
        return {
          label: attachment.label,
          ...(attachment.modelRepresentation && { text: attachment.modelRepresentation }),
        };
      case 'embeddedResource':
        return { label: attachment.label, text: attachment.data };
      case 'resource':
        return { label: attachment.label, uri: attachment.uri };
      default:
        return { label: attachment.label, uri: attachment.resource };
    }
  });
}

export function harnessMessage(message: Message): HarnessMessage {
  return {
    text: message.text,
    ...(message.model && { model: modelOf(message.model) }),
    ...(message.attachments && { attachments: attachmentsOf(message) }),
  };
}

export function pastTurns(state: ChatState): PastTurn[] {
  return state.turns.map((turn) => ({
    message: harnessMessage(turn.message),
    reply: textOf(turn.responseParts),
  }));
}

/** Up to and with one turn: what a chat that branched off there knows. */
export function pastTurnsThrough(state: ChatState, turnId: string): PastTurn[] {
  const index = state.turns.findIndex((turn) => turn.id === turnId);
  return index < 0 ? [] : pastTurns({ ...state, turns: state.turns.slice(0, index + 1) });
}
