import { z } from 'zod';
import { defineExtensions } from '../define-commands.ts';
import { closedObject, openEnum, openObject } from '../schema.ts';
import { serverSettingsSchema } from './server-settings.ts';

const name = z.string().min(1).max(200);
const server = name.describe('The id of the server, or its name if it is unique.');
const names = z.array(z.string().max(1024)).max(1000);

/**
 * The stored values that an edited server keeps. The host never returns them, so a client names those it leaves
 * unchanged; a variable or header that is neither kept nor given again is removed.
 */
const keptSchema = closedObject({
  env: names.describe('The variables whose stored values stay.').optional(),
  headers: names.describe('The headers whose stored values stay.').optional(),
  clientSecret: z.boolean().describe('Whether the stored client secret stays.').optional(),
});
const keep = keptSchema.describe('Which stored secrets stay as they are.').optional();
export type KeptSecrets = z.infer<typeof keptSchema>;

/** The names of stored values, which stay on the host. */
const storedSecretsSchema = openObject({
  env: z.array(z.string()),
  headers: z.array(z.string()),
  clientSecret: z.boolean(),
});
export type StoredSecrets = z.infer<typeof storedSecretsSchema>;

const foundSchema = openObject({ name: z.string(), title: z.string().optional() });

/** The result of one connection with a definition. */
const connectionTestSchema = openObject({
  outcome: openEnum(['ready', 'signIn', 'failed']),
  /** Why it isn't ready, and what to do about it. */
  reason: z.string().optional(),
  /** The server's own name. */
  name: z.string().optional(),
  title: z.string().optional(),
  version: z.string().optional(),
  protocolVersion: z.string().optional(),
  tools: z.array(foundSchema).optional(),
  prompts: z.array(foundSchema).optional(),
  resources: z.array(foundSchema).optional(),
  /** The last output of the process before it failed. */
  log: z.array(z.string()).optional(),
});
export type ConnectionTest = z.infer<typeof connectionTestSchema>;

/** Setting up a server that was added: reading, changing and testing its definition. */
export const serverSetupExtensions = defineExtensions({
  /** The definition of a server that was added. Values of variables and headers, and secrets, are left out. */
  'x-loggia/readServer': {
    params: { server },
    result: openObject({
      id: z.string(),
      name: z.string(),
      settings: serverSettingsSchema,
      secrets: storedSecretsSchema,
    }),
  },
  /** Replaces the whole definition; the server restarts with it wherever it runs. */
  'x-loggia/editServer': {
    params: {
      server,
      name: name.describe('The new name of the server, or the one that it has.'),
      settings: serverSettingsSchema.describe('The whole new definition.'),
      keep,
    },
    result: openObject({ id: z.string() }),
  },
  /** Connects once with a definition, reports the result, and disconnects. Nothing is stored. */
  'x-loggia/testServer': {
    params: {
      server: name.describe('The server whose stored values "keep" names.').optional(),
      settings: serverSettingsSchema.describe('The definition to test.'),
      keep,
      call: name.describe('A name for the test, so that cancelCall can end it.').optional(),
    },
    result: openObject({ test: connectionTestSchema }),
  },
});

export type ServerSetupExtension = keyof typeof serverSetupExtensions;
