import { expect, test } from 'vitest';
import { who } from './who.ts';

test.each([
  ['local', 'you'],
  ['ann', 'ann'],
  ['local via agent', 'an agent (for you)'],
  ['local via handler My notes', 'My notes (for you)'],
  ['local via handler', 'a handler (for you)'],
  ['ann via handler local', 'local (for ann)'],
])('SE15: %s is shown as %s', (author, shown) => {
  expect(who(author)).toBe(shown);
});
