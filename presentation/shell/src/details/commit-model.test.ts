import { errorTable } from '@loggia/protocol';
import { HostError } from '@loggia/client';
import { beforeEach, expect, test } from 'vitest';
import type { ShellHost } from '../host/shell-host.ts';
import { CommitModel } from './commit-model.ts';

const draft = (id: string, revision = 1) => ({ id, title: id, state: 'draft', revision, version: 0 });
let asked: [string, unknown][];
let told: string[];
let drafts: ReturnType<typeof draft>[];
let problems: object[];
let refusal: Error | undefined;

const host = {
  ask: async (
    command: string,
    params: { artifacts: { id: string }[]; message: string; artifact: string },
  ) => {
    asked.push([command, params]);
    switch (command) {
      case 'x-loggia/listArtifacts':
        return { artifacts: drafts };
      case 'x-loggia/getArtifact':
        return { artifact: draft(params.artifact) };
      case 'x-loggia/previewCommit':
        return { differences: [], problems };
      default:
        if (refusal) throw refusal;
        return { commit: params };
    }
  },
} as unknown as ShellHost;
const model = (...given: string[]) => new CommitModel(host, 'w', given, (message) => told.push(message));
const committed = () => asked.filter(([command]) => command === 'x-loggia/commitArtifacts');

beforeEach(() => {
  asked = [];
  told = [];
  drafts = [draft('a'), draft('b', 7)];
  problems = [];
  refusal = undefined;
});

test('F3: all drafts are chosen where none is given, else those, which come first', async () => {
  const all = model();
  await all.read();
  expect(all.getSnapshot()).toMatchObject({ count: 2, leftOut: 0, isReady: true, isSuggested: true });
  const one = model('c');
  await one.read();
  const { reading, left, count } = one.getSnapshot();
  expect(reading.status === 'ready' && reading.offered.map(({ summary }) => summary.id)).toEqual([
    'c',
    'a',
    'b',
  ]);
  expect([[...left], count]).toEqual([['a', 'b'], 1]);
});

test('F3: what is chosen is committed as it was seen, with the message', async () => {
  const commit = model();
  await commit.read();
  commit.toggle('a');
  commit.write(' Second thoughts\nand more ');
  await commit.commit();
  expect(committed()).toEqual([
    [
      'x-loggia/commitArtifacts',
      { artifacts: [{ id: 'b', ifRevision: 7 }], message: 'Second thoughts\nand more' },
    ],
  ]);
  expect(told).toEqual(['Committed one artifact: Second thoughts']);
});

test('F3: a draft with problems is left out, and nothing is committed without a message', async () => {
  problems = [{ artifact: 'a', path: '/to', message: 'Is missing.' }];
  const commit = model();
  await commit.read();
  expect(commit.getSnapshot()).toMatchObject({ count: 1, leftOut: 1 });
  commit.write('  ');
  await commit.commit();
  expect(committed()).toEqual([]);
});

test('J5: a commit that is asked for before the drafts are read is done then', async () => {
  const commit = model();
  commit.write('Early');
  await commit.commit();
  expect(commit.getSnapshot()).toMatchObject({ isBusy: true });
  await commit.read();
  expect(told).toEqual(['Committed 2 artifacts: Early']);
});

test('J5: but not where some are left out, which has to be seen first', async () => {
  problems = [{ artifact: 'a', message: 'Is missing.' }];
  const commit = model();
  await commit.commit();
  await commit.read();
  expect(committed()).toEqual([]);
  expect(commit.getSnapshot()).toMatchObject({ isBusy: false, isReady: true });
});

test('F3: after a conflict the drafts are read again', async () => {
  refusal = new HostError({ code: errorTable.Conflict.code, message: 'Changed.' });
  const commit = model();
  await commit.read();
  await commit.commit();
  expect(commit.getSnapshot()).toMatchObject({ isConflict: true, isBusy: false });
  drafts = [draft('a', 9)];
  commit.refresh();
  expect(commit.getSnapshot()).toMatchObject({ isConflict: false, problem: undefined });
  await commit.read();
  expect(commit.getSnapshot().count).toBe(1);
});

test('F3: drafts that arrive after the dialog was closed change nothing', async () => {
  const commit = model();
  const reading = commit.read();
  commit.stop();
  await reading;
  expect(commit.getSnapshot().reading.status).toBe('loading');
});
