import { z } from 'zod';
import {
  chatInputAnswersSchema,
  chatInputRequestSchema,
  chatInputResponseSchema,
} from '../channels/chat/input-requests.ts';
import { defineExtensions } from '../define-commands.ts';
import { openEnum, openObject } from '../schema.ts';

const name = z.string().min(1).max(200);

const callUnderWaySchema = openObject({
  /** Chosen by the client, or else by the host. */
  id: z.string(),
  server: z.string(),
  serverName: z.string(),
  tool: z.string(),
  /** A person who tries the tool, or a View that they have open. */
  by: openEnum(['person', 'view']),
  /** The server's last progress report. */
  progress: openObject({
    progress: z.number(),
    total: z.number().optional(),
    message: z.string().optional(),
  }).optional(),
  /** The server's open questions to the caller. */
  questions: z.array(chatInputRequestSchema),
});
export type CallUnderWay = z.infer<typeof callUnderWaySchema>;

/** Tool calls outside any chat, for the client that made them: their progress, and their servers' questions. */
export const callExtensions = defineExtensions({
  /** Returns when something has changed since `after`, or after a timeout. */
  'x-loggia/followCalls': {
    params: {
      after: z
        .number()
        .int()
        .describe('"seq" of the last answer; without it, the answer comes at once.')
        .optional(),
    },
    result: openObject({ seq: z.number(), calls: z.array(callUnderWaySchema) }),
  },
  'x-loggia/answerCall': {
    params: {
      call: name.describe('The id of the call.'),
      question: name.describe("The id of the server's question."),
      response: chatInputResponseSchema.describe('Whether the person accepts, declines or cancels.'),
      answers: chatInputAnswersSchema.describe('The answers by the ids of their questions.').optional(),
    },
    result: openObject({}),
  },
  /** Also ends a connection test with this id. Canceling a finished call changes nothing. */
  'x-loggia/cancelCall': {
    params: { call: name.describe('The id of the call or of the connection test.') },
    result: openObject({}),
  },
});

export type CallExtension = keyof typeof callExtensions;
