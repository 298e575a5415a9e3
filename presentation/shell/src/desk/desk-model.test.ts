import type { ArtifactSummary, DeskWindow, TypeView, WorkspaceState } from '@loggia/protocol';
import { beforeEach, expect, test, vi } from 'vitest';
import type { ArtifactPorts } from '../artifacts/actions.ts';
import { ScriptedPerson } from '../ui/answers.testkit.ts';
import { canSelectMore, DeskModel, selectedIn, totalOf, windowsInStrip } from './desk-model.ts';
import { wholeDesk } from './desk-query.ts';
import { nothingSelected, selectOnly } from './selection.ts';

const artifact = (id: string, facts: Partial<ArtifactSummary> = {}) =>
  ({ id, title: id, ...facts }) as ArtifactSummary;
const [a, b, c] = [artifact('a'), artifact('b'), artifact('c')] as const;
let asked: [string, object][];
let opened: string[];
let person: ScriptedPerson;

function desk(): DeskModel {
  const ask = async (command: string, params: object) => {
    asked.push([command, params]);
    return { artifact: artifact('new') };
  };
  const ports = { host: { ask }, open: ({ id }: ArtifactSummary) => void opened.push(id) };
  return new DeskModel('w', ports as unknown as ArtifactPorts);
}

beforeEach(() => {
  asked = [];
  opened = [];
  const present = new ScriptedPerson();
  person = present;
  return () => present.leave();
});

test('J1: another filter lets go of the selection, and a view shows all types', () => {
  const model = desk();
  model.select(selectOnly('a'));
  model.setFilter({ ...wholeDesk, types: ['x/y'], order: 'title' });
  expect(model.getSnapshot().selection).toBe(nothingSelected);
  model.show('trash');
  expect(model.getSnapshot().filter).toEqual({ view: 'trash', types: [], order: 'title' });
});

test('J1: everything is selected, as far as one command reaches', async () => {
  const model = desk();
  await model.selectEverything(async () => ({ artifacts: [a, b], isAll: true }));
  expect([...model.getSnapshot().selection.ids]).toEqual(['a', 'b']);
  expect(person.heard).toEqual([]);
  await model.selectEverything(async () => ({ artifacts: [a], isAll: false }));
  expect(person.heard).toEqual(['The first 1 are selected (the maximum).']);
});

test('J1: what was loaded for another filter is not selected', async () => {
  const model = desk();
  await model.selectEverything(async () => {
    model.show('trash');
    return { artifacts: [a, b], isAll: true };
  });
  expect(model.getSnapshot().selection).toBe(nothingSelected);
});

test('J1: something new is opened, and the desk shows it', async () => {
  const model = desk();
  model.show('archived');
  await model.createArtifact({ mime: 'x/y', label: 'Board', creatable: {} } as TypeView);
  expect(asked).toEqual([['x-loggia/createArtifact', { workspace: 'w', type: 'x/y', fromTemplate: true }]]);
  expect([opened, model.getSnapshot().filter]).toEqual([['new'], wholeDesk]);
  model.show('drafts');
  await model.createArtifact({ mime: 'x/y', label: 'Board', creatable: { title: 'Plan' } } as TypeView);
  expect(model.getSnapshot().filter.view).toBe('drafts');
});

test('J1: Delete moves to the trash, and in the trash deletes for good', async () => {
  const model = desk();
  model.remove([a]);
  model.show('trash');
  model.remove([b]);
  await vi.waitFor(() => expect(asked).toHaveLength(2));
  expect(asked).toEqual([
    ['x-loggia/deleteArtifacts', { artifacts: ['a'] }],
    ['x-loggia/purgeArtifacts', { artifacts: ['b'] }],
  ]);
});

test('J1: what is in the trash is not opened', () => {
  desk().open([artifact('a', { deletedAt: 'then' })]);
  expect(opened).toEqual([]);
});

test('J1: the rest can be selected once several are, while there is a rest', () => {
  const two = { ids: new Set(['a', 'b']) };
  expect(selectedIn([a, b, c], two)).toEqual([a, b]);
  expect(canSelectMore(two, { artifacts: [a, b, c], more: 'none' })).toBe(true);
  expect(canSelectMore(two, { artifacts: [a, b], more: 'none' })).toBe(false);
  expect(canSelectMore(two, { artifacts: [a, b], more: 'there' })).toBe(true);
  expect(canSelectMore(selectOnly('a'), { artifacts: [a, b], more: 'there' })).toBe(false);
});

test('J1: a view is counted while it shows all types', () => {
  const state = { counts: { drafts: 2, committed: 3, archived: 4, deleted: 5 } } as WorkspaceState;
  expect(totalOf(wholeDesk, state)).toBe(5);
  expect(totalOf({ ...wholeDesk, types: ['x/y'] }, state)).toBeUndefined();
  expect(totalOf(wholeDesk, undefined)).toBeUndefined();
});

test('J1: the strip has minimised windows, or all where there is room for one', () => {
  const windows = [{ id: '1' }, { id: '2', state: 'minimised' }] as DeskWindow[];
  expect(windowsInStrip(windows, 'wide').map(({ id }) => id)).toEqual(['2']);
  expect(windowsInStrip(windows, 'narrow')).toHaveLength(2);
});
