import { describe, expect, test } from 'vitest';
import { fuzzyMatch, markedParts } from './fuzzy.ts';

function best(query: string, ...texts: readonly string[]): readonly string[] {
  return texts
    .flatMap((text) => {
      const match = fuzzyMatch(query, text);
      return match ? [{ text, score: match.score }] : [];
    })
    .sort((a, b) => b.score - a.score)
    .map(({ text }) => text);
}

function shown(query: string, text: string): string | undefined {
  const match = fuzzyMatch(query, text);
  return (
    match &&
    markedParts(text, match.letters)
      .map((part) => (part.match === true ? `[${part.text}]` : part.text))
      .join('')
  );
}

describe('fuzzy matching', () => {
  test('J5: beginnings come before words inside, those before pieces of words, those before scattered letters', () => {
    expect(
      best('ser', 'User settings', 'Go to Servers', 'Servers', 'Set every row', 'Nothing of the kind'),
    ).toEqual(['Servers', 'Go to Servers', 'User settings', 'Set every row']);
  });

  test('J5: of two that match alike the shorter one is first', () => {
    expect(best('bud', 'Budget of the year', 'Budget')).toEqual(['Budget', 'Budget of the year']);
  });

  test('J5: every word of the query must be found, in any order', () => {
    expect(shown('work new', 'New workspace')).toBe('[New] [work]space');
    expect(fuzzyMatch('work old', 'New workspace')).toBeUndefined();
  });

  test('J5: initials of words find it, letters from inside words do not', () => {
    expect(shown('nws', 'New workspace')).toBeUndefined();
    expect(shown('gts', 'Go to Servers')).toBe('[G]o [t]o [S]ervers');
    expect(shown('gose', 'Go to Servers')).toBe('[Go] to [Se]rvers');
    expect(shown('dl', 'deskLayout')).toBe('[d]esk[L]ayout');
  });

  test('J5: a whole piece is preferred where a word begins', () => {
    expect(shown('art', 'Start artifact')).toBe('Start [art]ifact');
  });

  test('J5: accents and case do not matter, and the letters that are marked are those of the text', () => {
    expect(shown('uber', 'Über Ubergang')).toBe('[Über] Ubergang');
    expect(shown('İ', 'xİ')).toBe('x[İ]');
    expect(shown('CAFE', 'Le café')).toBe('Le [café]');
  });

  test('J5: nothing typed matches everything alike', () => {
    expect(fuzzyMatch('  ', 'Anything')).toEqual({ score: 0, letters: [] });
  });

  test('J5: texts and words of any length are answered at once', () => {
    const long = 'a b '.repeat(100_000);
    expect(fuzzyMatch('ab'.repeat(12), long)).toBeDefined();
    expect(fuzzyMatch(`${'a'.repeat(23)}z`, long)).toBeUndefined();
    expect(fuzzyMatch('ab'.repeat(10_000), long)).toBeUndefined();
  });

  test('marked parts hold the whole text', () => {
    expect(markedParts('Budget', [0, 1, 4])).toEqual([
      { text: 'Bu', match: true },
      { text: 'dg', match: false },
      { text: 'e', match: true },
      { text: 't', match: false },
    ]);
    expect(markedParts('', [])).toEqual([]);
  });
});
