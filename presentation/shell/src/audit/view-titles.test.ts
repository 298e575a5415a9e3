import { expect, it } from 'vitest';
import { record } from './record.testkit.ts';
import { artifactsShownIn, viewTitles } from './view-titles.ts';

const records = [
  record('1', { view: 'artifact:0b1c2d@3+server' }),
  record('2', { view: 'artifact:gone' }),
  record('3', { view: 'toolCall:ahp-chat:/b#94cab0c9', serverName: 'budget' }),
  record('4', { view: 'toolCall:ahp-chat:/b#unknown', serverName: 'maps' }),
  record('5'),
];

it('E9: a View is called after the artifact it shows, its template or its server, never by its id', () => {
  expect(artifactsShownIn(records)).toEqual(['0b1c2d', 'gone']);
  const templates = new Map([['toolCall:ahp-chat:/b#94cab0c9', 'ui://budget/chart.html']]);
  expect([...viewTitles(records, templates, new Map([['0b1c2d', 'Groceries']]))]).toEqual([
    ['artifact:0b1c2d@3+server', 'Groceries'],
    ['artifact:gone', 'board'],
    ['toolCall:ahp-chat:/b#94cab0c9', 'chart of budget'],
    ['toolCall:ahp-chat:/b#unknown', 'maps'],
  ]);
});
