import { z } from 'zod';
import {
  changesetSchema,
  contentRefSchema,
  errorInfoSchema,
  stringOrMarkdownSchema,
  usageInfoSchema,
} from '../../common/text.ts';
import { metaSchema, openEnum, openObject, openUnion, timestampSchema, uriSchema } from '../../schema.ts';
import { chatInputRequestSchema, chatInputResponseSchema } from './input-requests.ts';
import { messageSchema, pendingMessageSchema } from './messages.ts';
import { chatSummarySchema } from './summary.ts';
import { toolCallSchema } from './tool-calls.ts';

export const errorPartSchema = openObject({
  kind: z.literal('error'),
  error: errorInfoSchema,
  resumable: z.boolean().optional(),
});
export type ErrorPart = z.infer<typeof errorPartSchema>;

export const responsePartSchema = openUnion('kind', [
  openObject({ kind: z.literal('markdown'), id: z.string(), content: z.string() }),
  openObject({ kind: z.literal('reasoning'), id: z.string(), content: z.string() }),
  openObject({ kind: z.literal('contentRef'), ...contentRefSchema.shape }),
  openObject({ kind: z.literal('toolCall'), toolCall: toolCallSchema }),
  openObject({
    kind: z.literal('systemNotification'),
    content: stringOrMarkdownSchema,
    _meta: metaSchema.optional(),
  }),
  openObject({
    kind: z.literal('inputRequest'),
    request: chatInputRequestSchema,
    response: chatInputResponseSchema.optional(),
  }),
  errorPartSchema,
]);
export type ResponsePart = z.infer<typeof responsePartSchema>;

export const turnSchema = openObject({
  id: z.string(),
  startedAt: timestampSchema.optional(),
  duration: z.number().optional(),
  message: messageSchema,
  responseParts: z.array(responsePartSchema),
  usage: usageInfoSchema.optional(),
  state: openEnum(['complete', 'cancelled', 'error']),
});
export type Turn = z.infer<typeof turnSchema>;

export const activeTurnSchema = openObject({
  id: z.string(),
  startedAt: timestampSchema,
  message: messageSchema,
  responseParts: z.array(responsePartSchema),
  usage: usageInfoSchema.optional(),
});
export type ActiveTurn = z.infer<typeof activeTurnSchema>;

const work = { id: z.string(), label: z.string(), startedAt: timestampSchema, _meta: metaSchema.optional() };
export const backgroundWorkSchema = openUnion('kind', [
  openObject({ kind: z.literal('shell'), ...work, command: z.string(), terminal: uriSchema.optional() }),
  openObject({ kind: z.literal('subagent'), ...work, chat: uriSchema }),
]);

export const chatStateSchema = openObject({
  ...chatSummarySchema.shape,
  turns: z.array(turnSchema),
  turnsNextCursor: z.string().optional(),
  activeTurn: activeTurnSchema.optional(),
  steeringMessage: pendingMessageSchema.optional(),
  queuedMessages: z.array(pendingMessageSchema).optional(),
  draft: messageSchema.optional(),
  changesets: z.array(changesetSchema).optional(),
  backgroundWork: z.array(backgroundWorkSchema).optional(),
  canvases: z.array(metaSchema).optional(),
  _meta: metaSchema.optional(),
});
export type ChatState = z.infer<typeof chatStateSchema>;
