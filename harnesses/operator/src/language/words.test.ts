import { expect, it } from 'vitest';
import { contentStemsOf, stemOf, wordsOf } from './words.ts';

it.each([
  ['getBudgetData', ['get', 'budget', 'data']],
  ['get-budget-data', ['get', 'budget', 'data']],
  ['get_budget_data', ['get', 'budget', 'data']],
  ['parseHTMLPage', ['parse', 'html', 'page']],
  ["what's up?", ['whats', 'up']],
  ['', []],
])('K1: %j is made of the words %j', (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

it.each([
  ['files', 'file'],
  ['directories', 'directory'],
  ['listing', 'list'],
  ['running', 'run'],
  ['searches', 'search'],
  ['status', 'status'],
  ['this', 'this'],
  ['thing', 'thing'],
])('K1: %s has the stem %s', (word, stem) => {
  expect(stemOf(word)).toBe(stem);
});

it('K1: words that say nothing are left out, each other once', () => {
  expect(contentStemsOf('Show me the files and the other file')).toEqual(['file', 'other']);
});
