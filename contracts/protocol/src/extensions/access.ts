import { z } from 'zod';
import { defineExtensions } from '../define-commands.ts';
import { openEnum, openObject, timestampSchema } from '../schema.ts';

const browserSchema = openObject({
  id: z.string(),
  /** The User-Agent of the browser at sign-in. */
  name: z.string(),
  since: timestampSchema,
  /** Rounded to the hour. */
  lastSeen: timestampSchema,
});
export type SignedInBrowser = z.infer<typeof browserSchema>;

/** Ten years, in seconds. */
const longestLifetime = 10 * 365 * 24 * 60 * 60;

/** A wider scope includes the narrower ones. */
const scopes = ['read', 'write', 'admin'] as const;

/** A key without its secret part, which the host doesn't keep. */
const apiKeySchema = openObject({
  id: z.string(),
  name: z.string(),
  scope: openEnum(scopes),
  since: timestampSchema,
  /** Absent: it doesn't expire. */
  expires: timestampSchema.optional(),
  /** Whether that time has come. */
  expired: z.boolean(),
  /** Rounded to the minute. Absent: never used. */
  lastUsed: timestampSchema.optional(),
});
export type ApiKey = z.infer<typeof apiKeySchema>;

/** Commands for the token, signed-in browsers and API keys. */
export const accessExtensions = defineExtensions({
  'x-loggia/rotateToken': {
    says: 'Replaces the token of the host, signs out every browser and closes every connection that was opened with the old one.',
    params: {},
    result: openObject({}),
  },
  'x-loggia/listBrowsers': {
    says: 'Lists the browsers that are signed in.',
    params: {},
    result: openObject({ browsers: z.array(browserSchema) }),
  },
  'x-loggia/revokeBrowser': {
    says: 'Signs a browser out and closes its connections.',
    params: { id: z.string().min(1).max(100).describe('The id of the browser, from listBrowsers.') },
    result: openObject({ revoked: z.boolean() }),
  },
  'x-loggia/createApiKey': {
    says: 'Creates an API key for a program. The key itself is in this answer only.',
    params: {
      name: z.string().min(1).max(100).describe('The name of the key, such as "ci". The audit names it.'),
      scope: z
        .enum(scopes)
        .describe(
          '"read" lists, reads, searches and watches. "write" also changes and acts. "admin" also runs programs and changes settings.',
        ),
      expiresIn: z
        .int()
        .min(1)
        .max(longestLifetime)
        .describe("The number of seconds after which it expires. Absent: it doesn't expire.")
        .optional(),
    },
    result: openObject({ key: z.string(), apiKey: apiKeySchema }),
  },
  'x-loggia/listApiKeys': {
    says: 'Lists the API keys that are not revoked, the newest first.',
    params: {},
    result: openObject({ apiKeys: z.array(apiKeySchema) }),
  },
  'x-loggia/revokeApiKey': {
    says: 'Revokes an API key, ends its requests and closes its connections.',
    params: { id: z.string().min(1).max(100).describe('The id of the key, from listApiKeys.') },
    result: openObject({ revoked: z.boolean() }),
  },
});
