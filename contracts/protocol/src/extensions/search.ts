import { z } from 'zod';
import { defineCommands } from '../define-commands.ts';
import { openObject, openUnion, timestampSchema } from '../schema.ts';
import { pageSchema } from './artifacts.ts';
import { artifactSummarySchema, idSchema, mimeSchema } from './workspace/artifacts.ts';

/** A piece of what was found. */
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

export const searchExtensions = defineCommands({
  'x-loggia/search': {
    says: 'Finds artifacts and messages by their words, the best first. Words in quotes are found as a phrase; a final * matches beginnings.',
    params: {
      query: z.string().trim().min(1).max(1000),
      kinds: z.array(z.enum(['artifact', 'message'])).optional(),
      workspace: idSchema.optional(),
      collection: idSchema.optional(),
      types: z.array(mimeSchema).max(50).optional(),
      states: z.array(z.enum(['draft', 'committed', 'archived'])).optional(),
      /** ISO 8601; of the last change. */
      since: timestampSchema.optional(),
      until: timestampSchema.optional(),
      ...pageSchema,
    },
    result: openObject({ hits: z.array(hitSchema), nextCursor: z.string().optional() }),
  },
});
export type SearchExtension = keyof typeof searchExtensions;
