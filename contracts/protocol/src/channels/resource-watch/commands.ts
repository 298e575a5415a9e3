import { z } from 'zod';
import { defineCommands } from '../../define-commands.ts';
import { openObject, uriSchema } from '../../schema.ts';
import { globListSchema } from './state.ts';

export const resourceWatchCommands = defineCommands({
  createResourceWatch: {
    params: {
      uri: uriSchema.describe('The file or folder to watch.'),
      recursive: z.boolean().describe('Also watch the folders in it.').optional(),
      includes: globListSchema.describe('Only files that match one of these patterns.').optional(),
      excludes: globListSchema.describe('No files that match one of these patterns.').optional(),
    },
    result: openObject({ channel: uriSchema }),
  },
});
