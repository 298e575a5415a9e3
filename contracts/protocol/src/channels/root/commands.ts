import { z } from 'zod';
import { protectedResourceMetadataSchema } from '../../common/auth.ts';
import { configSchemaSchema, configValuesSchema } from '../../common/config.ts';
import { defineCommands, defineNotifications } from '../../define-commands.ts';
import { openEnum, openObject, uriSchema } from '../../schema.ts';
import { sessionSummarySchema } from '../session/state.ts';

const configQuery = {
  provider: z.string().optional(),
  workingDirectory: uriSchema.optional(),
  config: configValuesSchema.optional(),
};

export const rootCommands = defineCommands({
  listSessions: {
    params: { limit: z.number().int().positive().optional(), cursor: z.string().optional() },
    result: openObject({ items: z.array(sessionSummarySchema), nextCursor: z.string().optional() }),
  },
  resolveSessionConfig: {
    params: configQuery,
    result: openObject({ schema: configSchemaSchema, values: configValuesSchema }),
  },
  sessionConfigCompletions: {
    params: { ...configQuery, property: z.string(), query: z.string().optional() },
    result: openObject({
      items: z.array(
        openObject({ value: z.unknown(), label: z.string(), description: z.string().optional() }),
      ),
    }),
  },
  authenticate: {
    params: {
      resource: z.string().min(1).max(4096),
      token: z.string().max(65_536),
      expiresIn: z.number().int().positive().optional(),
      scopes: z.array(z.string().max(1024)).max(1000).optional(),
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
