import { ConflictError, type Api, type Artifact } from '@loggia/kit';
import { contextOf, type Board } from './board/board.ts';
import { readBoard } from './board/read-board.ts';

const attempts = 4;

/** The request can't be carried out on this board. The message says what to do. */
export class BoardError extends Error {}

/**
 * Reads the board, changes it and writes it back; again from the start when somebody else came in between.
 * @param change returns the same board when there is nothing to write
 */
export async function changeBoard(
  api: Api,
  artifact: string,
  change: (board: Board) => Board,
): Promise<{ readonly artifact: Artifact; readonly board: Board }> {
  for (let attempt = 1; ; attempt += 1) {
    const before = await api.getArtifact(artifact);
    const board = readBoard(before.context);
    const next = change(board);
    if (next === board) return { artifact: before, board };
    try {
      const after = await api.updateArtifact(artifact, {
        ifRevision: before.revision,
        context: contextOf(next),
      });
      return { artifact: after, board: next };
    } catch (error) {
      if (!(error instanceof ConflictError) || attempt === attempts) throw error;
    }
  }
}
