import { z } from 'zod';
import { defineExtensions } from '../define-commands.ts';
import { openEnum, openObject, uriSchema } from '../schema.ts';

/** The folders of the host's machine that clients can reach. */
export const folderExtensions = defineExtensions({
  'x-loggia/listRoots': {
    says: 'Lists the folders whose files clients of this host can reach.',
    params: {},
    result: openObject({
      roots: z.array(openObject({ uri: uriSchema, access: openEnum(['read', 'write']) })),
    }),
  },
});
