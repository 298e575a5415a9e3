import type { ArtifactSummary, TypeView } from '@loggia/protocol';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ShellHost } from '../host/shell-host.ts';
import { ScriptedPerson } from '../ui/answers.testkit.ts';
import { artifactActions, openArtifacts, type ActionSubject, type ArtifactPorts } from './actions.ts';

const artifact = (id: string, facts: Partial<ArtifactSummary> = {}) =>
  ({
    id,
    workspace: 'here',
    type: 'x/board',
    title: id,
    state: 'committed',
    version: 3,
    revision: 1,
    ...facts,
  }) as ArtifactSummary;
const board = {
  mime: 'x/board',
  label: 'Board',
  modes: ['view', 'edit'],
  alternates: [{ server: 'reader', name: 'reader', label: 'Reader' }],
  actions: [
    { id: 'tidy', label: 'Tidy', states: ['draft', 'committed'] },
    { id: 'send', label: 'Send', icon: 'mail', confirm: 'It goes out.' },
  ],
} as unknown as TypeView;
const lookUp = (mime: string) => (mime === 'x/board' ? board : undefined);
const content = { hash: 'h', size: 1 };

let person: ScriptedPerson;
let done: unknown[];
const note =
  (name: string) =>
  (...given: unknown[]) =>
    void done.push([name, ...given]);
const ports: ArtifactPorts = {
  host: {
    ask: async (command: string, params: object) => {
      done.push([command, params]);
      return { result: {} };
    },
  } as unknown as ShellHost,
  open: ({ id }, version) => note('open')(id, version),
  openWith: ({ id }, server, where) => note('openWith')(id, server, where),
  showDetails: note('details'),
  commit: note('commit'),
  publish: (artifacts) => note('publish')(artifacts.length),
  relocate: (artifacts, how) => note('relocate')(artifacts.length, how),
  ask: (artifacts) => note('ask')(artifacts.length),
  comment: ({ id }) => note('comment')(id),
  rename: ({ id }) => note('rename')(id),
  copyLink: ({ id }, shown) => note('copyLink')(id, shown),
};
const subject = (place: ActionSubject['place'], ...artifacts: ArtifactSummary[]): ActionSubject => ({
  place,
  artifacts,
  workspace: 'here',
  lookUp,
});
const actionsOf = (given: ActionSubject) => artifactActions(given, ports);
const ids = (given: ActionSubject) => actionsOf(given).map(({ id }) => id);
const run = (id: string, given: ActionSubject) =>
  actionsOf(given)
    .find((action) => action.id === id)
    ?.run();

beforeEach(() => {
  done = [];
  const present = new ScriptedPerson();
  person = present;
  return () => present.leave();
});

describe('J1: the actions that apply', () => {
  test('to one artifact are the same wherever it is seen, but for what is done there already', () => {
    const draft = artifact('a', { state: 'draft', content });
    const shared = [
      'copyLink',
      'with-default',
      'with-reader',
      'rename',
      'duplicate',
      'commit',
      'publish',
      'ask',
      'comment',
      'action-tidy',
      'action-send',
      'download',
      'discard',
      'move-to-workspace',
      'copy-to-workspace',
      'archive',
      'delete',
    ];
    expect(ids(subject('desk', draft))).toEqual(['open', 'details', ...shared]);
    expect(ids(subject('window', draft))).toEqual(['details', ...shared]);
    expect(ids(subject('details', draft))).toEqual(['open', ...shared]);
    const labels = (place: ActionSubject['place']) =>
      new Map(actionsOf(subject(place, draft)).map(({ id, label }) => [id, label]));
    for (const place of ['window', 'details'] as const)
      for (const id of shared) expect(labels(place).get(id)).toBe(labels('desk').get(id));
  });

  test('to several are for those that they apply to', async () => {
    const many = subject(
      'desk',
      artifact('a', { state: 'draft', version: 0 }),
      artifact('b', { content }),
      artifact('c', { state: 'archived' }),
    );
    expect(ids(many)).toEqual([
      'open',
      'duplicate',
      'commit',
      'publish',
      'ask',
      'action-send',
      'download',
      'move-to-workspace',
      'copy-to-workspace',
      'archive',
      'unarchive',
      'delete',
    ]);
    for (const id of ['commit', 'move-to-workspace', 'copy-to-workspace', 'archive', 'unarchive', 'delete'])
      run(id, many);
    expect(done).toEqual([
      ['commit', ['a']],
      ['relocate', 3, 'move'],
      ['relocate', 3, 'copy'],
      ['x-loggia/archiveArtifacts', { artifacts: ['a', 'b'] }],
      ['x-loggia/unarchiveArtifacts', { artifacts: ['c'] }],
      ['x-loggia/deleteArtifacts', { artifacts: ['a', 'b', 'c'] }],
    ]);
  });

  test('to a committed version leave the draft alone, and open and show that version', () => {
    const published = {
      ...subject('collection', artifact('a', { state: 'draft', content })),
      versionOf: ({ version }: ArtifactSummary) => version,
    };
    expect(ids(published)).toEqual([
      'open',
      'details',
      'copyLink',
      'with-default',
      'with-reader',
      'publish',
      'ask',
      'comment',
      'download',
      'move-to-workspace',
      'copy-to-workspace',
      'archive',
      'delete',
    ]);
    run('open', published);
    run('with-reader', published);
    expect(done).toEqual([
      ['open', 'a', 3],
      ['openWith', 'a', 'reader', { version: 3, window: undefined }],
    ]);
  });

  test('in the trash are to bring back, and to delete for good', () => {
    expect(ids(subject('desk', artifact('a', { deletedAt: 'then' })))).toEqual(['restore', 'purge']);
    expect(ids(subject('desk'))).toEqual([]);
  });

  test('to what is archived, and to what was never committed, leave out what is impossible', () => {
    expect(ids(subject('desk', artifact('a', { state: 'archived' })))).not.toContain('rename');
    expect(ids(subject('desk', artifact('a', { state: 'draft', version: 0 })))).not.toContain('discard');
  });
});

test('J6: actions of a type are offered where all have that type and a state it names', () => {
  const offered = (...artifacts: ArtifactSummary[]) =>
    ids(subject('desk', ...artifacts)).filter((id) => id.startsWith('action-'));
  expect(offered(artifact('a'), artifact('b', { state: 'draft' }))).toEqual(['action-tidy', 'action-send']);
  expect(offered(artifact('a', { state: 'archived' }))).toEqual(['action-send']);
  expect(offered(artifact('a'), artifact('b', { type: 'x/other' }))).toEqual([]);
});

test('G4: viewers and actions of a type are those of the workspace that the artifact belongs to', () => {
  const foreign = ids(subject('collection', artifact('a', { workspace: 'elsewhere' })));
  expect(foreign.filter((id) => /^(with|action)-/.test(id))).toEqual([]);
});

test('G4: the viewer of a window is marked, and another one takes over that window', () => {
  const shown = { ...subject('window', artifact('a')), shownIn: { window: 'w', server: 'reader' } };
  const viewers = actionsOf(shown).filter(({ group }) => group === 'viewers');
  expect(viewers.map(({ label, icon }) => [label, icon])).toEqual([
    ['Board (usual)', 'open'],
    ['Reader', 'chosen'],
  ]);
  viewers[0]?.run();
  expect(done).toEqual([['openWith', 'a', undefined, { version: undefined, window: 'w' }]]);
});

test('G1: a window offers to read or to edit where the viewer knows both', () => {
  const modes = (more: object = {}, over: object = {}) =>
    actionsOf({
      ...subject('window', artifact('a', over)),
      shownIn: { window: 'w', server: undefined },
      ...more,
    }).filter(({ group }) => group === 'modes');
  expect(modes().map(({ label, icon }) => [label, icon])).toEqual([
    ['Edit', 'chosen'],
    ['Read only', 'read'],
  ]);
  modes()[1]?.run();
  const reading = modes({ shownIn: { window: 'w', server: undefined, mode: 'view' } });
  expect(reading.map(({ icon }) => icon)).toEqual(['edit', 'chosen']);
  reading[0]?.run();
  expect(done).toEqual([
    ['openWith', 'a', undefined, { window: 'w', mode: 'view' }],
    ['openWith', 'a', undefined, { window: 'w', mode: undefined }],
  ]);
  // Not for other viewers, old versions and what is archived.
  expect(modes({ shownIn: { window: 'w', server: 'reader' } })).toEqual([]);
  expect(modes({ versionOf: () => 1 })).toEqual([]);
  expect(modes({}, { state: 'archived' })).toEqual([]);
});

test('G1: an action of a type has the icon that the type declares', () => {
  const icons = actionsOf(subject('desk', artifact('a'))).map(({ id, typeIcon }) => [id, typeIcon]);
  expect(icons).toContainEqual(['action-send', 'mail']);
  expect(icons).toContainEqual(['action-tidy', undefined]);
});

test('J8: a link leads to what is shown: the version, and the viewer', () => {
  const shown = { ...subject('window', artifact('a')), shownIn: { window: 'w', server: 'reader' } };
  run('copyLink', subject('desk', artifact('a')));
  run('copyLink', { ...shown, versionOf: () => 3 });
  expect(done).toEqual([
    ['copyLink', 'a', { version: undefined, server: undefined, mode: undefined }],
    ['copyLink', 'a', { version: 3, server: 'reader', mode: undefined }],
  ]);
  expect(ids(subject('desk', artifact('a'), artifact('b')))).not.toContain('copyLink');
});

test('J5: a sheet closes before an action leads to a window or a dialog, and stays for all others', () => {
  const leave = (to: string) => void done.push(to);
  const sheet = { ...subject('details', artifact('a', { state: 'draft', content })), leave };
  const leadsTo = Object.fromEntries(
    actionsOf(sheet).map((action) => {
      done = [];
      action.run();
      return [action.id, done.find((each) => typeof each === 'string') ?? 'nowhere'];
    }),
  );
  expect(leadsTo).toEqual({
    open: 'window',
    copyLink: 'nowhere',
    'with-default': 'window',
    'with-reader': 'window',
    rename: 'nowhere',
    duplicate: 'nowhere',
    commit: 'nowhere',
    publish: 'dialog',
    ask: 'window',
    comment: 'window',
    'action-tidy': 'nowhere',
    'action-send': 'dialog',
    download: 'nowhere',
    discard: 'nowhere',
    'move-to-workspace': 'dialog',
    'copy-to-workspace': 'dialog',
    archive: 'nowhere',
    delete: 'dialog',
  });
});

test('J1: more windows than anybody means are not opened', () => {
  const many = Array.from({ length: 11 }, (_, index) => artifact(`a${index}`));
  expect(actionsOf(subject('desk', ...many)).find(({ id }) => id === 'open')).toMatchObject({
    disabled: true,
  });
  openArtifacts({ artifacts: many }, ports);
  expect([done, person.heard]).toEqual([[], ['10 windows can be opened at once. Select fewer.']]);
});

test('J5: keys are named where they work, and titles say it all where there is no menu', () => {
  const keys = (place: ActionSubject['place']) =>
    actionsOf(subject(place, artifact('a'))).flatMap(({ id, key }) => (key === undefined ? [] : [[id, key]]));
  expect(keys('desk')).toEqual([
    ['open', 'Enter'],
    ['details', 'Space'],
    ['rename', 'F2'],
    ['duplicate', 'Ctrl D'],
    ['delete', 'Del'],
  ]);
  expect(keys('window')).toEqual([['rename', 'F2']]);
  const titles = actionsOf(subject('desk', artifact('a'))).map(({ title }) => title);
  expect(titles).toContain('Archive: “a”');
  expect(titles).toContain('Open with Reader: “a”');
  expect(titles).toContain('Ask about “a”');
});
