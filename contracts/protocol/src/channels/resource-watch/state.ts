import { z } from 'zod';
import { openObject, uriSchema } from '../../schema.ts';

export const globListSchema = openObject({ items: z.array(z.string()).max(1000) });

export const resourceWatchStateSchema = openObject({
  root: uriSchema,
  recursive: z.boolean(),
  includes: globListSchema.optional(),
  excludes: globListSchema.optional(),
});
export type ResourceWatchState = z.infer<typeof resourceWatchStateSchema>;
