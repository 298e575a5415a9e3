import { emptyBoard, type Board } from '../src/board/board.ts';
import { merge } from '../src/board/merge.ts';
import { noHistory, redo, remember, undo, type History } from './history.ts';

/** Nobody: it is only shown, as long as something is carried around. */
export type ChangedBy = 'us' | 'others' | 'nobody';

/** The board on screen with its undo history. Listeners hear of every change. */
export class BoardStore {
  board: Board = emptyBoard;
  isReadOnly = true;
  #history: History = noHistory;
  /** The board without the preview; undefined without one. */
  #settled: Board | undefined;
  readonly #onChange: (board: Board, by: ChangedBy) => void;

  constructor(onChange: (board: Board, by: ChangedBy) => void) {
    this.#onChange = onChange;
  }

  get canUndo(): boolean {
    return !this.isReadOnly && this.#history.past.length > 0;
  }

  get canRedo(): boolean {
    return !this.isReadOnly && this.#history.future.length > 0;
  }

  /**
   * @param label what was done, in words that can follow “Undo: ”
   * @returns whether anything is different now
   */
  change(label: string, next: (board: Board) => Board): boolean {
    if (this.isReadOnly) return false;
    this.putBack();
    const before = this.board;
    const after = next(before);
    if (after === before) return false;
    this.#history = remember(this.#history, { label, before, after });
    this.board = after;
    this.#onChange(after, 'us');
    return true;
  }

  /** Shows a step that is not finished: it is neither remembered nor saved. */
  preview(board: Board): void {
    if (this.isReadOnly || board === this.board) return;
    this.#settled ??= this.board;
    this.board = board;
    this.#onChange(board, 'nobody');
  }

  /** Makes what was previewed one step. */
  settle(label: string): void {
    const after = this.board;
    this.board = this.#settled ?? after;
    this.#settled = undefined;
    this.change(label, () => after);
  }

  /** Forgets what was previewed. */
  putBack(): void {
    if (this.#settled === undefined) return;
    this.board = this.#settled;
    this.#settled = undefined;
    this.#onChange(this.board, 'nobody');
  }

  /** Takes a version that was merged with other people's changes. It includes ours, except for previewed ones. */
  receive(board: Board): void {
    const settled = this.#settled;
    this.board = settled === undefined ? board : merge(settled, this.board, board).board;
    if (settled !== undefined) this.#settled = board;
    this.#onChange(this.board, 'others');
  }

  /** @returns what was undone */
  undo(): string | undefined {
    return this.#travel(undo);
  }

  redo(): string | undefined {
    return this.#travel(redo);
  }

  #travel(way: typeof undo): string | undefined {
    this.putBack();
    const there = this.isReadOnly ? undefined : way(this.#history, this.board);
    if (there === undefined) return undefined;
    this.#history = there.history;
    this.board = there.board;
    this.#onChange(this.board, 'us');
    return there.label;
  }
}
