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
      provider: z.string().optional(),
      workingDirectories: z.array(uriSchema).max(64).optional(),
      config: configValuesSchema.optional(),
      activeClient: activeClientSchema.optional(),
      progressToken: z.union([z.string(), z.number()]).optional(),
    },
    result: z.null(),
  },
  disposeSession: { params: {}, result: z.null() },
  createChat: {
    params: {
      chat: uriSchema,
      initialMessage: messageSchema.optional(),
      source: chatSourceSchema.optional(),
      workingDirectories: z.array(uriSchema).max(64).optional(),
    },
    result: z.null(),
  },
});
