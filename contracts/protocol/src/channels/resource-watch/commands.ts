import { z } from 'zod';
import { defineCommands } from '../../define-commands.ts';
import { openObject, uriSchema } from '../../schema.ts';
import { globListSchema } from './state.ts';

export const resourceWatchCommands = defineCommands({
  createResourceWatch: {
    params: {
      uri: uriSchema,
      recursive: z.boolean().optional(),
      includes: globListSchema.optional(),
      excludes: globListSchema.optional(),
    },
    result: openObject({ channel: uriSchema }),
  },
});
