import type { ArtifactSummary } from '@loggia/protocol';
import { expect, test } from 'vitest';
import { byTitle } from './by-title.ts';

const artifact = (id: string, title: string, modifiedAt: string, more: object = {}): ArtifactSummary =>
  ({ id, title, modifiedAt, ...more }) as ArtifactSummary;

const cities = artifact('1', 'Cities', '2026-01-01');
const recipes = artifact('2', 'Recipes of the city', '2026-01-03');
const gone = artifact('3', 'Cities of old', '2026-01-04', { deletedAt: '2026-01-05' });
const rivers = artifact('4', 'Rivers', '2026-01-02');

test('J5: artifacts are found by their titles, then by what is in them, and never in the trash', () => {
  const known = [cities, recipes, gone];
  expect(byTitle(known, [], '')).toEqual([recipes, cities]);
  expect(byTitle(known, [rivers, cities, gone], 'cit')).toEqual([cities, recipes, rivers]);
  expect(byTitle(known, [], 'nothing like it')).toEqual([]);
});
