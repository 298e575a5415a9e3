import { describe, expect, it } from 'vitest';
import { mentionAt, withWords } from './mention.ts';

const at = (text: string) => mentionAt(text, text.length);

describe('a mention of an artifact', () => {
  it('J3: begins with an @ that begins a word, and may have spaces', () => {
    expect(at('@')).toEqual({ from: 0, query: '' });
    expect(at('sum @cit')).toEqual({ from: 4, query: 'cit' });
    expect(at('open @House ru')).toEqual({ from: 5, query: 'House ru' });
    expect(mentionAt('open @House rules', 8)).toEqual({ from: 5, query: 'Ho' });
  });

  it('J3: is no address, no sentence, and ends with the line', () => {
    for (const text of [
      'ada@example',
      '@ ',
      '@a\n',
      '@one two three four five',
      `@${'a'.repeat(61)}`,
      'none',
    ])
      expect(at(text)).toBeUndefined();
  });

  it('J3: becomes the words of what was chosen, and what comes after it stays', () => {
    const text = 'sum @cit and more';
    const mention = mentionAt(text, 8);
    expect(mention && withWords(text, 8, mention, '“Cities” ')).toEqual({
      text: 'sum “Cities” and more',
      caret: 13,
    });
  });
});
