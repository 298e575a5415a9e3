import { expect, test } from 'vitest';
import type { Card } from '../src/board/board.ts';
import { changeOf } from './card-editor.ts';

const card: Card = {
  id: 'a',
  column: 'c',
  order: 0,
  title: 'Title',
  text: 'Text',
  labels: ['x', 'y'],
  due: '2026-11-16',
};
const written = { title: 'Title', text: 'Text', labels: 'x, y', due: '2026-11-16' };

test('only what was changed in the editor is a change', () => {
  expect(changeOf(card, written)).toBeUndefined();
  expect(changeOf(card, { ...written, title: ' New\n title ' })).toEqual({ title: 'New title' });
  expect(changeOf(card, { ...written, labels: 'y,, x ,y' })).toEqual({ labels: ['y', 'x'] });
  expect(changeOf(card, { title: '  ', text: '', labels: '', due: '' })).toEqual({
    text: undefined,
    labels: undefined,
    due: undefined,
  });
});
