import { tool, type Api, type Artifact, type ToolDefinition } from '@loggia/kit';
import { z } from 'zod';
import { counted, describeTable, reckonings } from '../aggregate.ts';
import { csvLimits } from '@loggia/csv';
import { tableType } from '../layout-place.ts';
import { applyOperations, type Operation } from '../operations.ts';
import { runQuery } from '../query.ts';
import type { StoredTables } from '../stored-tables.ts';
import type { ReadTable, Table } from '../table.ts';
import { formulasIn, place, placeOf, resultsOf, withFormulaCount } from './formula-answers.ts';
import { understand } from './reading.ts';

const column = z.string().max(500).describe('Title of a column, or its letter');
const cell = z.union([z.string().max(100_000), z.number(), z.boolean(), z.null()]);

/** The tools for models. */
export function modelTools(tables: StoredTables): Record<string, ToolDefinition> {
  async function change(id: string, api: Api, edit: (table: Table) => Operation[]): Promise<ReadTable> {
    const artifact = await api.getArtifact(id);
    const stored = await tables.table(artifact, api);
    const { table } = applyOperations(stored.table, edit(stored.table));
    const context = artifact.type === tableType ? withSummary(artifact, table) : undefined;
    await tables.write(artifact, { table, like: stored, ...(context && { context }) }, api);
    return { ...stored, table };
  }

  return {
    table_query: tool({
      title: 'Query a table',
      description:
        'Filters, sorts, groups and calculates. Without conditions it shows the first rows; at most 200 at a time.',
      input: {
        artifact: z.string(),
        columns: z.array(column).max(100).optional(),
        where: z
          .array(
            z.object({
              column,
              is: z
                .string()
                .max(500)
                .describe('berlin, !berlin, =berlin, >10, <=2026-01-31, 10..20, = (empty)'),
            }),
          )
          .max(20)
          .optional(),
        search: z.string().max(500).optional().describe('Words that a row contains in any column'),
        groupBy: column.optional(),
        reckon: z
          .array(z.object({ column, how: z.enum(reckonings) }))
          .max(20)
          .optional(),
        sort: z
          .array(z.object({ column: z.string().max(500), descending: z.boolean().optional() }))
          .max(8)
          .optional(),
        offset: z.number().int().min(0).optional(),
        limit: z.number().int().min(1).max(200).optional(),
        formulas: z
          .boolean()
          .optional()
          .describe('Also list the formulas of these rows, by cell, and why some have no result'),
      },
      annotations: { readOnlyHint: true },
      async run({ artifact: id, formulas, ...query }, { api }) {
        const artifact = await api.getArtifact(id);
        const stored = await tables.table(artifact, api);
        const { values, reading, calculation } = understand(stored, artifact);
        const result = runQuery(values, query, reading);
        const shown =
          formulas === true ? formulasIn(stored.table, result.numbers ?? [], calculation) : undefined;
        return {
          structuredContent: {
            ...result,
            ...(shown && { formulas: shown }),
            ...(stored.cut && { incomplete: true }),
          },
        };
      },
    }),

    table_describe: tool({
      title: 'Describe a table',
      description: 'The columns of a table, what kind they are, and their ranges.',
      input: { artifact: z.string() },
      annotations: { readOnlyHint: true },
      async run({ artifact: id }, { api }) {
        const artifact = await api.getArtifact(id);
        const stored = await tables.table(artifact, api);
        const { values, reading, calculation } = understand(stored, artifact);
        return withFormulaCount(describeTable(values, reading), calculation);
      },
    }),

    table_append_rows: tool({
      title: 'Append rows',
      description:
        'Adds rows at the end of a table, each as an object by column title or as a list of cells.',
      input: {
        artifact: z.string(),
        rows: z
          .array(z.union([z.array(cell).max(csvLimits.fields), z.record(z.string(), cell)]))
          .min(1)
          .max(1000),
      },
      async run({ artifact: id, rows }, { api }) {
        const { table } = await change(id, api, ({ columns, rows: present }) => [
          {
            kind: 'insertRows',
            rows: rows.map((row, at) => [present.length + at, cellsOf(row, columns)] as const),
          },
        ]);
        return `Added ${counted(rows.length, 'row')}; the table has ${counted(table.rows.length, 'row')} now. It is a draft until it is committed.`;
      },
    }),

    table_set_cells: tool({
      title: 'Change cells',
      description:
        'Writes single cells: by row and column, with rows counted from 1 as table_query gives their numbers, or by address as formulas do (B2 is in the first of these rows: the header is row 1). A value such as =SUM(B2:B9) is a formula.',
      input: {
        artifact: z.string(),
        cells: z
          .array(
            z.union([
              z.object({ row: z.number().int().min(1), column, value: cell }),
              z.object({ cell: z.string().max(12).describe('Address, such as B2'), value: cell }),
            ]),
          )
          .min(1)
          .max(1000),
      },
      async run({ artifact: id, cells }, { api }) {
        const changed = await change(id, api, ({ columns }) => [
          {
            kind: 'setCells',
            cells: cells.map((given) => [...placeOf(given, columns), textOf(given.value)] as const),
          },
        ]);
        const results = resultsOf(changed, cells);
        return `Changed ${counted(cells.length, 'cell')}.${results} The table is a draft until it is committed.`;
      },
    }),
  };
}

type Cell = z.infer<typeof cell>;

function cellsOf(
  row: readonly Cell[] | Readonly<Record<string, Cell>>,
  columns: readonly string[],
): string[] {
  if (Array.isArray(row)) return (row as readonly Cell[]).map(textOf);
  const cells = columns.map(() => '');
  for (const [name, value] of Object.entries(row)) cells[place(columns, name)] = textOf(value);
  return cells;
}

function textOf(value: Cell): string {
  return value === null ? '' : String(value);
}

function withSummary(artifact: Artifact, { columns, rows }: Table) {
  const titles = columns.slice(0, 100).map((title) => title.slice(0, 200));
  return { ...artifact.context, summary: { rows: rows.length, columns: titles } };
}
