import { inferKinds } from '../column-kind.ts';
import { layoutIn } from '../layout-place.ts';
import { layoutSchema } from '../layout.ts';
import type { Reading } from '../order.ts';
import { Calculation } from '../formulas/calculation.ts';
import type { ReadTable, Table } from '../table.ts';
import { decimalMarkOf } from '../values.ts';

/** A table with the results of its formulas, and how to understand them. */
export interface Understood {
  readonly values: Table;
  readonly reading: Reading;
  readonly calculation: Calculation;
}

/** Cells are what somebody chose where they did, else what most of them look like. */
export function understand(
  { table, dialect }: ReadTable,
  artifact: { readonly type: string; readonly context: Readonly<Record<string, unknown>> },
): Understood {
  const decimal = decimalMarkOf(dialect.delimiter);
  const layout = layoutSchema.safeParse(layoutIn(artifact)).data;
  const calculation = new Calculation(table, { decimal, now: Date.now });
  const { values } = calculation;
  const kinds = inferKinds(values, decimal).map((kind, at) => layout?.columns?.[at]?.kind ?? kind);
  return { values, reading: { kinds, decimal }, calculation };
}
