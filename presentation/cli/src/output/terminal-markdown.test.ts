import { describe, expect, test } from 'vitest';
import { plain } from './style.ts';
import { TerminalMarkdown } from './terminal-markdown.ts';

function shown(text: string, cells = 80): string {
  const page = new TerminalMarkdown(plain, cells);
  return page.push(text) + page.end();
}

describe('K7: answers on a terminal', () => {
  test.each([
    ['[Cities](artifact:///a1) has 20 rows.', 'Cities has 20 rows.'],
    ['- [What changed?](loggia:say?text=What%20changed%3F)', '- “What changed?”'],
    ['That failed. [Try again](loggia:say?text=add%203)', 'That failed. Try again (“add 3”)'],
    ['[Connect a model](loggia:/settings/models)', 'Connect a model (loggia models add)'],
    ['[Handbook](loggia:/collections/c1)', 'Handbook'],
    ['See [the page](https://example.com/a_(b)).', 'See the page (https://example.com/a_(b)).'],
    [String.raw`board\_add\_card \[x\] 3 \* 4`, 'board_add_card [x] 3 * 4'],
    ['Use `/tools` **now**', 'Use /tools now'],
    ['# Title', 'Title'],
    ['> said', '│ said'],
    ['a [bracket] and *stars* stay', 'a [bracket] and *stars* stay'],
  ])('%s', (markdown, expected) => {
    expect(shown(markdown)).toBe(expected);
    expect(shown(`${markdown}\n`)).toBe(`${expected}\n`);
    // Piece by piece, it comes to the same.
    const page = new TerminalMarkdown(plain, 80);
    expect(
      markdown
        .split('')
        .map((letter) => page.push(letter))
        .join('') + page.end(),
    ).toBe(expected);
  });

  test('tables are aligned, and cut where there is little room', () => {
    const table = '| When | What |\n| --- | ---: |\n| today | 12 |\n| [Cities](artifact:///a) | 3,000 |\n';
    expect(shown(`${table}\nMore.\n`)).toBe('When     What\ntoday      12\nCities  3,000\n\nMore.\n');
    expect(shown('| A | B |\n| --- | --- |\n| a long cell | b |\n', 12)).toBe(
      'A         B\na long c…  b\n'.replace('A         B', 'A          B'),
    );
  });

  test('code is shown as it is', () => {
    expect(shown('```json\n[a](artifact:///x) | b\n```\nend\n')).toBe('[a](artifact:///x) | b\nend\n');
  });

  test('plain words are not held back', () => {
    const page = new TerminalMarkdown(plain, 80);
    expect(page.push('Hel')).toBe('Hel');
    expect(page.push('lo, [Cit')).toBe('lo, ');
    expect(page.push('ies](artifact:///a) it is')).toBe('');
    expect(page.push('.\n')).toBe('Cities it is.\n');
  });
});
