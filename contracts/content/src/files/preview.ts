import { z } from 'zod';
import { jsonPointerSchema } from '../json-pointer.ts';
import { line } from './words.ts';

/** `preview.json`: the parts of `context` that a card shows. */
export const previewSchema = z.object({
  text: jsonPointerSchema.optional(),
  fields: z
    .array(
      z.object({
        label: line(60),
        path: jsonPointerSchema,
        as: z.enum(['text', 'count', 'date', 'sum']).optional(),
        /** For `sum`: the pointer to the number in each item of the list. */
        of: jsonPointerSchema.optional(),
      }),
    )
    .max(12)
    .optional(),
  progress: z.object({ done: jsonPointerSchema, total: jsonPointerSchema }).optional(),
});
export type Preview = z.infer<typeof previewSchema>;
