import { z } from 'zod';
import { defineCommands } from '../define-commands.ts';
import { openObject } from '../schema.ts';
import { findingSchema } from './servers.ts';

/** What whoever runs a host does with its data. */
export const storageExtensions = defineCommands({
  'x-loggia/backUp': {
    says: 'Writes a consistent copy of the data of this host into a new folder on its machine, while it runs.',
    params: {
      /** An absolute path that does not exist yet. */
      directory: z.string().min(1).max(4096),
      /** With the key that stored secrets are encrypted with. Whoever has the copy can then read them. */
      withKey: z.boolean().optional(),
    },
    result: openObject({
      directory: z.string(),
      bytes: z.number(),
      /** How many contents of artifacts it holds. */
      contents: z.number(),
      /** Contents that could not be copied whole, by their hash. */
      damaged: z.array(z.string()),
    }),
  },
  'x-loggia/checkStorage': {
    says: 'Reads everything that this host has stored and says what is damaged.',
    params: {},
    result: openObject({ findings: z.array(findingSchema) }),
  },
});
export type StorageExtension = keyof typeof storageExtensions;
