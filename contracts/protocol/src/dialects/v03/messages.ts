import { z } from 'zod';
import { agentSelectionSchema, attachmentSchema, type Attachment } from '../../channels/chat/messages.ts';
import { metaSchema, openEnum, openObject } from '../../schema.ts';

const attachmentTypes = ['simple', 'embeddedResource', 'resource'] as const;
export type V03Attachment = Extract<Attachment, { type: (typeof attachmentTypes)[number] }>;

export function isV03Attachment(attachment: Attachment): attachment is V03Attachment {
  return attachmentTypes.some((type) => type === attachment.type);
}

const v03AttachmentSchema = attachmentSchema.refine(
  isV03Attachment,
  'attachments of this type came later',
) as unknown as z.ZodType<V03Attachment>;

export const v03MessageSchema = openObject({
  text: z.string(),
  origin: openObject({ kind: openEnum(['user', 'systemNotification']) }),
  attachments: z.array(v03AttachmentSchema).max(1000).optional(),
  _meta: metaSchema.optional(),
});
export type V03Message = z.infer<typeof v03MessageSchema>;

export const v03PendingMessageSchema = openObject({ id: z.string(), message: v03MessageSchema });
export type V03PendingMessage = z.infer<typeof v03PendingMessageSchema>;

/** Settings of a model were strings before they could be any primitive. */
export const v03ModelSelectionSchema = openObject({
  id: z.string(),
  config: z.record(z.string(), z.string()).optional(),
});
export type V03ModelSelection = z.infer<typeof v03ModelSelectionSchema>;

export const v03AgentSelectionSchema = agentSelectionSchema;
export type V03AgentSelection = z.infer<typeof v03AgentSelectionSchema>;
