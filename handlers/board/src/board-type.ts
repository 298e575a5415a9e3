import { defineType } from '@loggia/kit';
import { archiveDone } from './board/operations.ts';
import { boardSchema } from './board/board-schema.ts';
import { summaryOf, textOf } from './board/board-text.ts';
import { readBoard } from './board/read-board.ts';
import { changeBoard } from './change-board.ts';
import { modelTools } from './model-tools.ts';
import { thumbnailOf } from './picture/thumbnail.ts';
import { viewTools } from './view-tools.ts';

const template = {
  columns: [
    { id: 'todo', title: 'To do', color: 'gray' },
    { id: 'doing', title: 'In progress', color: 'blue', limit: 3 },
    { id: 'done', title: 'Done', color: 'green', done: true },
  ],
  cards: [],
};

export const boardType = defineType({
  mime: 'application/vnd.loggia.board+json',
  version: '1.0.0',
  description: 'A kanban board: columns of cards with labels and due dates.',
  extensions: ['.board'],
  inherits: ['application/json'],
  presentation: {
    label: 'Board',
    icon: 'kanban',
    color: '#5b5bd6',
    modes: ['view', 'edit'],
    introduction: { step: { label: 'Move a card', done: 'changed' } },
    creatable: { label: 'Board', title: 'Untitled board', context: template },
  },
  schema: boardSchema,
  preview: {
    fields: [
      { label: 'Columns', path: '/columns', as: 'count' },
      { label: 'Cards', path: '/cards', as: 'count' },
    ],
    progress: { done: '/progress/done', total: '/progress/total' },
  },
  view: { html: new URL('../dist/view.html', import.meta.url), prefersBorder: false },
  open: ({ context, title }) => {
    return `The board “${title}” is open. ${summaryOf(readBoard(context), today())}`;
  },
  tools: { ...modelTools, ...viewTools },
  capabilities: {
    extract_text: ({ context }) => textOf(readBoard(context)),
    summarize: ({ context }) => summaryOf(readBoard(context), today()),
    generate_thumbnail: ({ context }) => ({ data: thumbnailOf(readBoard(context)), mediaType: 'image/png' }),
  },
  actions: {
    archiveDone: {
      label: 'Archive done cards',
      icon: 'archive',
      states: ['draft', 'committed'],
      run: async ({ id }, { api }) => {
        let count = 0;
        await changeBoard(api, id, (board) => {
          const next = archiveDone(board);
          count = next.cards.filter((card, index) => card !== board.cards[index]).length;
          return next;
        });
        return count === 0 ? 'No card is done.' : `Archived ${count} ${count === 1 ? 'card' : 'cards'}.`;
      },
    },
  },
});

function today(): string {
  return new Date().toISOString().slice(0, 10);
}
