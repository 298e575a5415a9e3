import { cardsIn, isDone, progressOf, type Board, type Card } from './board.ts';

/** Everything a search should find, column by column. */
export function textOf(board: Board): string {
  const columns = board.columns.map(({ id, title }) =>
    [title, ...cardsIn(board, id).map((card) => cardText(card))].join('\n'),
  );
  const archived = board.cards.filter((card) => card.archived === true).map((card) => cardText(card));
  return [...columns, archived.join('\n')].filter((part) => part !== '').join('\n\n');
}

function cardText({ title, text, labels = [] }: Card): string {
  return [title, text, labels.map((label) => `#${label}`).join(' ')].filter(Boolean).join('\n');
}

/** A sentence or two: how much there is, where it stands, what is late. */
export function summaryOf(board: Board, today: string): string {
  const { done, total } = progressOf(board);
  if (total === 0) return 'The board has no cards yet.';
  const counts = board.columns.map(({ id, title }) => `${title} ${cardsIn(board, id).length}`).join(', ');
  const late = board.cards.filter((card) => isLate(board, card, today)).length;
  const overdue = late === 0 ? '' : ` ${late} overdue.`;
  return `${total} ${total === 1 ? 'card' : 'cards'}, ${done} done: ${counts}.${overdue}`;
}

function isLate(board: Board, card: Card, today: string): boolean {
  return card.due !== undefined && card.due < today && card.archived !== true && !isDone(board, card);
}

/** The columns and cards that `listingOf` tells of, as data. */
export function outlineOf(board: Board) {
  return {
    columns: board.columns.map(({ id, title }) => ({
      id,
      title,
      cards: cardsIn(board, id).map((card) => ({ id: card.id, title: card.title })),
    })),
  };
}

/** The whole board for a model: ids to name things by, and what a person would see. */
export function listingOf(board: Board): string {
  if (board.columns.length === 0) return 'The board is empty.';
  return board.columns
    .map(({ id, title, limit, done }) => {
      const notes = [
        `id ${id}`,
        ...(limit === undefined ? [] : [`limit ${limit}`]),
        ...(done ? ['done'] : []),
      ];
      const cards = cardsIn(board, id).map((card) => `- ${cardLine(card)}`);
      return [`## ${title} (${notes.join(', ')})`, ...(cards.length === 0 ? ['- no cards'] : cards)].join(
        '\n',
      );
    })
    .join('\n\n');
}

function cardLine({ id, title, text, labels = [], due, done }: Card): string {
  const notes = [
    `id ${id}`,
    ...(done ? ['done'] : []),
    ...(due === undefined ? [] : [`due ${due}`]),
    ...labels.map((label) => `#${label}`),
  ];
  const more = text === undefined ? '' : `\n  ${text.replaceAll('\n', '\n  ')}`;
  return `${title} (${notes.join(', ')})${more}`;
}
