import { z } from 'zod';
import { defineCommands } from '../define-commands.ts';
import { openObject, timestampSchema, uriSchema } from '../schema.ts';

const allowanceSchema = openObject({
  id: z.string(),
  /** The customization that the tool comes from, and what it was called then. */
  server: z.string(),
  serverName: z.string(),
  tool: z.string(),
  /** Only there; everywhere when left out. */
  session: uriSchema.optional(),
  since: timestampSchema,
});

/** Tools that agents need not ask about again. */
export const allowanceExtensions = defineCommands({
  'x-loggia/listAllowances': {
    says: 'Lists the tools that were allowed for good, or for one session.',
    params: {},
    result: openObject({ allowances: z.array(allowanceSchema) }),
  },
  'x-loggia/revokeAllowance': {
    says: 'Lets agents ask again before they use a tool.',
    params: { id: z.string().min(1).max(4096) },
    result: openObject({ revoked: z.boolean() }),
  },
});
export type AllowanceExtension = keyof typeof allowanceExtensions;
