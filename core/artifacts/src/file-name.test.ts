import { expect, test } from 'vitest';
import { fileNameFor } from './file-name.ts';
import type { TypePort } from './ports.ts';

const endings: Readonly<Record<string, readonly string[]>> = {
  'x/plain': ['.txt', '.log'],
  'x/table': ['.csv'],
  'x/note': ['.note'],
};

const types: TypePort = {
  resolve: (_, type) => {
    const [extension] = endings[type] ?? [];
    return {
      known: extension !== undefined,
      needs: [],
      validate: () => [],
      preview: () => undefined,
      ...(extension !== undefined && { extension }),
    };
  },
  typeForFile: (_, name, head) =>
    Object.keys(endings).find((type) => endings[type]?.some((one) => name.toLowerCase().endsWith(one))) ??
    (head.includes(0) ? 'x/opaque' : 'x/plain'),
};

test.each([
  ['Cities', 'x/table', 'Cities.csv'],
  ['cities.csv', 'x/table', 'cities.csv'],
  ['CITIES.CSV', 'x/table', 'CITIES.CSV'],
  ['Of cities.txt', 'x/table', 'Of cities.txt.csv'],
  ['Version 1.2', 'x/note', 'Version 1.2.note'],
  ['To do.', 'x/note', 'To do.note'],
  ['By J. Doe', 'x/plain', 'By J. Doe.txt'],
  ['Notes', 'x/plain', 'Notes.txt'],
  ['main.rs', 'x/plain', 'main.rs'],
  ['server.log', 'x/plain', 'server.log'],
  ['picture.raw', 'x/opaque', 'picture.raw'],
  ['Thing', 'x/unknown', 'Thing'],
])('F7: %j of %s is saved as %j', (title, type, name) => {
  expect(fileNameFor({ workspace: 'w', type, title }, types)).toBe(name);
});
