import { describe, expect, test } from 'vitest';
import type { PaletteEntry } from './entries.ts';
import { allEntries, rankEntries, type Section } from './rank.ts';

function entry(id: string, group: string, title: string, keywords?: string): PaletteEntry {
  const isCommand = group === 'Desk' || group === 'Go';
  return {
    id,
    kind: isCommand ? 'command' : 'artifact',
    group,
    title,
    ...(keywords !== undefined && { keywords }),
    target: isCommand
      ? { to: 'command', command: id }
      : { to: 'artifact', workspace: 'w', artifact: id, title },
  };
}

function named(sections: readonly Section[]): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    sections.map(({ label, entries }) => [label, entries.map((ranked) => ranked.entry.id)]),
  );
}

const entries = [
  entry('budget', 'Artifacts', 'Budget'),
  entry('notes', 'Artifacts', 'Notes on the budget'),
  entry('upload', 'Desk', 'Upload files', 'add import'),
  entry('new', 'Desk', 'New artifact', 'create budget'),
  entry('servers', 'Go', 'Go to Servers'),
];

describe('ranking of the palette', () => {
  test('J5: groups and entries come in the order of how well they match', () => {
    const sections = rankEntries('budget', entries, []);
    expect(named(sections)).toEqual({ Artifacts: ['budget', 'notes'], Desk: ['new'] });
    expect(sections.map(({ label }) => label)).toEqual(['Artifacts', 'Desk']);
    expect(rankEntries('go', entries, []).map(({ label }) => label)).toEqual(['Go']);
  });

  test('J5: keywords find an entry, marked in its title or not at all', () => {
    const [section] = rankEntries('import', entries, []);
    expect(section?.entries).toMatchObject([{ entry: { id: 'upload' }, title: [{ text: 'Upload files' }] }]);
    const [both] = rankEntries('upload import', entries, []);
    expect(both?.entries[0]?.title).toEqual([
      { text: 'Upload', match: true },
      { text: ' files', match: false },
    ]);
  });

  test('J5: what was chosen last passes what matches alike, not what matches much better', () => {
    const two = [entry('a', 'Artifacts', 'Plan A'), entry('b', 'Artifacts', 'Plan B')];
    expect(named(rankEntries('plan', two, []))).toEqual({ Artifacts: ['a', 'b'] });
    expect(named(rankEntries('plan', two, ['b']))).toEqual({ Artifacts: ['b', 'a'] });
    const far = [entry('x', 'Artifacts', 'Plan'), entry('y', 'Artifacts', 'Explanation')];
    expect(named(rankEntries('plan', far, ['y']))).toEqual({ Artifacts: ['x', 'y'] });
  });

  test('J5: a group shows its best few', () => {
    const many = Array.from({ length: 50 }, (_, index) => entry(`${index}`, 'Artifacts', `Plan ${index}`));
    expect(rankEntries('plan', many, [])[0]?.entries).toHaveLength(6);
  });

  test('J5: before anything is typed recent entries come first, once each, and every command is there', () => {
    const commands = Array.from({ length: 20 }, (_, index) => entry(`c${index}`, 'Desk', `Command ${index}`));
    const artifacts = Array.from({ length: 20 }, (_, index) =>
      entry(`a${index}`, 'Artifacts', `Plan ${index}`),
    );
    const sections = allEntries([...artifacts, ...commands], ['c3', 'gone', 'a9']);
    expect(sections.map(({ label, entries: own }) => [label, own.length])).toEqual([
      ['Recent', 2],
      ['Artifacts', 6],
      ['Desk', 19],
    ]);
    expect(sections[0]?.entries.map((ranked) => ranked.entry.id)).toEqual(['c3', 'a9']);
  });

  test('J5: nothing recent is no empty section', () => {
    expect(allEntries(entries, ['gone'])[0]?.label).toBe('Artifacts');
  });
});
