import type { Attachment, Message, ModelSelection, PendingMessage } from '../../../channels/chat/messages.ts';
import { defined } from '../../../common/objects.ts';
import { viewSpeakerOf } from '../../../extensions/view-speaker.ts';
import {
  isV03Attachment,
  type V03Attachment,
  type V03Message,
  type V03ModelSelection,
  type V03PendingMessage,
} from '../messages.ts';

/** Later kinds of attachments are shown by their label, as an attachment that only the model can open. */
export function projectAttachment(attachment: Attachment): V03Attachment {
  if (isV03Attachment(attachment)) return attachment;
  const { label, range, displayKind, _meta } = attachment;
  return defined({ type: 'simple', label, range, displayKind, _meta });
}

/**
 * 0.3 has the user and the system as origins. A View's message must not pass for the user's, so it becomes the
 * system's.
 */
export function projectMessage(message: Message): V03Message {
  const isSystem = message.origin.kind === 'systemNotification' || viewSpeakerOf(message) !== undefined;
  const kind = isSystem ? 'systemNotification' : 'user';
  return defined({
    text: message.text,
    origin: { kind },
    attachments: message.attachments?.map(projectAttachment),
    _meta: message._meta,
  });
}

export function projectPending(pending: PendingMessage): V03PendingMessage {
  return { id: pending.id, message: projectMessage(pending.message) };
}

export function projectModel(model: ModelSelection): V03ModelSelection {
  if (!model.config) return { id: model.id };
  const settings = Object.entries(model.config).flatMap(([key, value]) =>
    value === null ? [] : [[key, String(value)] as const],
  );
  return { id: model.id, config: Object.fromEntries(settings) };
}
