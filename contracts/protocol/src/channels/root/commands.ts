import { z } from 'zod';
import { protectedResourceMetadataSchema } from '../../common/auth.ts';
import { configSchemaSchema, configValuesSchema } from '../../common/config.ts';
import { defineCommands, defineNotifications } from '../../define-commands.ts';
import { openEnum, openObject, uriSchema } from '../../schema.ts';
import { sessionSummarySchema } from '../session/state.ts';

const configQuery = {
  provider: z.string().describe('The agent; without it, the default one.').optional(),
  workingDirectory: uriSchema.describe('The folder that the session would work in.').optional(),
  config: configValuesSchema.describe('Values chosen so far.').optional(),
};

export const rootCommands = defineCommands({
  listSessions: {
    params: {
      limit: z.number().int().positive().describe('The largest number of sessions to return.').optional(),
      cursor: z.string().describe('"nextCursor" of the page before; without it, the first page.').optional(),
    },
    result: openObject({ items: z.array(sessionSummarySchema), nextCursor: z.string().optional() }),
  },
  resolveSessionConfig: {
    params: configQuery,
    result: openObject({ schema: configSchemaSchema, values: configValuesSchema }),
  },
  sessionConfigCompletions: {
    params: {
      ...configQuery,
      property: z.string().describe('The setting to complete.'),
      query: z.string().describe('The text typed so far.').optional(),
    },
    result: openObject({
      items: z.array(
        openObject({ value: z.unknown(), label: z.string(), description: z.string().optional() }),
      ),
    }),
  },
  authenticate: {
    params: {
      resource: z.string().min(1).max(4096).describe('The protected resource that the token is for.'),
      token: z.string().max(65_536).describe('The access token; an empty one revokes.'),
      expiresIn: z
        .number()
        .int()
        .positive()
        .describe('The number of seconds for which it is valid.')
        .optional(),
      scopes: z.array(z.string().max(1024)).max(1000).describe('The scopes that were granted.').optional(),
    },
    result: openObject({}),
  },
});

export const rootNotifications = defineNotifications({
  'root/sessionAdded': { since: '0.1.0', params: { summary: sessionSummarySchema } },
  'root/sessionRemoved': { since: '0.1.0', params: { session: uriSchema } },
  'root/sessionSummaryChanged': {
    since: '0.1.0',
    params: { session: uriSchema, changes: sessionSummarySchema.partial() },
  },
  'root/progress': {
    since: '0.5.0',
    params: {
      progressToken: z.union([z.string(), z.number()]),
      progress: z.number(),
      total: z.number().optional(),
      message: z.string().optional(),
    },
  },
  'auth/required': {
    since: '0.1.0',
    params: {
      resource: protectedResourceMetadataSchema,
      reason: openEnum(['required', 'expired']).optional(),
    },
  },
});
