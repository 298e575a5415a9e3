/** A board as the `context` of an artifact holds it. Unknown keys are kept: a later version may know them. */
export interface Board {
  readonly columns: readonly Column[];
  readonly cards: readonly Card[];
  readonly [key: string]: unknown;
}

export interface Column {
  readonly id: string;
  readonly title: string;
  readonly color?: string;
  /** How many cards may be in work here at once. Crossing it is shown, never refused. */
  readonly limit?: number;
  /** Whether cards that are here count as done. */
  readonly done?: boolean;
  readonly [key: string]: unknown;
}

export interface Card {
  readonly id: string;
  readonly column: string;
  /** Orders the cards of a column. Between two there is always room, so that one move changes one card. */
  readonly order: number;
  readonly title: string;
  readonly text?: string;
  readonly labels?: readonly string[];
  /** A day, `2026-11-16`. */
  readonly due?: string;
  readonly done?: boolean;
  /** Put away: kept, but not shown in its column. */
  readonly archived?: boolean;
  readonly [key: string]: unknown;
}

export const columnColors = ['gray', 'blue', 'green', 'amber', 'red', 'violet', 'pink', 'teal'] as const;
export type ColumnColor = (typeof columnColors)[number];

export const boardLimits = {
  columns: 50,
  cards: 5_000,
  title: 500,
  text: 20_000,
  labels: 20,
  label: 50,
} as const;

export const dayPattern = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/;

export const emptyBoard: Board = { columns: [], cards: [] };

/** The cards that a column shows, first to last. */
export function cardsIn(board: Board, column: string): readonly Card[] {
  return board.cards
    .filter((card) => card.column === column && card.archived !== true)
    .toSorted((one, other) => one.order - other.order || compare(one.id, other.id));
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

export function isDone(board: Board, card: Card): boolean {
  return card.done === true || board.columns.find(({ id }) => id === card.column)?.done === true;
}

/** How far the work is, counted over the cards that are shown. */
export function progressOf(board: Board): { readonly done: number; readonly total: number } {
  const shown = board.cards.filter((card) => card.archived !== true);
  const doneColumns = new Set(board.columns.filter(({ done }) => done === true).map(({ id }) => id));
  return {
    done: shown.filter((card) => card.done === true || doneColumns.has(card.column)).length,
    total: shown.length,
  };
}

/** The value for `context`: the board, with the numbers that a card on the desk shows. */
export function contextOf(board: Board): Record<string, unknown> {
  return { ...board, progress: progressOf(board) };
}
