import { defineType, serveTypes, type ServedTypes } from '@loggia/kit';
import { describeTable } from './aggregate.ts';
import { displayed } from './display.ts';
import { tableType } from './layout-place.ts';
import { layoutSchema } from './layout.ts';
import { createStoredTables, type StoredTables } from './stored-tables.ts';
import { readTable } from './table.ts';
import { columnTitle } from './table.ts';
import { modelTools } from './tools/model-tools.ts';
import { openTable, viewTools } from './tools/view-tools.ts';
import { understand, type Understood } from './tools/reading.ts';
import type { Artifact, Call, Capabilities } from '@loggia/kit';

const firstRows = 'Name,Amount,Date\nFirst,10,2026-01-01\nSecond,25,2026-01-02\n';
const mostGlimpsed = 6;
const mostExtracted = 1_000_000;

/** One server with two types: tables of our own, which remember how they are looked at, and any CSV file. */
export function tableServer(html: string | URL): ServedTypes {
  const tables = createStoredTables();
  const view = { html, prefersBorder: false, permissions: { clipboardWrite: {} } };
  const shared = {
    view,
    open: (artifact: Artifact, call: Call) => openTable(tables, artifact, call),
    capabilities: capabilities(tables),
  };
  const table = defineType({
    ...shared,
    mime: tableType,
    version: '1.0.0',
    name: 'table',
    description: 'A table with columns of text, numbers and dates. Its content is CSV.',
    extensions: ['.table'],
    inherits: ['text/csv'],
    presentation: {
      label: 'Table',
      icon: 'table',
      color: '#2f7d6b',
      modes: ['view', 'edit'],
      creatable: {
        label: 'New table',
        title: 'Untitled table',
        context: { summary: { rows: 2, columns: readTable(firstRows).table.columns } },
        content: firstRows,
      },
    },
    schema: layoutSchema,
    preview: {
      fields: [
        { label: 'Rows', path: '/summary/rows', as: 'count' },
        { label: 'Columns', path: '/summary/columns', as: 'count' },
      ],
    },
  });
  const csv = defineType({
    ...shared,
    mime: 'text/csv',
    version: '1.0.0',
    name: 'csv',
    description: 'CSV as a table: sort, filter, edit, chart.',
    extensions: ['.csv', '.tsv'],
    presentation: { label: 'CSV table', icon: 'table', color: '#2f7d6b', modes: ['view', 'edit'] },
  });
  return serveTypes([table, csv], {
    name: 'loggia-table',
    version: '1.0.0',
    title: 'Tables',
    tools: { ...viewTools(tables), ...modelTools(tables) },
  });
}

/** The first rows as the View shows them. */
function glimpseOf({ values, reading: { kinds, decimal } }: Understood): string {
  const titles = values.columns.slice(0, mostGlimpsed).map((_, at) => columnTitle(values.columns, at));
  const rows = values.rows
    .slice(0, mostGlimpsed)
    .map((row) =>
      titles.map((_, at) => displayed(row[at] ?? '', { kind: kinds[at] ?? 'text', decimal }).slice(0, 80)),
    );
  return [titles, ...rows]
    .map((cells) => cells.map((cell) => cell.replaceAll(/\s+/g, ' ')).join('\t'))
    .join('\n');
}

function capabilities(tables: StoredTables): Capabilities {
  return {
    async extract_text(artifact, { api }) {
      const { values: table } = understand(await tables.table(artifact, api), artifact);
      const titles = table.columns.map((_, at) => columnTitle(table.columns, at));
      let text = titles.join('\t');
      for (const row of table.rows) {
        if (text.length > mostExtracted) break;
        text += `\n${row.join('\t')}`;
      }
      return text.slice(0, mostExtracted);
    },
    async glimpse(artifact, { api }) {
      const stored = await tables.table(artifact, api);
      return glimpseOf(understand(stored, artifact));
    },
    async summarize(artifact, { api }) {
      const stored = await tables.table(artifact, api);
      const { values, reading } = understand(stored, artifact);
      return describeTable(values, reading);
    },
  };
}
