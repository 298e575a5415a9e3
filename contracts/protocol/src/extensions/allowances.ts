import { z } from 'zod';
import { defineExtensions } from '../define-commands.ts';
import { openObject, timestampSchema, uriSchema } from '../schema.ts';

const allowanceSchema = openObject({
  id: z.string(),
  /** The customization that the tool comes from, and its name when the tool was allowed. */
  server: z.string(),
  serverName: z.string(),
  tool: z.string(),
  /** The session it is limited to; absent if the tool is allowed everywhere. */
  session: uriSchema.optional(),
  /** Whether Views of the server may run it, rather than agents. */
  views: z.boolean().optional(),
  since: timestampSchema,
});

/** Tools that agents, or the Views of a server, can use without asking again. */
export const allowanceExtensions = defineExtensions({
  'x-loggia/listAllowances': {
    says: 'Lists the tools that were allowed permanently, or for one session.',
    params: {},
    result: openObject({ allowances: z.array(allowanceSchema) }),
  },
  'x-loggia/revokeAllowance': {
    says: 'Has the user asked again before an agent or a View uses a tool.',
    params: { id: z.string().min(1).max(4096).describe('The id of the permission, from listAllowances.') },
    result: openObject({ revoked: z.boolean() }),
  },
});
export type AllowanceExtension = keyof typeof allowanceExtensions;
