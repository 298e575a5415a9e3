import type { ArtifactSummary, TypeView } from '@loggia/protocol';
import { expect, test } from 'vitest';
import { applicableTo, named } from './applicable.ts';

const artifact = (id: string, facts: Partial<ArtifactSummary> = {}) =>
  ({ id, type: 'x/board', title: id, state: 'committed', version: 1, ...facts }) as ArtifactSummary;
const board = {
  mime: 'x/board',
  actions: [
    { id: 'tidy', label: 'Tidy', states: ['draft', 'committed'] },
    { id: 'count', label: 'Count' },
  ],
} as unknown as TypeView;
const lookUp = (mime: string) => (mime === 'x/board' ? board : undefined);

test('J1: each action is for those that it can be done to', () => {
  const content = { hash: 'h', size: 1 };
  const found = applicableTo(
    [
      artifact('a', { state: 'draft', version: 0 }),
      artifact('b', { content }),
      artifact('c', { state: 'archived' }),
    ],
    lookUp,
  );
  expect(found).toEqual({
    commit: ['a'],
    publish: ['b', 'c'],
    archive: ['a', 'b'],
    unarchive: ['c'],
    download: ['b'],
    actions: [board.actions[1]],
  });
});

test('J6: actions of a type are offered where all chosen ones have that type and a state it names', () => {
  const ids = (...artifacts: ArtifactSummary[]) =>
    applicableTo(artifacts, lookUp).actions.map(({ id }) => id);
  expect(ids(artifact('a'), artifact('b', { state: 'draft' }))).toEqual(['tidy', 'count']);
  expect(ids(artifact('a', { state: 'archived' }))).toEqual(['count']);
  expect(ids(artifact('a'), artifact('b', { type: 'x/other' }))).toEqual([]);
  expect(ids(artifact('b', { type: 'x/other' }))).toEqual([]);
  expect(ids()).toEqual([]);
});

test('one is called by its name, several by their number', () => {
  expect([named([artifact('a')]), named([artifact('a'), artifact('b')])]).toEqual(['“a”', '2 artifacts']);
});
