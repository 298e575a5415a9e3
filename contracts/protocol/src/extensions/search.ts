import { z } from 'zod';
import { defineExtensions } from '../define-commands.ts';
import { openObject, openUnion, timestampSchema } from '../schema.ts';
import { filterSchema, pageSchema } from './artifacts.ts';
import { artifactSummarySchema } from './workspace/artifacts.ts';

/** A part of the matching text. */
const snippetSchema = z.array(openObject({ text: z.string(), match: z.boolean().optional() }));

export const hitSchema = openUnion('kind', [
  openObject({
    kind: z.literal('artifact'),
    artifact: artifactSummarySchema,
    title: snippetSchema,
    snippet: snippetSchema,
    score: z.number(),
  }),
  openObject({
    kind: z.literal('message'),
    session: z.string(),
    chat: z.string(),
    turn: z.string(),
    at: timestampSchema,
    title: snippetSchema,
    snippet: snippetSchema,
    score: z.number(),
  }),
]);
export type Hit = z.infer<typeof hitSchema>;

export const searchExtensions = defineExtensions({
  'x-loggia/search': {
    says: 'Finds artifacts and messages by their words, the best first. Words in quotes are found as a phrase; a final * matches beginnings.',
    params: {
      query: z.string().trim().min(1).max(1000).describe('The words to find.'),
      kinds: z
        .array(z.enum(['artifact', 'message']))
        .describe('Only artifacts, or only messages of chats.')
        .optional(),
      ...filterSchema,
      since: timestampSchema.describe('Only what was changed at or after this time (ISO 8601).').optional(),
      until: timestampSchema.describe('Only what was changed at or before this time (ISO 8601).').optional(),
      ...pageSchema,
    },
    result: openObject({ hits: z.array(hitSchema), nextCursor: z.string().optional() }),
  },
});
export type SearchExtension = keyof typeof searchExtensions;
