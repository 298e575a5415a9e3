import { layoutSchema } from '../layout.ts';
import type { Reading } from '../order.ts';
import type { ReadTable } from '../table.ts';
import { decimalMarkOf, inferKinds } from '../values.ts';

/** How to understand the cells: as the context says where it does, else as they look. */
export function readingOf({ table, dialect }: ReadTable, context: unknown): Reading {
  const decimal = decimalMarkOf(dialect.delimiter);
  const layout = layoutSchema.safeParse(context).data;
  const kinds = inferKinds(table, decimal).map((kind, at) => layout?.columns?.[at]?.kind ?? kind);
  return { kinds, decimal };
}
