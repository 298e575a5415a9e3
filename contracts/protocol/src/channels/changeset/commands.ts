import { z } from 'zod';
import { contentRefSchema, stringOrMarkdownSchema, textRangeSchema } from '../../common/text.ts';
import { defineCommands } from '../../define-commands.ts';
import { openObject, openUnion, uriSchema } from '../../schema.ts';

const side = z.enum(['before', 'after']).optional();

/** A part of a changeset. The kind must be one of the operation's scopes. */
export const changesetTargetSchema = openUnion('kind', [
  openObject({ kind: z.literal('resource'), resource: uriSchema, side }),
  openObject({ kind: z.literal('range'), resource: uriSchema, side, range: textRangeSchema }),
]);
export type ChangesetTarget = z.infer<typeof changesetTargetSchema>;

export const changesetCommands = defineCommands({
  invokeChangesetOperation: {
    params: {
      operationId: z.string().describe("The id of one of the changeset's operations."),
      target: changesetTargetSchema
        .describe('The file or the lines to operate on; without it, the whole changeset.')
        .optional(),
    },
    result: openObject({
      message: stringOrMarkdownSchema.optional(),
      followUp: openObject({ content: contentRefSchema, external: z.boolean().optional() }).optional(),
    }),
  },
});
