import { expect, test } from 'vitest';
import { toolsOfPersona } from './persona-tools.ts';

const known = [
  { name: 'read_file', serverName: 'My Files', ownName: 'read_file' },
  { name: 'files__search', serverName: 'My Files', ownName: 'search' },
  { name: 'web__search', serverName: 'web', ownName: 'search' },
];

test.each([
  [['read_file'], ['read_file']],
  [['search'], ['files__search', 'web__search']],
  [['web/search'], ['web__search']],
  [['mcp__my-files__search'], ['files__search']],
  [['my-files/*'], ['read_file', 'files__search']],
  [['web'], ['web__search']],
  [['Read', 'Grep'], []],
  [['*', 'Read'], ['*']],
])('D9: an agent that wants %j is given %j', (wanted, given) => {
  expect(toolsOfPersona(wanted, known)).toEqual(given);
});
