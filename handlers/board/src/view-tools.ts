import { ConflictError, tool, type Artifact, type ToolDefinition } from '@loggia/kit';
import { z } from 'zod';
import { contextOf } from './board/board.ts';
import { boardSchema } from './board/board-schema.ts';
import { readBoard } from './board/read-board.ts';

const artifact = z.string().min(1);

/** The tools for the View alone. */
export const viewTools: Readonly<Record<string, ToolDefinition>> = {
  load_board: tool({
    title: 'Load the board',
    description: 'The board as it is now.',
    input: { artifact },
    visibility: ['app'],
    annotations: { readOnlyHint: true },
    run: async (args, { api }) => ({ structuredContent: current(await api.getArtifact(args.artifact)) }),
  }),

  save_board: tool({
    title: 'Save the board',
    description:
      'Writes the board into the draft. If someone else changed it, returns their version instead.',
    input: { artifact, ifRevision: z.int().nonnegative(), board: boardSchema },
    visibility: ['app'],
    run: async (args, { api }) => {
      const board = readBoard(args.board);
      try {
        const saved = await api.updateArtifact(args.artifact, {
          ifRevision: args.ifRevision,
          context: contextOf(board),
        });
        return { structuredContent: { saved: true, revision: saved.revision, state: saved.state } };
      } catch (error) {
        if (!(error instanceof ConflictError)) throw error;
        return { structuredContent: { saved: false, ...current(await api.getArtifact(args.artifact)) } };
      }
    },
  }),
};

function current({ title, revision, state, context }: Artifact) {
  return { title, revision, state, board: readBoard(context) };
}
