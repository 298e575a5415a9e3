import { z } from 'zod';
import { defineCommands } from '../../define-commands.ts';
import { openObject, openUnion, uriSchema } from '../../schema.ts';
import { attachmentSchema } from './messages.ts';

export const chatCommands = defineCommands({
  disposeChat: { params: {}, result: z.null() },
  moveChat: {
    params: {
      destination: openUnion('kind', [
        openObject({ kind: z.literal('session'), session: uriSchema, after: uriSchema.optional() }),
        openObject({ kind: z.literal('newSession') }),
      ]).describe('The session to move it to, or a new one.'),
    },
    result: openObject({ session: uriSchema }),
  },
  /** Answered after `chat/turnsLoaded` has delivered the turns themselves. */
  fetchTurns: {
    params: { cursor: z.string().describe('Where the turns that are loaded begin.').optional() },
    result: openObject({}),
  },
  completions: {
    params: {
      kind: z.string().describe('What is being typed, such as a user message.'),
      text: z.string().describe('The whole text.'),
      offset: z.number().int().nonnegative().describe('Where the caret is in it.'),
    },
    result: openObject({
      items: z.array(
        openObject({
          insertText: z.string(),
          rangeStart: z.number().optional(),
          rangeEnd: z.number().optional(),
          attachment: attachmentSchema,
        }),
      ),
    }),
  },
});
