import { expect, test } from 'vitest';
import { parametersIn } from './parameters.ts';

const id = '2f1c9a52-0f3e-4d7f-9a37-5b8a6a1f4c11';

test('J3: the input of a call reads as names and values, with artifacts to be named by title', () => {
  const input = {
    artifact: id,
    card_title: 'Call mum',
    dueDate: null,
    done: false,
    count: 3,
    labels: ['home', `artifact:///${id}`],
    notes: 'One\nTwo',
    at: { x: 1 },
    empty: '',
    none: [],
  };
  const shown = parametersIn(JSON.stringify(input))?.map(({ label, value }) => [label, value]);
  expect(shown).toEqual([
    ['Artifact', { kind: 'artifact', id, text: id }],
    ['Card title', { kind: 'words', text: 'Call mum' }],
    ['Due date', { kind: 'words', text: 'None' }],
    ['Done', { kind: 'words', text: 'No' }],
    ['Count', { kind: 'words', text: '3' }],
    [
      'Labels',
      {
        kind: 'list',
        values: [
          { kind: 'words', text: 'home' },
          { kind: 'artifact', id, text: `artifact:///${id}` },
        ],
      },
    ],
    ['Notes', { kind: 'text', text: 'One\nTwo' }],
    ['At', { kind: 'json', text: '{\n  "x": 1\n}' }],
    ['Empty', { kind: 'words', text: 'Empty' }],
    ['None', { kind: 'words', text: 'None' }],
  ]);
});

test('J3: names that would look alike are shown as they are', () => {
  expect(parametersIn('{"due_date":1,"dueDate":2}')?.map(({ label }) => label)).toEqual([
    'due_date',
    'dueDate',
  ]);
});

const tooMany = JSON.stringify(Object.fromEntries(Array.from({ length: 51 }, (_, at) => [`a${at}`, at])));

test.each(['{}', '[1]', '"text"', 'not JSON', tooMany])(
  'J3: an input that has no readable parameters is shown as it is: %.20s',
  (input) => {
    expect(parametersIn(input)).toBeUndefined();
  },
);
