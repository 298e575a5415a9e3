import { z } from 'zod';
import { statusSchema } from '../../common/status.ts';
import { changesSummarySchema } from '../../common/text.ts';
import { openEnum, openObject, openUnion, timestampSchema, uriSchema } from '../../schema.ts';

const selection = openObject({ text: z.string(), responsePartId: z.string().optional() });

export const chatOriginSchema = openUnion('kind', [
  openObject({ kind: z.literal('user') }),
  openObject({ kind: z.literal('fork'), chat: uriSchema, turnId: z.string() }),
  openObject({
    kind: z.literal('sideChat'),
    chat: uriSchema,
    turnId: z.string(),
    selection: selection.optional(),
  }),
  openObject({ kind: z.literal('tool'), chat: uriSchema, toolCallId: z.string() }),
]);
export type ChatOrigin = z.infer<typeof chatOriginSchema>;

export const interactivitySchema = openEnum(['full', 'read-only', 'hidden']);

export const chatSummarySchema = openObject({
  resource: uriSchema,
  title: z.string(),
  status: statusSchema,
  activity: z.string().optional(),
  modifiedAt: timestampSchema,
  changes: changesSummarySchema.optional(),
  origin: chatOriginSchema.optional(),
  movable: z.boolean().optional(),
  interactivity: interactivitySchema.optional(),
  workingDirectories: z.array(uriSchema).optional(),
});
export type ChatSummary = z.infer<typeof chatSummarySchema>;
