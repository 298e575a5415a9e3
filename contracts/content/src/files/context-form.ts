import { z } from 'zod';
import { jsonPointerSchema } from '../json-pointer.ts';
import { line } from './words.ts';

/** `ui.json`: the form for `context` if the type has no View for that. */
export const contextFormSchema = z.object({
  order: z.array(jsonPointerSchema).max(200).optional(),
  fields: z
    .record(
      jsonPointerSchema,
      z.object({
        label: line(120).optional(),
        widget: z
          .enum(['text', 'textarea', 'number', 'select', 'checkbox', 'date', 'color', 'hidden'])
          .optional(),
        help: z.string().max(500).optional(),
      }),
    )
    .optional(),
});
export type ContextForm = z.infer<typeof contextFormSchema>;
