import { z } from 'zod';
import { defineExtensions } from '../define-commands.ts';
import { openObject, timestampSchema, uriSchema } from '../schema.ts';

/** Files that are kept with the messages of a chat. */
export const attachmentExtensions = defineExtensions({
  'x-loggia/linkAttachment': {
    says: 'Makes a short-lived address from which a browser can load a file that is attached to a message of a chat.',
    params: {
      chat: uriSchema.describe('The URI of the chat.'),
      hash: z
        .string()
        .regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal')
        .describe('The SHA-256 of the file, in hexadecimal.'),
    },
    result: openObject({
      /** A path of this host, such as `/content/…`. */
      path: z.string(),
      expiresAt: timestampSchema,
    }),
  },
});
