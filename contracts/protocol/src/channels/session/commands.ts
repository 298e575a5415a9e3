import { z } from 'zod';
import { configValuesSchema } from '../../common/config.ts';
import { defineCommands } from '../../define-commands.ts';
import { openObject, openUnion, uriSchema } from '../../schema.ts';
import { messageSchema } from '../chat/messages.ts';
import { activeClientSchema } from './state.ts';

export const chatSourceSchema = openUnion('kind', [
  openObject({ kind: z.literal('fork'), chat: uriSchema, turnId: z.string() }),
  openObject({
    kind: z.literal('sideChat'),
    chat: uriSchema,
    turnId: z.string(),
    selection: openObject({ text: z.string(), responsePartId: z.string().optional() }).optional(),
  }),
]);
export type ChatSource = z.infer<typeof chatSourceSchema>;

export const sessionCommands = defineCommands({
  createSession: {
    params: {
      provider: z.string().describe('The agent; without it, the default one.').optional(),
      workingDirectories: z
        .array(uriSchema)
        .max(64)
        .describe('The folders that it works in, the main one first.')
        .optional(),
      config: configValuesSchema.describe('Settings, as resolveSessionConfig describes them.').optional(),
      activeClient: activeClientSchema
        .describe('What the client contributes to the session, such as tools.')
        .optional(),
      progressToken: z
        .union([z.string(), z.number()])
        .describe('Names the progress reports about creating it.')
        .optional(),
    },
    result: z.null(),
  },
  disposeSession: { params: {}, result: z.null() },
  createChat: {
    params: {
      chat: uriSchema.describe('The URI of the new chat.'),
      initialMessage: messageSchema.describe('A message that starts the first turn.').optional(),
      source: chatSourceSchema.describe('The chat and turn to begin from.').optional(),
      workingDirectories: z.array(uriSchema).max(64).describe('Folders of this chat alone.').optional(),
    },
    result: z.null(),
  },
});
