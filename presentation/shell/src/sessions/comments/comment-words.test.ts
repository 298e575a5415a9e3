import type { Annotation, Attachment } from '@loggia/protocol';
import { expect, test } from 'vitest';
import { linesOf, subjectName, withComments } from './comment-words.ts';

function about(resource: string, more: Partial<Annotation> = {}): Annotation {
  return { id: 'a', origin: { session: 's' }, resource, resolved: false, entries: [], ...more };
}

test.each([
  ['file:///project/src/one%20two.ts', 'one two.ts'],
  ['file:///project/src/', 'src'],
  ['https://example.com/page?query=1', 'page'],
  ['artifact:///abc', 'Artifact'],
  ['file:///bad%ZZname', 'bad%ZZname'],
])('A2: a comment on %s is about “%s”', (resource, name) => {
  expect(subjectName(about(resource))).toBe(name);
});

test('A2: the title that a client gave comes first, without what cannot be seen', () => {
  expect(subjectName(about('artifact:///abc', { _meta: { 'loggia.title': 'Bud\u202Eget' } }))).toBe(
    'Bud�get',
  );
});

test('A2: lines are counted from one', () => {
  const at = (start: number, end: number): string | undefined =>
    linesOf(
      about('x:y', { range: { start: { line: start, character: 0 }, end: { line: end, character: 1 } } }),
    );
  expect([at(0, 0), at(3, 5), linesOf(about('x:y'))]).toEqual(['Line 1', 'Lines 4–6', undefined]);
});

test('A6: a message has the comments that were chosen last', () => {
  const note: Attachment = { type: 'simple', label: 'note' };
  const once = withComments([note], 'ahp-session:/s', [about('x:y')]);
  expect(once).toEqual([
    note,
    {
      type: 'annotations',
      label: '1 comment',
      resource: 'ahp-session:/s/annotations',
      annotationIds: ['a'],
    },
  ]);
  expect(withComments(once, 'ahp-session:/s', [about('x:y'), about('x:z')])).toMatchObject([
    note,
    { label: '2 comments' },
  ]);
});
