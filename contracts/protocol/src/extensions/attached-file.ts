import type { Attachment, Message } from '../channels/chat/messages.ts';
import type { ChatState } from '../channels/chat/state.ts';
import { viewSpeakerOf } from './view-speaker.ts';

/** A file that is kept with the message it is attached to. Its bytes lie on the host, by their hash. */
export interface AttachedFile {
  /** SHA-256 in hexadecimal. */
  readonly hash: string;
  readonly size: number;
  /** Told by the host from the name and the first bytes, once it has seen the message. */
  readonly contentType?: string;
}

/** A file together with what it is called. */
export interface NamedFile extends AttachedFile {
  readonly name: string;
}

const key = 'loggia.file';

type Linked = Extract<Attachment, { type: 'resource' }>;

/** An attached address together with the bytes that were there when the message was sent. */
export function linkedFile(
  attachment: Linked,
  { hash, size, contentType }: Pick<NamedFile, 'hash' | 'size' | 'contentType'>,
): Attachment {
  const type = contentType !== undefined && { contentType };
  return {
    ...attachment,
    ...type,
    sizeHint: size,
    _meta: { ...attachment._meta, [key]: { hash, size, ...type } },
  };
}

/** The attachment names the bytes and holds none of them, so that a chat stays small however large its files are. */
export function fileAttachment({ name, hash, size, contentType }: NamedFile): Attachment {
  return {
    type: 'simple',
    label: name,
    displayKind: 'file',
    _meta: { [key]: { hash, size, ...(contentType !== undefined && { contentType }) } },
  };
}

/**
 * The file that an attachment stands for, if any. Attachments of Views stand for none: a View must not reach bytes that
 * it was never given.
 */
export function attachedFileOf(attachment: Attachment): NamedFile | undefined {
  if (attachment.type !== 'simple' && attachment.type !== 'resource') return undefined;
  if (viewSpeakerOf(attachment)) return undefined;
  const { hash, size, contentType } = (attachment._meta?.[key] ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof hash !== 'string' || !/^[0-9a-f]{64}$/.test(hash)) return undefined;
  if (typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0) return undefined;
  return { name: attachment.label, hash, size, ...(typeof contentType === 'string' && { contentType }) };
}

/** The files of a message of the user. */
export function filesOfMessage(message: Message | undefined): readonly NamedFile[] {
  if (message?.attachments === undefined || viewSpeakerOf(message)) return [];
  return message.attachments.flatMap((attachment) => attachedFileOf(attachment) ?? []);
}

/** The files of everything that was said in a chat, waits to be said, or is being written. */
export function filesOfChat({
  turns,
  activeTurn,
  queuedMessages = [],
  steeringMessage,
  draft,
}: Pick<
  ChatState,
  'turns' | 'activeTurn' | 'queuedMessages' | 'steeringMessage' | 'draft'
>): readonly NamedFile[] {
  return [
    ...turns.map(({ message }) => message),
    activeTurn?.message,
    ...queuedMessages.map(({ message }) => message),
    steeringMessage?.message,
    draft,
  ].flatMap(filesOfMessage);
}
