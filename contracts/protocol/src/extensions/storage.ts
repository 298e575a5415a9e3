import { z } from 'zod';
import { defineExtensions } from '../define-commands.ts';
import { openObject } from '../schema.ts';
import { findingSchema } from './servers.ts';

const daysSchema = z.union([z.number(), z.literal('never')]);

/** Commands for the operator of a host, on its data. */
export const storageExtensions = defineExtensions({
  'x-loggia/backUp': {
    says: 'Writes a consistent copy of the data of this host into a new folder on its machine, while it runs.',
    params: {
      directory: z.string().min(1).max(4096).describe('An absolute path that does not exist yet.'),
      withKey: z
        .boolean()
        .describe('Include the encryption key of stored secrets. Anybody with the copy can then read them.')
        .optional(),
    },
    result: openObject({
      directory: z.string(),
      bytes: z.number(),
      /** The number of artifact contents in it. */
      contents: z.number(),
      /** Contents that this host had only damaged or not at all, by their hash. */
      damaged: z.array(z.string()),
    }),
  },
  'x-loggia/getRetention': {
    says: 'Says after how many days this host removes data for good.',
    params: {},
    result: openObject({
      /** Artifacts in the trash. */
      trashDays: daysSchema,
      /** Archived sessions that nothing has happened in. */
      archivedSessionDays: daysSchema,
      auditDays: daysSchema,
      /** The host's records of clients that are away. */
      clientDays: daysSchema,
    }),
  },
  'x-loggia/checkStorage': {
    says: 'Reads everything that this host has stored and says what is damaged.',
    params: {},
    result: openObject({ findings: z.array(findingSchema) }),
  },
});
export type StorageExtension = keyof typeof storageExtensions;
