import { z } from 'zod';
import { defineExtensions } from '../define-commands.ts';
import { openObject } from '../schema.ts';

const reviewed = {
  server: z.string().min(1).max(4096).describe('The id of the customization that the tools come from.'),
  tool: z
    .string()
    .min(1)
    .max(256)
    .describe("The server's own name for the tool; without it, all of its tools.")
    .optional(),
};

/** Tools whose results the user reads before the agent does. */
export const reviewExtensions = defineExtensions({
  'x-loggia/listReviews': {
    says: 'Lists the tools whose results wait for the user before an agent gets them.',
    params: {},
    result: openObject({
      reviews: z.array(openObject(reviewed)),
      /** Those of the configuration: names of servers, or `server/tool`. */
      configured: z.array(z.string()),
    }),
  },
  'x-loggia/setReview': {
    says: 'Sets whether the results of a tool, or of all tools of a server, wait for the user.',
    params: {
      ...reviewed,
      review: z.boolean().describe('Whether results wait for the user before an agent gets them.'),
    },
    result: openObject({}),
  },
});
