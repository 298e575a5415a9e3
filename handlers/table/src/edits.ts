import { z } from 'zod';
import { csvLimits } from '@loggia/csv';

const text = z.string().max(1_000_000);
const at = z.number().int().min(0);
const row = z.array(text).max(csvLimits.fields);
const rows = z.array(row).max(csvLimits.records);

/** Operations as they come from a View. */
export const operationSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('setCells'), cells: z.array(z.tuple([at, at, text])).max(500_000) }),
  z.object({ kind: z.literal('insertRows'), rows: z.array(z.tuple([at, row])).max(csvLimits.records) }),
  z.object({ kind: z.literal('removeRows'), at: z.array(at).max(csvLimits.records) }),
  z.object({
    kind: z.literal('insertColumn'),
    at,
    title: text,
    values: z.array(text).max(csvLimits.records).optional(),
  }),
  z.object({ kind: z.literal('removeColumn'), at }),
  z.object({ kind: z.literal('renameColumn'), at, title: text }),
  z.object({ kind: z.literal('replace'), columns: row, rows }),
]);
