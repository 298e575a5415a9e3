import { expect, test } from 'vitest';
import { countOf, queryOf, wholeDesk } from './desk-query.ts';

test('J1: the desk shows neither what is archived nor what is in the trash', () => {
  expect(queryOf('w', wholeDesk)).toEqual({
    workspace: 'w',
    order: 'modified',
    states: ['draft', 'committed'],
  });
});

test('J1: the trash holds things in every state, and types are asked for only where some are chosen', () => {
  expect(queryOf('w', { view: 'trash', types: ['x/y'], order: 'title' })).toEqual({
    workspace: 'w',
    order: 'title',
    types: ['x/y'],
    deleted: true,
  });
});

test('each view counts its own', () => {
  const counts = { drafts: 1, committed: 20, archived: 300, deleted: 4000 };
  const views = ['all', 'drafts', 'archived', 'trash'] as const;
  expect(views.map((view) => countOf(view, counts))).toEqual([21, 1, 300, 4000]);
});
