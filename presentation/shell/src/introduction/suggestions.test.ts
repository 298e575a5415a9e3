import type { ArtifactSummary, TypeView } from '@loggia/protocol';
import { expect, test } from 'vitest';
import { suggestionsFor } from './suggestions.ts';

const artifact = (type: string, title: string) => ({ type, title }) as ArtifactSummary;
const types = [
  { mime: 'x/plan', introduction: { say: 'Show the plan “{title}”' } },
  { mime: 'x/note' },
] as unknown as readonly TypeView[];

test('J3: the newest artifact whose type has something to say comes first, in the words of the type', () => {
  const artifacts = [artifact('x/note', 'News'), artifact('x/plan', 'Trip'), artifact('x/plan', 'Move')];
  expect(suggestionsFor({ artifacts, types: [...types] })).toEqual([
    'Show the plan “Trip”',
    'What is on the desk?',
    'What can you do?',
  ]);
});

test('J3: there is something to say in an empty workspace, and before it is known', () => {
  const general = ['What is on the desk?', 'What can you do?'];
  expect(suggestionsFor(undefined)).toEqual(general);
  expect(suggestionsFor({ artifacts: [], types: [...types] })).toEqual(general);
});
