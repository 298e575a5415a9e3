import { expect, test } from 'vitest';
import { who } from './author-words.ts';

test.each([
  ['local', 'you'],
  ['ann', 'ann'],
  ['local via agent', 'an agent, for you'],
  ['local via agent Operator', 'agent Operator, for you'],
  ['local via agent Operator through Boards', 'agent Operator through Boards, for you'],
  ['local via handler My notes', 'handler My notes, for you'],
  ['local via handler', 'a handler, for you'],
  ['ann via view Board through Boards', 'View Board (Boards), for ann'],
  ['ann via view Board', 'View Board, for ann'],
  ['ann via view', 'a View, for ann'],
  ['local via key ci', 'key “ci”, for you'],
  ['ann via key', 'an API key, for ann'],
])('F3, SE15: %j acted as %j', (author, words) => {
  expect(who(author)).toBe(words);
});
