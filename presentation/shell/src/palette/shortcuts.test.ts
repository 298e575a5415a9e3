import { expect, test } from 'vitest';
import { shortcutsOf } from './shortcuts.ts';

const run = (): void => undefined;
const commands = [
  { id: 'a', title: 'Go to Desk', group: 'Go', keys: 'Alt+1', run },
  { id: 'b', title: 'Upload', group: 'Desk', run },
  { id: 'c', title: 'Move in the grid', group: 'Desk', keys: ['ArrowLeft', 'ArrowRight'], hidden: true, run },
  { id: 'd', title: 'Go to Servers', group: 'Go', keys: 'Alt+4', run },
];

function titles(query: string) {
  return shortcutsOf(commands, query).map(({ label, shortcuts }) => [
    label,
    shortcuts.map(({ title }) => title.map(({ text }) => text).join('')),
  ]);
}

test('J5: the cheat sheet lists all that has keys, hidden commands too, by group', () => {
  expect(titles('')).toEqual([
    ['Go', ['Go to Desk', 'Go to Servers']],
    ['Desk', ['Move in the grid']],
  ]);
});

test('J5: shortcuts are found by what they do, where they belong and which keys they are', () => {
  expect(titles('server')).toEqual([['Go', ['Go to Servers']]]);
  expect(titles('desk grid')).toEqual([['Desk', ['Move in the grid']]]);
  expect(titles('arrowleft')).toEqual([['Desk', ['Move in the grid']]]);
  expect(titles('nothing')).toEqual([]);
});
