import {
  ConflictError,
  tool,
  type Api,
  type Artifact,
  type Call,
  type Outcome,
  type ToolDefinition,
} from '@loggia/kit';
import { z } from 'zod';
import { counted } from '../aggregate.ts';
import { operationSchema } from '../edits.ts';
import { tableType, withLayout } from '../layout-place.ts';
import { layoutSchema, type Layout } from '../layout.ts';
import { applyOperations } from '../operations.ts';
import type { Saved, StoredTables } from '../stored-tables.ts';
import type { Table } from '../table.ts';

/** How much text one answer carries: a table of megabytes appears while it is still arriving. */
const piece = 512 * 1024;

export async function openTable(tables: StoredTables, artifact: Artifact, { api }: Call): Promise<Outcome> {
  const stored = await tables.text(artifact, api);
  const start = pieceOf(stored.text, 0);
  return {
    content: [
      {
        type: 'text',
        text: `“${artifact.title}” is open: ${counted(stored.text.length, 'character')} of CSV.`,
      },
    ],
    structuredContent: {
      revision: artifact.revision,
      ...(artifact.readOnly === true && artifact.version > 0 && { version: artifact.version }),
      hash: stored.hash,
      cut: stored.cut,
      ...start,
    },
  };
}

/** The tools for the View of a table. */
export function viewTools(tables: StoredTables): Record<string, ToolDefinition> {
  return {
    read_table: tool({
      title: 'Read a table',
      description: 'Reads the text of a table in parts: the newest version, unless a hash is given.',
      input: {
        artifact: z.string(),
        hash: z.string().optional(),
        version: z.number().int().positive().optional(),
        from: z.number().int().min(0).default(0),
      },
      visibility: ['app'],
      annotations: { readOnlyHint: true },
      async run({ artifact: id, hash, version, from }, { api }) {
        const artifact = await api.getArtifact(id);
        // For a table that was opened at an older version, the artifact no longer has the rest of the text.
        const asItWas = version === undefined ? undefined : tables.kept(hash ?? '');
        const stored = asItWas ?? (await tables.text(artifact, api));
        if (hash !== undefined && stored.hash !== hash)
          return answer({ changed: true, revision: artifact.revision, hash: stored.hash });
        return answer({
          revision: artifact.revision,
          hash: stored.hash,
          cut: stored.cut,
          ...pieceOf(stored.text, from),
        });
      },
    }),

    save_table: tool({
      title: 'Save a table',
      description: 'Applies edits to the table they were made on, or says that it is no longer the newest.',
      input: {
        artifact: z.string(),
        revision: z.number(),
        hash: z.string(),
        operations: z.array(operationSchema).max(20_000),
        layout: layoutSchema.optional(),
        remember: z.boolean().optional().describe('Whether to store the layout with a CSV file, too'),
      },
      visibility: ['app'],
      async run({ artifact: id, revision, hash, operations, layout, remember }, { api }) {
        const artifact = await api.getArtifact(id);
        if (artifact.revision !== revision) return conflicting(artifact);
        const stored = await tables.table(artifact, api);
        if (stored.hash !== hash) return conflicting(artifact);
        const { table } = applyOperations(stored.table, operations);
        try {
          const chosen = remember === true || artifact.type === tableType ? layout : undefined;
          const context = contextOf(artifact, chosen, table);
          const saved =
            operations.length === 0
              ? await saveLayout(artifact, context, api)
              : await tables.write(artifact, { table, like: stored, ...(context && { context }) }, api);
          return answer({ ...saved });
        } catch (error) {
          if (error instanceof ConflictError) return conflicting(await api.getArtifact(id));
          throw error;
        }
      },
    }),
  };
}

/** A CSV file's context belongs to its creator, so it changes only when somebody chose a layout for the file. */
function contextOf(artifact: Artifact, layout: Layout | undefined, { columns, rows }: Table) {
  const context = layout === undefined ? undefined : withLayout(artifact, layout);
  if (artifact.type !== tableType) return context;
  const titles = columns.slice(0, 100).map((title) => title.slice(0, 200));
  return { ...artifact.context, ...context, summary: { rows: rows.length, columns: titles } };
}

async function saveLayout(
  { id, revision, state, content }: Artifact,
  context: Readonly<Record<string, unknown>> | undefined,
  api: Api,
): Promise<Saved> {
  const hash = content?.hash ?? '';
  if (context === undefined) return { revision, state, hash };
  const saved = await api.updateArtifact(id, { ifRevision: revision, context });
  return { revision: saved.revision, state: saved.state, hash };
}

function conflicting({ revision, content }: Artifact): Outcome {
  return answer({ conflict: true, revision, hash: content?.hash ?? '' });
}

function answer(structuredContent: Record<string, unknown>): Outcome {
  // The text would say the same again, and a piece of a table is long.
  return { content: [], structuredContent };
}

function pieceOf(text: string, from: number): { text: string; from: number; next?: number; length: number } {
  let end = Math.min(text.length, from + piece);
  // Not between the halves of a character outside the basic plane: half of one does not survive the wire.
  const last = text.charCodeAt(end - 1);
  if (end < text.length && last >= 0xd800 && last <= 0xdbff) end += 1;
  return {
    text: text.slice(from, end),
    from,
    ...(end < text.length && { next: end }),
    length: text.length,
  };
}
