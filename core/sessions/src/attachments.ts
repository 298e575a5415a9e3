import type { Kernel } from '@loggia/kernel';
import type { Attachment, ChatAction, ChatState, Message } from '@loggia/protocol';
import { ActionRefused } from './rules/refusal.ts';

/**
 * A chat that is attached to a message is attached as it stands now: the host names its last finished turn, so that
 * what the message refers to does not grow afterwards.
 */
export async function pinAttachments(kernel: Kernel, action: ChatAction): Promise<ChatAction> {
  if (action.type !== 'chat/turnStarted' && action.type !== 'chat/pendingMessageSet') return action;
  if (!action.message.attachments?.some((attachment) => attachment.type === 'chat')) return action;
  const attachments = await Promise.all(
    action.message.attachments.map((attachment) => pin(kernel, attachment)),
  );
  const message: Message = { ...action.message, attachments };
  return { ...action, message };
}

async function pin(kernel: Kernel, attachment: Attachment): Promise<Attachment> {
  if (attachment.type !== 'chat') return attachment;
  const chat = await kernel.load<ChatState>(attachment.resource);
  if (chat?.kind !== 'chat') throw new ActionRefused(`There is no chat ${attachment.resource} to attach.`);
  if (attachment.endTurn === undefined) {
    const last = chat.state.turns.at(-1);
    return last ? { ...attachment, endTurn: last.id } : attachment;
  }
  const known = chat.state.turns.some((turn) => turn.id === attachment.endTurn);
  if (!known) throw new ActionRefused(`The attached chat has no turn "${attachment.endTurn}".`);
  return attachment;
}
