import { expect, test } from 'vitest';
import type { Card } from '../src/board/board.ts';
import { dayOf, dueText, urgencyOf } from './due.ts';
import { matches } from './filter.ts';

const card: Card = {
  id: 'a',
  column: 'c',
  order: 0,
  title: 'Write the News',
  text: 'For Ana',
  labels: ['Press kit'],
};

test('a filter finds words in any order, and labels by their sign', () => {
  expect(
    ['', '  ', 'news write', 'ana', 'kit', '#press', '#kit news', '#'].map((filter) => matches(card, filter)),
  ).toEqual([true, true, true, true, true, true, true, false]);
  expect(['nobody', 'news nobody', '#news', '#ana'].some((filter) => matches(card, filter))).toBe(false);
});

test('a day is said as people say it', () => {
  const today = '2026-12-31';
  expect(
    ['2026-12-30', '2026-12-31', '2027-01-01', '2026-12-02', '2027-01-05'].map((day) =>
      dueText(day, today, 'en'),
    ),
  ).toEqual(['Yesterday', 'Today', 'Tomorrow', 'Dec 2', 'Jan 5, 2027']);
  expect(dueText('2027-01-01', today, 'de')).toBe('Morgen');
  expect(
    ['2026-12-30', '2026-12-31', '2027-01-02', '2027-01-03'].map((day) => urgencyOf(day, today)),
  ).toEqual(['late', 'today', 'soon', 'later']);
  expect(dayOf(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
});
