import { z } from 'zod';
import { defineExtensions } from '../define-commands.ts';
import { openObject, timestampSchema } from '../schema.ts';

const browserSchema = openObject({
  id: z.string(),
  /** The User-Agent of the browser at sign-in. */
  name: z.string(),
  since: timestampSchema,
  /** Rounded to the hour. */
  lastSeen: timestampSchema,
});
export type SignedInBrowser = z.infer<typeof browserSchema>;

/** Commands for the token and for signed-in browsers. */
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
});
