import type { Board } from '../src/board/board.ts';
import { merge } from '../src/board/merge.ts';

export type SaveState =
  | { readonly kind: 'saved' }
  | { readonly kind: 'waiting' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'failed'; readonly message: string };

export type SaveAnswer =
  | { readonly saved: true; readonly revision: number }
  | { readonly saved: false; readonly revision: number; readonly board: Board };

export interface AutosavePorts {
  /** Throws when it could not be saved; the message is shown. */
  save(board: Board, ifRevision: number): Promise<SaveAnswer>;
  later(run: () => void, milliseconds: number): () => void;
  onState(state: SaveState): void;
  /** Somebody else changed the board: this is both. `contested` counts what both changed. */
  onMerged(board: Board, contested: number): void;
}

const pause = 500;
const retries = [2_000, 5_000, 15_000, 30_000];
/** With this many conflicts in a row, saving is given up. */
const mostConflicts = 5;

/** Saves what was changed soon after, one save at a time, and brings in what others changed meanwhile. */
export class Autosave {
  readonly #ports: AutosavePorts;
  /** The last version known from the host. */
  #base: Board;
  #revision: number;
  #board: Board;
  #cancel: (() => void) | undefined;
  #running: Promise<void> | undefined;
  #failures = 0;

  constructor(board: Board, revision: number, ports: AutosavePorts) {
    this.#base = board;
    this.#board = board;
    this.#revision = revision;
    this.#ports = ports;
  }

  get hasUnsaved(): boolean {
    return this.#board !== this.#base;
  }

  /** Whether our version is older than this revision, after any running save. */
  async isBehind(revision: number): Promise<boolean> {
    await this.#running;
    return revision > this.#revision;
  }

  change(board: Board): void {
    if (board === this.#board) return;
    this.#board = board;
    this.#failures = 0;
    if (this.#running !== undefined) return;
    this.#ports.onState({ kind: 'waiting' });
    this.#schedule(pause);
  }

  /** Takes a newer version that was read elsewhere. Ignored during a save, which learns of it anyway. */
  receive(board: Board, revision: number): void {
    if (this.#running !== undefined || revision <= this.#revision) return;
    this.#bringIn(board, revision);
    if (this.hasUnsaved) this.#schedule(pause);
  }

  /** Saves pending changes at once. Never rejects: the state has the outcome. */
  async flush(): Promise<void> {
    this.#cancel?.();
    this.#cancel = undefined;
    if (this.#running === undefined) {
      this.#running = this.#saveAll().finally(() => {
        this.#running = undefined;
      });
    }
    await this.#running;
  }

  #schedule(milliseconds: number): void {
    this.#cancel?.();
    this.#cancel = this.#ports.later(() => void this.flush(), milliseconds);
  }

  #bringIn(theirs: Board, revision: number): void {
    const { board, contested } = merge(this.#base, this.#board, theirs);
    const isOursUnchanged = this.#board === this.#base;
    this.#base = theirs;
    this.#revision = revision;
    this.#board = isOursUnchanged ? theirs : board;
    this.#ports.onMerged(this.#board, contested);
  }

  async #saveAll(): Promise<void> {
    let conflicts = 0;
    while (this.hasUnsaved) {
      const board = this.#board;
      this.#ports.onState({ kind: 'saving' });
      try {
        const answer = await this.#ports.save(board, this.#revision);
        if (answer.saved) {
          this.#base = board;
          this.#revision = answer.revision;
          this.#failures = 0;
          continue;
        }
        conflicts += 1;
        if (conflicts > mostConflicts) throw new Error('Other people keep changing this board.');
        this.#bringIn(answer.board, answer.revision);
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        this.#ports.onState({ kind: 'failed', message });
        this.#schedule(retries[Math.min(this.#failures, retries.length - 1)] ?? pause);
        this.#failures += 1;
        return;
      }
    }
    this.#ports.onState({ kind: 'saved' });
  }
}
