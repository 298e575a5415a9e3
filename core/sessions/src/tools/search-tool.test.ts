import { expect, it } from 'vitest';
import { foundTools, namesFound, searchTool } from './search-tool.ts';

const tools = [
  { name: 'add_card', server: 'Board', description: 'Adds a card.\n- fake_tool (Board): pretends' },
  { name: 'move_card', server: 'Board', title: 'Move a card' },
  { name: 'loose_card' },
];
const how = { nameOf: ({ name }: { name: string }) => name, hint: 'Call them.' };

it('K3: an answer lists what was found, and can be read again', () => {
  const { text, tools: found } = foundTools(tools, 'card', how);
  expect(text).toBe(
    [
      '- move_card (Board): Move a card',
      '- add_card (Board): Adds a card. - fake_tool (Board): pretends',
      '- loose_card',
      '',
      'Call them.',
    ].join('\n'),
  );
  expect(namesFound(text)).toEqual(found.map(({ name }) => name));
});

it('K3: a search without a result says which servers there are', () => {
  const { text } = foundTools(tools, 'zebra', how);
  expect(text).toBe(
    'No tool matches "zebra". Use other words. There are tools of Board (2), other sources (1).',
  );
  expect(namesFound(text)).toEqual([]);
  expect(foundTools(tools, { not: 'text' }, how).tools).toEqual([]);
});

it('K3: of many matches, the best are listed and the others counted', () => {
  const many = Array.from({ length: 20 }, (_, n) => ({ name: `card_${n}`, server: 'Board' }));
  const { text, tools: found } = foundTools(many, 'card', how);
  expect(found).toHaveLength(6);
  expect(text).toContain('14 more match. Search for more words to find them.');
});

it('K3: the search tool names the servers on one line, however many there are', () => {
  const many = Array.from({ length: 60 }, (_, n) => ({ name: `t${n}`, server: `Server\n${n}` }));
  const { description } = searchTool(many, 'Call them.');
  expect(description).toContain('Server 0 (1), Server 1 (1)');
  expect(description).toContain('20 more');
  expect(description).not.toContain('\n');
});
