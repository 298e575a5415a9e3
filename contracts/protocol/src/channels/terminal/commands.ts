import { z } from 'zod';
import { defineCommands } from '../../define-commands.ts';
import { uriSchema } from '../../schema.ts';
import { terminalClaimSchema } from './state.ts';

export const terminalCommands = defineCommands({
  createTerminal: {
    params: {
      claim: terminalClaimSchema.describe('The session and chat that the terminal belongs to.'),
      name: z.string().max(256).describe('Its title until the program sets another.').optional(),
      cwd: uriSchema
        .describe("The folder that it starts in; without it, the session's main folder.")
        .optional(),
      cols: z.number().describe('Its width in columns.').optional(),
      rows: z.number().describe('Its height in rows.').optional(),
    },
    result: z.null(),
  },
  disposeTerminal: { params: {}, result: z.null() },
});
