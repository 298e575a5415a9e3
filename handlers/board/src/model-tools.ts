import { randomUUID } from 'node:crypto';
import { tool, type ToolDefinition } from '@loggia/kit';
import { z } from 'zod';
import { boardLimits, cardsIn, type Board, type Column } from './board/board.ts';
import { cardFields } from './board/board-schema.ts';
import { listingOf, outlineOf } from './board/board-text.ts';
import { addCard, moveCard, updateCard, type CardChange } from './board/operations.ts';
import { readBoard } from './board/read-board.ts';
import { BoardError, changeBoard } from './change-board.ts';

const artifact = z.string().min(1).describe('The id of the artifact that is the board');
const card = z.string().min(1).describe('The id of the card, as board_list gives it');
const column = z.string().min(1).describe('The id or the title of the column');
const position = z.int().positive().optional().describe('1 is the top of the column; the end unless given');

const choices = {
  card: { tool: 'board_list', path: 'columns/*/cards/*', value: 'id', label: 'title' },
  column: { tool: 'board_list', path: 'columns/*', value: 'title' },
};

/** The tools for models. The View may use them too. */
export const modelTools: Readonly<Record<string, ToolDefinition>> = {
  board_list: tool({
    title: 'List the board',
    description: 'Lists the columns and cards of a board, with their ids.',
    input: { artifact },
    annotations: { readOnlyHint: true },
    run: async (args, { api }) => {
      const board = readBoard((await api.getArtifact(args.artifact)).context);
      return { structuredContent: outlineOf(board), content: said(listingOf(board)) };
    },
  }),

  board_add_card: tool({
    title: 'Add a card',
    description: 'Adds a card to a column of a board.',
    input: {
      artifact,
      column: column.optional().describe('The id or the title of the column; the first unless given'),
      title: cardFields.title,
      text: cardFields.text.optional(),
      labels: cardFields.labels.optional(),
      due: cardFields.due.optional(),
      position,
    },
    choices: { column: choices.column },
    run: async (args, { api }) => {
      const id = `card-${randomUUID().slice(0, 8)}`;
      let into = '';
      await changeBoard(api, args.artifact, (board) => {
        if (board.cards.length >= boardLimits.cards)
          throw new BoardError(`The board is full: it has ${boardLimits.cards} cards. Remove some first.`);
        const target = columnIn(board, args.column);
        into = target.title;
        const { title, text, labels, due } = args;
        return addCard(
          board,
          target.id,
          { id, title, ...(text && { text }), ...(labels && { labels }), ...(due && { due }) },
          indexOf(args.position),
        );
      });
      return {
        structuredContent: { card: id },
        content: said(`Added “${args.title}” to ${into} (id ${id}).`),
      };
    },
  }),

  board_move_card: tool({
    title: 'Move a card',
    description: 'Moves a card to a column of its board, and to a place in it.',
    input: { artifact, card, column, position },
    choices,
    annotations: { idempotentHint: true },
    run: async (args, { api }) => {
      let into = '';
      await changeBoard(api, args.artifact, (board) => {
        const target = columnIn(board, args.column);
        into = target.title;
        return moveCard(board, cardIn(board, args.card).id, target.id, indexOf(args.position));
      });
      return `Moved it to ${into}.`;
    },
  }),

  board_update_card: tool({
    title: 'Change a card',
    description:
      'Changes the given fields of a card. An empty text or list clears the description, the labels or the due date.',
    input: {
      artifact,
      card,
      title: cardFields.title.optional(),
      text: cardFields.text.optional(),
      labels: cardFields.labels.optional(),
      due: z.union([cardFields.due, z.literal('')]).optional(),
      done: cardFields.done.optional(),
    },
    choices: { card: choices.card },
    annotations: { idempotentHint: true },
    run: async ({ artifact: id, card: cardId, title, text, labels, due, done }, { api }) => {
      const change: CardChange = {
        ...(title !== undefined && { title }),
        ...(text !== undefined && { text: text || undefined }),
        ...(labels !== undefined && { labels: labels.length === 0 ? undefined : labels }),
        ...(due !== undefined && { due: due || undefined }),
        ...(done !== undefined && { done: done || undefined }),
      };
      await changeBoard(api, id, (board) => updateCard(board, cardIn(board, cardId).id, change));
      return 'Changed it.';
    },
  }),
};

function said(text: string) {
  return [{ type: 'text' as const, text }];
}

function indexOf(place: number | undefined): number {
  return place === undefined ? Infinity : place - 1;
}

function columnIn(board: Board, name: string | undefined): Column {
  const wanted = name?.trim().toLowerCase();
  const found =
    wanted === undefined
      ? board.columns[0]
      : (board.columns.find(({ id }) => id === name) ??
        board.columns.find(({ title }) => title.trim().toLowerCase() === wanted));
  if (found !== undefined) return found;
  if (board.columns.length === 0)
    throw new BoardError('The board has no columns yet. Add one in the board first.');
  const known = board.columns.map(({ id, title }) => `${title} (id ${id})`).join(', ');
  throw new BoardError(`There is no column “${name}”. Use one of: ${known}.`);
}

function cardIn(board: Board, id: string) {
  const found = board.cards.find((one) => one.id === id);
  if (found !== undefined) return found;
  const some = board.columns.flatMap((one) => cardsIn(board, one.id)).slice(0, 5);
  const known = some.map((one) => `${one.id} (${one.title})`).join(', ');
  throw new BoardError(
    `There is no card with the id “${id}”. ${known === '' ? 'The board has no cards.' : `There are: ${known}, …`} ` +
      'Use board_list to see them all.',
  );
}
