import { expect, it } from 'vitest';
import { choicesIn } from './choice-sources.ts';

it('K7: takes the choices that a server declares for a tool, and leaves out what it can’t read', () => {
  const card = { tool: 'board_list', path: 'columns/*/cards/*', value: 'id', label: 'title' };
  const declared = { card: { ...card, more: 1 }, column: { tool: 5, path: '' }, lane: 'board_list' };
  expect(choicesIn({ 'loggia/choices': declared })).toEqual({ card });
  expect(choicesIn({ 'loggia/choices': { column: {} } })).toBeUndefined();
  expect(choicesIn({ 'loggia/choices': 'all' })).toBeUndefined();
  expect(choicesIn(undefined)).toBeUndefined();
});
