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
      ]),
    },
    result: openObject({ session: uriSchema }),
  },
  /** Answers after `chat/turnsLoaded` has brought the turns themselves. */
  fetchTurns: { params: { cursor: z.string().optional() }, result: openObject({}) },
  completions: {
    params: { kind: z.string(), text: z.string(), offset: z.number().int().nonnegative() },
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
