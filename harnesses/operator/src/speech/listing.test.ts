import { expect, it } from 'vitest';
import { all, apps, named, tool } from '../tools.testkit.ts';
import { listServers, listSkills, listTools } from './listing.ts';
import { isGreeting, overview } from './overview.ts';

const skill = (name: string, forUser: boolean) => ({
  name,
  description: `About ${name}`,
  forModel: true,
  forUser,
  read: () => Promise.resolve(''),
});

it('K1: tools are listed by server, twenty at a time', () => {
  const first = listTools(all, '');
  expect(first.match(/^- /gmu)).toHaveLength(20);
  expect(first).toContain(`There are ${all.length - 20} more: \`/tools page 2\` shows the next ones.`);
  expect(first.indexOf('**budget-allocator**')).toBeLessThan(first.indexOf('**everything**'));
  expect(listTools(all, 'page 2').match(/^- /gmu)).toHaveLength(all.length - 20);
  expect(listTools(all, '9')).toBe('There are only 2 pages of tools.');
});

it('K1: words after /tools choose among them', () => {
  expect(listTools(all, 'weather')).toBe('- `/getWeather city="…"` – Weather forecast for a city.');
  expect(listTools(all, 'qwertz')).toContain('No tool has anything to do with “qwertz”.');
});

it('K1: without tools it says how to get some', () => {
  expect(listTools([], '')).toContain('loggia servers add');
  expect(listServers([])).toContain('loggia servers add');
  expect(overview([])).toContain('loggia servers add');
});

it('K1: servers are told from prefixes where nobody names them', () => {
  const tools = [tool('files__read', ''), tool('files__write', ''), tool('alone', '')];
  expect(listServers(tools).split('\n').slice(0, 2)).toEqual([
    '- **Other tools** – 1 tool: `/alone`',
    '- **files** – 2 tools: `/files__read`, `/files__write`',
  ]);
});

it('D9: only skills that users may call are listed', () => {
  expect(listSkills([skill('b', true), skill('a', true), skill('hidden', false)])).toBe(
    '- `/a` – About a\n- `/b` – About b',
  );
});

it('K1: the overview counts tools by server and gives three examples of them', () => {
  const said = overview([...apps, named('echo')]);
  expect(said).toContain(
    'There are 5 tools: budget-allocator (1), clock (1), cohort-heatmap (1), everything (1)',
  );
  expect(said).toContain(
    '- “get budget data” or `/get-budget-data`\n- “get time” or `/get-time`\n- “get cohort data”',
  );
});

it.each([
  ['hello', true],
  ['Hi there!', true],
  ['What can you do?', true],
  ['help', true],
  ['hello world', false],
  ['help me write a file', false],
])('K1: whether %j is a greeting: %s', (text, expected) => {
  expect(isGreeting(text)).toBe(expected);
});
