import type { ArtifactSummary, TypeView } from '@loggia/protocol';
import { expect, test } from 'vitest';
import { stepsFor, type StepFacts } from './steps.ts';

const begun = '2026-11-17T08:00:00.000Z';
const artifact = (id: string, facts: Partial<ArtifactSummary> = {}) =>
  ({
    id,
    type: `x/${id}`,
    title: id,
    state: 'committed',
    version: 1,
    createdAt: begun,
    ...facts,
  }) as ArtifactSummary;
const types = [
  { mime: 'x/board', introduction: { step: { label: 'Move a card', done: 'changed' } } },
  { mime: 'x/note' },
  { mime: 'x/plan', introduction: { step: { label: 'Open the planner', done: 'opened' } } },
] as unknown as TypeView[];

const given = (facts: Partial<StepFacts> = {}, ...artifacts: readonly ArtifactSummary[]): StepFacts => ({
  state: {
    artifacts:
      artifacts.length > 0 ? [...artifacts] : [artifact('board'), artifact('note'), artifact('plan')],
    types,
    createdAt: begun,
  },
  opened: new Set(),
  agents: [{ models: [] }],
  servers: [{ source: { kind: 'plugin' } }],
  doneBefore: [],
  ...facts,
});
const done = (facts: StepFacts) => stepsFor(facts).flatMap(({ label, isDone }) => (isDone ? [label] : []));

test('J1: a newcomer has five steps, and none is done', () => {
  expect(stepsFor(given()).map(({ label, isDone }) => [label, isDone])).toEqual([
    ['Open the planner', false],
    ['Move a card', false],
    ['Commit', false],
    ['Connect a model', false],
    ['Add a server', false],
  ]);
});

test('J1: each is ticked by what happened', () => {
  expect(done(given({ opened: new Set(['plan']) }))).toEqual(['Open the planner']);
  expect(done(given({}, artifact('board', { state: 'draft' })))).toEqual(['Move a card']);
  expect(done(given({}, artifact('board', { version: 2 })))).toEqual(['Move a card', 'Commit']);
  const model = { models: [{ id: 'm', provider: 'p', name: 'M' }] };
  expect(done(given({ agents: [{ models: [] }, model] }))).toEqual(['Connect a model']);
  expect(done(given({ servers: [{ source: { kind: 'added' } }] }))).toEqual(['Add a server']);
});

test('J1: what came with the workspace is nobody’s commit; what was made later is', () => {
  const later = artifact('note', { createdAt: '2026-11-17T09:00:00.000Z' });
  expect(done(given({}, artifact('board'), later))).toEqual(['Commit']);
  expect(done(given({}, artifact('board'), { ...later, version: 0, state: 'draft' }))).toEqual([]);
});

test('J1: what was done once stays done', () => {
  expect(done(given({ doneBefore: ['x/plan', 'server'] }))).toEqual(['Open the planner', 'Add a server']);
});

test('J1: a workspace whose types introduce nothing has no steps', () => {
  expect(stepsFor(given({}, artifact('note')))).toEqual([]);
});

test('J1: each step leads to where it is done', () => {
  const places = (...artifacts: readonly ArtifactSummary[]) =>
    stepsFor(given({}, ...artifacts)).map(({ place }) => place.kind);
  expect(places()).toEqual(['artifact', 'artifact', 'artifact', 'models', 'servers']);
  const draft = artifact('board', { state: 'draft' });
  expect(stepsFor(given({}, draft)).find(({ id }) => id === 'commit')?.place).toEqual({
    kind: 'commit',
    drafts: ['board'],
  });
});
