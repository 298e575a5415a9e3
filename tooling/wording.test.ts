import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryTree } from './temporary-tree.ts';
import { checkWording, problemIn } from './wording.mjs';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

test('the comments of this repository are worded plainly', () => {
  const { examined, comments, violations } = checkWording(root);
  expect(violations).toEqual([]);
  expect(examined.length).toBeGreaterThan(1000);
  expect(comments).toBeGreaterThan(3000);
});

test.each([
  ['What a client is told.', 'opens with "What"; open with the subject'],
  ['*\n * Whoever asks first\n * is served first.', 'opens with "Whoever"; open with the subject'],
  ['Of the whole.', 'opens with "Of"; open with the subject'],
  ['A view that is no page.', 'says "is no"; write "isn\'t a"'],
  ['*\n * A view that is\n * no page.', 'says "is no"; write "isn\'t a"'],
  ['Those that are no pages.', 'says "are no"; write "isn\'t a"'],
  ['The server starts anew.', 'says "anew"; write "again"'],
  ['It may take for ever.', 'says "for ever"; write "forever"'],
])('a comment is refused: %j', (text, problem) => expect(problemIn(text)).toBe(problem));

test.each([
  'Undefined if there is no such channel.',
  'There are no problems.',
  'A file that is no longer there.',
  'Of course it is.',
  'The reason for every refusal.',
  'Offices open at nine.',
])('a comment is accepted: %j', (text) => expect(problemIn(text)).toBeUndefined());

test('comments are found in code and style sheets of the listed folders and of the root', () => {
  const tree = temporaryTree({
    'core/a.ts': `const text = '// What a string holds';\n\n// A run of lines\n// that is no list.\n`,
    'core/b.tsx': `export const B = () => <p>{/* Who reads this */}</p>;\n`,
    'core/c.mjs': `/** Fine. */\n// What follows is a comment of its own.\n`,
    'core/d.css': `p { color: red; /* Of the theme */ }\n`,
    'vitest.config.ts': `export default {}; // Whose settings these are\n`,
    'shell/e.ts': `// What another folder says\n`,
  });
  expect(checkWording(tree, ['core'])).toEqual({
    examined: ['core/a.ts', 'core/b.tsx', 'core/c.mjs', 'core/d.css', 'vitest.config.ts'],
    comments: 6,
    violations: [
      `core/a.ts:3: says "is no"; write "isn't a"`,
      'core/b.tsx:1: opens with "Who"; open with the subject',
      'core/c.mjs:2: opens with "What"; open with the subject',
      'core/d.css:1: opens with "Of"; open with the subject',
      'vitest.config.ts:1: opens with "Whose"; open with the subject',
    ],
  });
});

test('a check that examined nothing fails, and so does a folder without files', () => {
  const tree = temporaryTree({ 'core/a.ts': 'export {};\n' });
  expect(checkWording(tree, ['core', 'kit']).violations).toEqual([
    'kit: no file was examined',
    'no comment was examined',
  ]);
});
