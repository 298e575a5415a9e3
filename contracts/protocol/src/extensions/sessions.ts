import { z } from 'zod';
import { rootCommands } from '../channels/root/commands.ts';
import { defineExtensions } from '../define-commands.ts';
import { openObject, uriSchema } from '../schema.ts';
import { pageSchema } from './artifacts.ts';

/** Our commands on sessions, besides the protocol's. */
export const sessionExtensions = defineExtensions({
  'x-loggia/searchSessions': {
    says: 'Finds sessions by a part of their title.',
    params: { query: z.string().max(1000).describe('A part of the title.'), ...pageSchema },
    result: rootCommands.listSessions.result,
  },
  'x-loggia/switchAgent': {
    says: 'Lets another agent answer in a session from its next turn on.',
    params: {
      session: uriSchema.describe('The URI of the session.'),
      provider: z.string().min(1).max(100).describe('The id of the agent.'),
    },
    result: openObject({}),
  },
});
