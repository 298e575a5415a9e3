import { EditorState, type StateCommand } from '@codemirror/state';
import { describe, expect, test } from 'vitest';
import {
  cycleHeading,
  insertLink,
  insertTable,
  linkSelection,
  nextCell,
  toggleCode,
  toggleLines,
  toggleMark,
} from './markdown-commands.ts';

/** `‹` and `›` enclose what is selected, `^` is the caret. */
function run(given: string, ...commands: readonly StateCommand[]): string {
  const caret = given.indexOf('^');
  const [from, to] = caret < 0 ? [given.indexOf('‹'), given.indexOf('›') - 1] : [caret, caret];
  let state = EditorState.create({ doc: given.replace(/[‹›^]/g, ''), selection: { anchor: from, head: to } });
  for (const command of commands)
    command({ state, dispatch: (transaction) => void ({ state } = transaction) });
  const { main } = state.selection;
  const text = state.doc.toString();
  const middle = main.empty ? '^' : `‹${text.slice(main.from, main.to)}›`;
  return text.slice(0, main.from) + middle + text.slice(main.to);
}

describe('J10: the toolbar of Markdown', () => {
  test('bold marks a selection or the word at the caret, and takes the marks away again', () => {
    expect(run('a ‹b› c', toggleMark('**'))).toBe('a **‹b›** c');
    expect(run('a wo^rd', toggleMark('**'))).toBe('a **wo^rd**');
    expect(run('a ‹b› c', toggleMark('**'), toggleMark('**'))).toBe('a ‹b› c');
    expect(run('^', toggleMark('**'))).toBe('**^**');
  });

  test('lists replace each other, and go away', () => {
    const lines = '‹one\n\ntwo›';
    expect(run(lines, toggleLines('numbers'))).toBe('1. ‹one\n\n2. two›');
    expect(run(lines, toggleLines('numbers'), toggleLines('tasks'))).toBe('- [ ] ‹one\n\n- [ ] two›');
    expect(run(lines, toggleLines('tasks'), toggleLines('bullets'))).toBe('- ‹one\n\n- two›');
    expect(run(lines, toggleLines('bullets'), toggleLines('bullets'))).toBe('‹one\n\ntwo›');
    expect(run('  - a^', toggleLines('tasks'))).toBe('  - [ ] a^');
    expect(run('^', toggleLines('bullets'))).toBe('- ^');
  });

  test('a quote keeps the list in it', () => {
    expect(run('- a^', toggleLines('quote'))).toBe('> - a^');
    expect(run('> - a^', toggleLines('quote'))).toBe('- a^');
  });

  test('a heading goes through three levels', () => {
    expect(run('a^', cycleHeading)).toBe('# a^');
    expect(run('a^', cycleHeading, cycleHeading, cycleHeading, cycleHeading)).toBe('a^');
  });

  test('code is a word, or a block', () => {
    expect(run('a ‹b›', toggleCode)).toBe('a `‹b›`');
    expect(run('‹a\nb›', toggleCode)).toBe('```^\na\nb\n```');
    expect(run('^', toggleCode)).toBe('```^\n\n```');
  });

  test('a link takes what is selected as its text, or as its address', () => {
    expect(run('see ‹this›', insertLink)).toBe('see [this](^)');
    expect(run('‹https://example.com/a›', insertLink)).toBe('[^](https://example.com/a)');
    expect(run('^', insertLink)).toBe('[^]()');
    expect(run('a^', linkSelection)).toBe('a^');
  });

  test('a table stands apart, and Tab goes through its cells and adds rows', () => {
    expect(run('text^', insertTable)).toBe('text\n\n| ‹Column 1› | Column 2 |\n| --- | --- |\n|  |  |\n');
    expect(run('| ‹a› | b |\n| --- | --- |\n| c | d |', nextCell)).toBe(
      '| a | ‹b› |\n| --- | --- |\n| c | d |',
    );
    expect(run('| a | ‹b› |\n| --- | --- |\n| c | d |', nextCell)).toBe(
      '| a | b |\n| --- | --- |\n| ‹c› | d |',
    );
    expect(run('| a | b |\n| --- | --- |\n| c | ‹d› |', nextCell)).toBe(
      '| a | b |\n| --- | --- |\n| c | d |\n| ^ |  |',
    );
    expect(run('no table^', nextCell)).toBe('no table^');
  });
});
