import { expect, it } from 'vitest';
import { all, tool } from '../tools.testkit.ts';
import { english } from '../phrases/english.ts';
import { listServers, listSkills, listTools } from './listing.ts';

const skill = (name: string, forUser: boolean) => ({
  name,
  description: `About ${name}`,
  forModel: true,
  forUser,
  read: () => Promise.resolve(''),
});

it('K1: tools are listed by server, twenty at a time', () => {
  const first = listTools(all, '', english);
  expect(first.match(/^- /gmu)).toHaveLength(20);
  expect(first).toContain(`There are ${all.length - 20} more: \`/tools page 2\` shows the next ones.`);
  expect(first.indexOf('**budget-allocator**')).toBeLessThan(first.indexOf('**everything**'));
  expect(listTools(all, 'page 2', english).match(/^- /gmu)).toHaveLength(all.length - 20);
  expect(listTools(all, '9', english)).toBe('There are only 2 pages of tools.');
});

it('K1: words after /tools choose among them', () => {
  expect(listTools(all, 'weather', english)).toBe('- `/getWeather city="…"` – Weather forecast for a city.');
  expect(listTools(all, 'qwertz', english)).toContain('No tool has anything to do with “qwertz”.');
});

it('K1: without tools it says how to get some', () => {
  expect(listTools([], '', english)).toContain('[Add a server](loggia:/servers)');
  expect(listServers([], english)).toContain('[Add a server](loggia:/servers)');
});

it('K1: servers are told from prefixes where nobody names them', () => {
  const tools = [tool('files__read', ''), tool('files__write', ''), tool('alone', '')];
  expect(listServers(tools, english).split('\n').slice(0, 2)).toEqual([
    '- **Other tools** – 1 tool: `/alone`',
    '- **files** – 2 tools: `/files__read`, `/files__write`',
  ]);
});

it('D9: only skills that users may call are listed', () => {
  expect(listSkills([skill('b', true), skill('a', true), skill('hidden', false)], english)).toBe(
    '- `/a` – About a\n- `/b` – About b',
  );
});
