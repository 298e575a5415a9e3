import { describe, expect, it } from 'vitest';
import type { HarnessTool } from '../harness.ts';
import { chooseTools, toolBudget, toolsNamedIn, toolTokens } from './choose-tools.ts';

const tool = (name: string, more: Partial<HarnessTool> = {}): HarnessTool => ({ name, ...more });
const tools = ['a', 'b', 'c', 'd'].map((name) => tool(name));
const each = toolTokens(tool('a'));
const namesOf = ({ offered, hidden }: ReturnType<typeof chooseTools>) => [
  offered.map(({ name }) => name).join(''),
  hidden.map(({ name }) => name).join(''),
];

describe('K3: the tools that an agent is given', () => {
  it('are all of them while they fit', () => {
    expect(namesOf(chooseTools(tools, { budget: each * 4, noted: [] }))).toEqual(['abcd', '']);
    expect(namesOf(chooseTools(tools, { budget: each * 4, most: 3, noted: ['d'] }))).toEqual(['abd', 'c']);
  });

  it('are those that the chat has noted otherwise, the last ones first, in the order of their first use', () => {
    const choose = (noted: string[], fits = 2) => namesOf(chooseTools(tools, { budget: each * fits, noted }));
    expect(choose(['c', 'a'])).toEqual(['ca', 'bd']);
    expect(choose(['c', 'a', 'c'])).toEqual(['ca', 'bd']);
    expect(choose(['c', 'a', 'd'])).toEqual(['ad', 'bc']);
    expect(choose(['c', 'a', 'd', 'c'])).toEqual(['cd', 'ab']);
    expect(choose(['gone', 'b'])).toEqual(['b', 'acd']);
  });

  it('include the pinned ones, even if those alone are too many', () => {
    const pinned = tools.map((one) => (one.name > 'b' ? { ...one, pinned: true } : one));
    expect(namesOf(chooseTools(pinned, { budget: 0, noted: ['a'] }))).toEqual(['cd', 'ab']);
    expect(namesOf(chooseTools(pinned, { budget: each * 3, noted: ['a', 'c'] }))).toEqual(['cda', 'b']);
    expect(namesOf(chooseTools(pinned, { budget: each * 3, most: 1, noted: ['a'] }))).toEqual(['c', 'abd']);
  });

  it('include the one that was found last, if it is not enormous', () => {
    const big = tool('big', { description: 'word '.repeat(300) });
    const huge = tool('huge', { description: 'word '.repeat(100_000) });
    const choose = (noted: string[]) => namesOf(chooseTools([...tools, big, huge], { budget: 100, noted }));
    expect(choose(['a', 'big'])).toEqual(['big', 'abcdhuge']);
    expect(choose(['a', 'huge'])).toEqual(['a', 'bcdbighuge']);
  });
});

it('K3: the budget is a tenth of the window, unless a setting says otherwise', () => {
  expect(toolBudget(undefined, 32_000)).toBe(3_200);
  expect(toolBudget(undefined, 2_000_000)).toBe(20_000);
  expect(toolBudget(undefined, undefined)).toBe(12_800);
  expect(toolBudget(500, 32_000)).toBe(500);
  expect(toolBudget('off', 32_000)).toBe(Infinity);
});

it('K3: a text names a tool by its name; ordinary words need backticks', () => {
  const some = ['create_issue', 'search', 'listAll'].map((name) => tool(name));
  expect(toolsNamedIn('Use create_issue, then listAll and search.', some)).toEqual([
    'create_issue',
    'listAll',
  ]);
  expect(toolsNamedIn('Use `search`, not create_issues.', some)).toEqual(['search']);
});
