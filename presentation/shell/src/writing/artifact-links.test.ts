import { CompletionContext } from '@codemirror/autocomplete';
import { EditorState } from '@codemirror/state';
import { expect, test } from 'vitest';
import { artifactAt, artifactCompletion, linkTo } from './artifact-links.ts';

const source = artifactCompletion(() =>
  Promise.resolve([{ id: 'a1', title: 'House rules', kind: 'Document' }]),
);

async function offeredAfter(doc: string): Promise<{ from: number; titles: string[] } | undefined> {
  const state = EditorState.create({ doc });
  const result = await source(new CompletionContext(state, doc.length, false));
  return result ? { from: result.from, titles: result.options.map(({ label }) => label) } : undefined;
}

test('J10: artifacts are offered after an @ that begins a word', async () => {
  expect(await offeredAfter('@')).toEqual({ from: 1, titles: ['House rules'] });
  expect(await offeredAfter('see @Hou')).toEqual({ from: 5, titles: ['House rules'] });
  expect(await offeredAfter('(@House ru')).toEqual({ from: 2, titles: ['House rules'] });
  expect(await offeredAfter('me@example')).toBeUndefined();
  expect(await offeredAfter('nothing')).toBeUndefined();
});

test('J10: a link to an artifact keeps any title, and is found where it stands', () => {
  expect(linkTo('a1', 'A [b] \\ c')).toBe('[A \\[b\\] \\\\ c](artifact:///a1)');
  const line = `see ${linkTo('a1', 'House rules')} and ${linkTo('b2', 'Other')}.`;
  expect([artifactAt(line, 2), artifactAt(line, 8), artifactAt(line, line.length - 4)]).toEqual([
    undefined,
    'a1',
    'b2',
  ]);
  expect(artifactAt('[x](artifact:../../y)', 2)).toBeUndefined();
});
