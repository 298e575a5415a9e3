import { z } from 'zod';
import { chartShapes } from './chart-data.ts';
import { reckonings } from './aggregate.ts';
import { columnKinds, currencySigns } from './values.ts';

const place = z.number().int().min(0).max(999);

/** How a table is looked at: `context` of the type. The table itself is the content, as CSV. */
export const layoutSchema = z.looseObject({
  columns: z
    .array(
      z.looseObject({
        /** As somebody chose it; without it, as most of the cells look. */
        kind: z.enum(columnKinds).optional(),
        /** Only for columns of type currency. */
        sign: z.enum(currencySigns).optional(),
        width: z.number().min(40).max(2000).optional(),
        hidden: z.boolean().optional(),
      }),
    )
    .max(1000)
    .optional(),
  sort: z
    .array(z.looseObject({ column: place, descending: z.boolean() }))
    .max(8)
    .optional(),
  filters: z
    .array(z.looseObject({ column: place, text: z.string().max(500) }))
    .max(100)
    .optional(),
  chart: z
    .looseObject({
      shape: z.enum(chartShapes),
      label: place.optional(),
      value: place.optional(),
      split: place.optional(),
      how: z.enum(reckonings),
    })
    .optional(),
  /** For cards, which are drawn from the context alone. */
  summary: z
    .looseObject({ rows: z.number().int().min(0), columns: z.array(z.string()).max(1000) })
    .optional(),
});

export type Layout = z.infer<typeof layoutSchema>;
