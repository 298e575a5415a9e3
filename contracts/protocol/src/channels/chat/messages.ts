import { z } from 'zod';
import { contentRefSchema, textRangeSchema } from '../../common/text.ts';
import { metaSchema, openEnum, openObject, openUnion, uriSchema } from '../../schema.ts';

const attachment = {
  label: z.string(),
  range: openObject({ start: z.number(), end: z.number() }).or(textRangeSchema).optional(),
  displayKind: z.string().optional(),
  _meta: metaSchema.optional(),
};
const selection = openObject({ range: textRangeSchema.optional(), text: z.string().optional() });

export const attachmentSchema = openUnion('type', [
  openObject({ type: z.literal('simple'), ...attachment, modelRepresentation: z.string().optional() }),
  openObject({
    type: z.literal('embeddedResource'),
    ...attachment,
    data: z.string(),
    contentType: z.string(),
    selection: selection.optional(),
  }),
  openObject({
    type: z.literal('resource'),
    ...attachment,
    ...contentRefSchema.shape,
    selection: selection.optional(),
  }),
  openObject({
    type: z.literal('annotations'),
    ...attachment,
    resource: uriSchema,
    annotationIds: z.array(z.string()).optional(),
  }),
  openObject({ type: z.literal('chat'), ...attachment, resource: uriSchema, endTurn: z.string().optional() }),
]);
export type Attachment = z.infer<typeof attachmentSchema>;

const primitive = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export const modelSelectionSchema = openObject({
  id: z.string(),
  config: z.record(z.string(), primitive).optional(),
});
export type ModelSelection = z.infer<typeof modelSelectionSchema>;

export const agentSelectionSchema = openObject({ uri: uriSchema });

export const messageSchema = openObject({
  text: z.string(),
  origin: openObject({ kind: openEnum(['user', 'agent', 'tool', 'automation', 'systemNotification']) }),
  attachments: z.array(attachmentSchema).max(1000).optional(),
  model: modelSelectionSchema.optional(),
  agent: agentSelectionSchema.optional(),
  _meta: metaSchema.optional(),
});
export type Message = z.infer<typeof messageSchema>;

export const pendingMessageSchema = openObject({ id: z.string(), message: messageSchema });
export type PendingMessage = z.infer<typeof pendingMessageSchema>;
