import { expect, test } from 'vitest';
import { matching } from './use-mentioned.ts';

const file = (label: string) => ({
  insertText: `@${label} `,
  attachment: { type: 'resource' as const, label, uri: `file:///project/${label}` },
});
const session = (label: string) => ({
  insertText: `“${label}” `,
  attachment: { type: 'chat' as const, label, resource: `ahp-chat:/${label}` },
});

test('J3: files come first, then sessions, and a few of each', () => {
  const files = Array.from({ length: 7 }, (_, index) => file(`a-${index}.txt`));
  expect(matching({ to: 'a', items: [session('apples'), ...files] }, 'a')).toEqual([
    ...files.slice(0, 5),
    session('apples'),
  ]);
});

test('J3: what no longer matches goes before the host has answered again', () => {
  const items = [file('notes.md'), file('index.ts'), session('Notes on ships')];
  expect(matching({ to: '', items }, 'Note')).toEqual([file('notes.md'), session('Notes on ships')]);
  expect(matching({ to: 'by-content', items }, 'by-content')).toEqual(items);
});
