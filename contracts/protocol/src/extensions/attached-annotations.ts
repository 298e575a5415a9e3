import type { Attachment } from '../channels/chat/messages.ts';

type AnnotationsAttachment = Extract<Attachment, { type: 'annotations' }>;

/** The words of attached annotations when their message was sent. */
export interface AttachedAnnotations {
  readonly text: string;
  /** The addresses that they are about. */
  readonly resources: readonly string[];
}

const key = 'loggia.annotations';

/**
 * The attachment with what its annotations say now: a message must not change when they are answered or deleted later.
 */
export function withAnnotations(
  attachment: AnnotationsAttachment,
  annotationIds: readonly string[],
  { text, resources }: AttachedAnnotations,
): AnnotationsAttachment {
  const _meta = { ...attachment._meta, [key]: { text, resources } };
  return { ...attachment, annotationIds: [...annotationIds], _meta };
}

/** Undefined for other attachments, and for those of messages that weren't sent yet. */
export function attachedAnnotationsOf(attachment: Attachment): AttachedAnnotations | undefined {
  if (attachment.type !== 'annotations') return undefined;
  const { text, resources } = (attachment._meta?.[key] ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof text !== 'string' || !Array.isArray(resources)) return undefined;
  return { text, resources: resources.filter((resource) => typeof resource === 'string') };
}
