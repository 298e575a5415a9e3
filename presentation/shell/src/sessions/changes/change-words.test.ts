import type { ChangesetFile } from '@loggia/protocol';
import { describe, expect, test } from 'vitest';
import { commonFolder, countOf, knownChanges, wordsOf } from './change-words.ts';

const side = (uri: string) => ({ uri, content: { uri } });
const file = (edit: ChangesetFile['edit']): ChangesetFile => ({ id: 'file:///p/a%20b.txt', edit });
const [one, other] = [side('file:///p/a%20b.txt'), side('file:///p/sub/c.txt')];

describe('a changed file', () => {
  test.each([
    [
      'changed',
      { before: one, after: one },
      { name: 'a b.txt', folder: '/p', happened: undefined, moved: undefined },
    ],
    ['new', { after: one }, { name: 'a b.txt', folder: '/p', happened: 'New', moved: undefined }],
    ['deleted', { before: one }, { name: 'a b.txt', folder: '/p', happened: 'Deleted', moved: undefined }],
    [
      'moved',
      { before: one, after: other },
      { name: 'c.txt', folder: '/p/sub', happened: 'Moved', moved: '/p/a b.txt → /p/sub/c.txt' },
    ],
    ['without a side', {}, { name: 'a b.txt', folder: '/p', happened: undefined, moved: undefined }],
  ])('CH1: %s', (_, edit, words) => {
    expect(wordsOf(file(edit))).toEqual(words);
  });

  test('CH1: is named from the folder that all of them are in', () => {
    const files = [file({ before: one }), file({ after: other })];
    expect(commonFolder(files)).toBe('/p/');
    expect(files.map((each) => wordsOf(each, '/p/').folder)).toEqual(['', 'sub']);
    expect(wordsOf(file({ before: one, after: other }), '/p/').moved).toBe('a b.txt → sub/c.txt');
    expect(commonFolder(files.slice(0, 1))).toBe('');
    expect(commonFolder([file({ after: side('file:///a/x') }), file({ after: side('file:///b/x') })])).toBe(
      '/',
    );
  });

  test('CH1: are counted in words', () => {
    expect([countOf(1), countOf(3)]).toEqual(['1 file', '3 files']);
  });

  test('CH1: a catalog is read once', () => {
    const turns = { t1: { files: 1, additions: 2, deletions: 0 } };
    const entry = {
      label: 'Turn',
      uriTemplate: 'x:/{turnId}',
      changeKind: 'turn',
      _meta: { 'loggia/turns': turns },
    };
    const catalog = [entry];
    expect(knownChanges(catalog).get('t1')).toEqual(turns.t1);
    expect(knownChanges(catalog)).toBe(knownChanges(catalog));
    expect(knownChanges(undefined).size).toBe(0);
  });
});
