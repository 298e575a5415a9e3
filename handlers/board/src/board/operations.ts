import { cardsIn, type Board, type Card, type Column } from './board.ts';

// Each operation takes a board and returns the next one. An operation on something that doesn't exist returns the same
// board.

export type NewCard = Pick<Card, 'id' | 'title'> & Partial<Pick<Card, 'text' | 'labels' | 'due'>>;
/** `undefined` takes a field away. */
export type CardChange = {
  readonly [Key in 'title' | 'text' | 'labels' | 'due' | 'done' | 'archived']?: Card[Key] | undefined;
};
export type ColumnChange = {
  readonly [Key in 'title' | 'color' | 'limit' | 'done']?: Column[Key] | undefined;
};

/** Nearer than this, two orders are spread apart before anything goes between them. */
const nearest = 1e-6;

export function addCard(board: Board, column: string, card: NewCard, index = Infinity): Board {
  if (!board.columns.some(({ id }) => id === column) || board.cards.some(({ id }) => id === card.id))
    return board;
  const added: Card = { ...card, column, order: Infinity };
  return place({ ...board, cards: [...board.cards, added] }, added, column, index);
}

export function updateCard(board: Board, id: string, change: CardChange): Board {
  return withCard(board, id, (card) => changed(card, change));
}

export function removeCard(board: Board, id: string): Board {
  const cards = board.cards.filter((card) => card.id !== id);
  return cards.length === board.cards.length ? board : { ...board, cards };
}

/** @param index among the cards that the column shows without this one; what is past the end is the end */
export function moveCard(board: Board, id: string, column: string, index: number): Board {
  const card = board.cards.find((one) => one.id === id);
  if (card === undefined || !board.columns.some((one) => one.id === column)) return board;
  const now = cardsIn(board, column);
  const others = now.filter((one) => one.id !== id);
  const target = Math.max(0, Math.min(index, others.length));
  if (card.column === column && now.findIndex((one) => one.id === id) === target) return board;
  return place(board, card, column, target);
}

function place(board: Board, card: Card, column: string, index: number): Board {
  const others = cardsIn(board, column).filter(({ id }) => id !== card.id);
  const before = others[Math.min(index, others.length) - 1]?.order;
  const after = others[index]?.order;
  const order = between(before, after);
  if (order !== undefined) return withCard(board, card.id, (one) => ({ ...one, column, order }));
  const spread = new Map(others.map(({ id }, position) => [id, position]));
  const cards = board.cards.map((one) => {
    const position = spread.get(one.id);
    return position === undefined ? one : { ...one, order: position };
  });
  return place({ ...board, cards }, card, column, index);
}

/** Undefined when no number fits between them: they are too close together, or too large to tell apart. */
function between(before: number | undefined, after: number | undefined): number | undefined {
  const low = before ?? (after === undefined ? 0 : after - 2);
  const high = after ?? low + 2;
  const middle = (low + high) / 2;
  return middle - low >= nearest && high - middle >= nearest ? middle : undefined;
}

export function addColumn(board: Board, column: Column, index = Infinity): Board {
  if (board.columns.some(({ id }) => id === column.id)) return board;
  return { ...board, columns: board.columns.toSpliced(index, 0, column) };
}

export function updateColumn(board: Board, id: string, change: ColumnChange): Board {
  if (!board.columns.some((column) => column.id === id)) return board;
  return {
    ...board,
    columns: board.columns.map((column) => (column.id === id ? changed(column, change) : column)),
  };
}

export function moveColumn(board: Board, id: string, index: number): Board {
  const from = board.columns.findIndex((column) => column.id === id);
  const column = board.columns[from];
  const to = Math.max(0, Math.min(index, board.columns.length - 1));
  if (column === undefined || to === from) return board;
  return { ...board, columns: board.columns.toSpliced(from, 1).toSpliced(to, 0, column) };
}

/** Takes its cards along. */
export function removeColumn(board: Board, id: string): Board {
  const columns = board.columns.filter((column) => column.id !== id);
  if (columns.length === board.columns.length) return board;
  return { ...board, columns, cards: board.cards.filter(({ column }) => column !== id) };
}

/** Puts away every card that is done. */
export function archiveDone(board: Board): Board {
  const doneColumns = new Set(board.columns.filter(({ done }) => done === true).map(({ id }) => id));
  const isToGo = (card: Card) =>
    card.archived !== true && (card.done === true || doneColumns.has(card.column));
  if (!board.cards.some(isToGo)) return board;
  return { ...board, cards: board.cards.map((card) => (isToGo(card) ? { ...card, archived: true } : card)) };
}

function withCard(board: Board, id: string, change: (card: Card) => Card): Board {
  if (!board.cards.some((card) => card.id === id)) return board;
  return { ...board, cards: board.cards.map((card) => (card.id === id ? change(card) : card)) };
}

function changed<T extends object>(item: T, change: object): T {
  const entries = Object.entries({ ...item, ...change }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as T;
}
