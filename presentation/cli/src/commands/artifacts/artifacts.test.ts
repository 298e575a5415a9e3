import { describe, expect, test } from 'vitest';
import { HostDouble, loggia, Refusal } from '../../host-double.testkit.ts';
import { artifact, at, home, hostWith, work } from './artifact-double.testkit.ts';

const plan = artifact('aaaa-1', { title: 'Plan\u001b[2J' });
const notes = artifact('bbbb-2', { title: 'Notes', state: 'committed', version: 2, revision: 9 });
const gone = artifact('cccc-3', { title: 'Gone', deletedAt: at });

const commandsOf = (host: HostDouble, ...names: string[]) =>
  host.commands
    .filter(([method]) => names.includes(method.slice('x-loggia/'.length)))
    .map(([, params]) => params);

describe('the list', () => {
  test('L2: shows ids, titles, types and states; without those that were put away', async () => {
    const host = await hostWith([plan, notes, gone]);
    expect((await loggia(['artifacts', 'list'], { data: host.data })).out).toBe(
      `ID      TITLE     TYPE        STATE          CHANGED
aaaa-1  Plan␛[2J  text/plain  draft          2026-01-02T12:00:00Z
bbbb-2  Notes     text/plain  committed, v2  2026-01-02T12:00:00Z
`,
    );
    expect(commandsOf(host, 'listArtifacts')[0]).toEqual({ states: ['draft', 'committed'], limit: 500 });
  });

  test('L2: has filters, an order, and the trash', async () => {
    const collection = { id: 'c1', title: 'Reports', createdAt: at, modifiedAt: at, count: 1 };
    const host = await hostWith([plan, notes, gone], {
      'x-loggia/listCollections': () => ({ collections: [collection] }),
    });
    const { data } = host;
    const line =
      'artifacts list --workspace Home --type a/* --type b/c --state archived --order title --json';
    expect((await loggia(line.split(' '), { data })).exitCode).toBe(0);
    await loggia(['artifacts', 'list', '--collection', 'Reports'], { data });
    const trash = await loggia(['artifacts', 'list', '--trash', '--json'], { data });
    expect(JSON.parse(trash.out)).toEqual({ artifacts: [gone], more: false });
    expect(commandsOf(host, 'listArtifacts')).toEqual([
      { workspace: home.id, types: ['a/*', 'b/c'], states: ['archived'], order: 'title', limit: 500 },
      { collection: 'c1', limit: 500 },
      { deleted: true, limit: 500 },
    ]);
  });

  test('L2: stops at the limit and says that there is more', async () => {
    const host = await hostWith([plan, notes, artifact('dddd-4')]);
    const ran = await loggia(['artifacts', 'list', '--limit', '2'], { data: host.data });
    expect(ran.out).not.toContain('dddd-4');
    expect(ran.complaints).toContain('There are more');
    // The next page was never wanted.
    const one = await loggia(['artifacts', 'list', '--limit', '1', '--json'], { data: host.data });
    expect(JSON.parse(one.out)).toEqual({ artifacts: [plan], more: true });
    expect(commandsOf(host, 'listArtifacts')).toHaveLength(3);
  });

  test.each([
    [['--state', 'lost'], '--state cannot be "lost". Write draft, committed or archived.'],
    [['--order', 'size'], '--order cannot be "size". Write modified, created or title.'],
    [['--trash', '--collection', 'x'], 'Give --trash or --collection, not both.'],
  ])('L5: %j is wrong usage', async (argv, words) => {
    expect(await loggia(['artifacts', 'list', ...argv])).toMatchObject({
      exitCode: 2,
      complaints: `loggia: ${words}\n`,
    });
  });
});

describe('committing', () => {
  const differences = [
    {
      artifact: 'aaaa-1',
      from: 1,
      title: { before: 'Plan', after: 'Plan B' },
      context: [
        { path: '/done', before: false, after: true },
        { path: '/old', before: 'x'.repeat(200) },
      ],
      content: {
        kind: 'text',
        patch: '--- before\n+++ after\n@@ -1 +1 @@\n-old \u001b[31m\n+new\n',
        added: 1,
        removed: 1,
      },
    },
  ];
  const committed = { ...notes, id: 'aaaa-1', title: 'Plan', version: 3 };
  const commit = {
    id: 'c',
    workspace: home.id,
    message: 'Done',
    author: 'me',
    at,
    artifacts: [{ artifact: 'aaaa-1', version: 3, title: 'Plan' }],
  };
  const answers = {
    'x-loggia/previewCommit': () => ({ differences, problems: [] }),
    'x-loggia/commitArtifacts': () => ({ commit, artifacts: [committed] }),
  };
  const argv = ['artifacts', 'commit', 'aaaa-1', '--message', 'Done'];

  test('F3: shows what differs, asks, and commits what was shown', async () => {
    const host = await hostWith([plan], answers);
    const asked: string[] = [];
    const ask = async (question: string) => {
      asked.push(question);
      return 'y';
    };
    expect(await loggia(argv, { data: host.data, ask })).toMatchObject({
      exitCode: 0,
      out: `Plan␛[2J (aaaa-1): version 1 → uncommitted changes
  title: "Plan" → "Plan B"
  context/done: false → true
  context/old: "${'x'.repeat(118)}… (removed)
  @@ -1 +1 @@
  -old ␛[31m
  +new
Committed "Plan" as version 3.
`,
    });
    expect(asked).toEqual(['Commit this? [y/N] ']);
    expect(commandsOf(host, 'commitArtifacts')).toEqual([
      { artifacts: [{ id: 'aaaa-1', ifRevision: 3 }], message: 'Done' },
    ]);
  });

  test('F3: nothing is committed without a yes', async () => {
    const host = await hostWith([plan], answers);
    const { data } = host;
    expect(await loggia(argv, { data, ask: async () => 'no' })).toMatchObject({ exitCode: 1 });
    expect(await loggia(argv, { data })).toMatchObject({ exitCode: 2 });
    expect(await loggia([...argv, '--json'], { data, ask: async () => 'y' })).toMatchObject({ exitCode: 2 });
    expect(await loggia(['artifacts', 'commit', 'aaaa-1', '--yes'], { data })).toMatchObject({
      exitCode: 2,
      complaints: expect.stringContaining('--message'),
    });
    expect(commandsOf(host, 'commitArtifacts')).toEqual([]);
    const ran = await loggia([...argv, '--yes', '--json'], { data });
    expect(JSON.parse(ran.out)).toEqual({ commit, artifacts: [committed] });
  });

  test('F3: what stands in the way is said, and nothing is asked', async () => {
    const host = await hostWith([plan], {
      ...answers,
      'x-loggia/previewCommit': () => ({
        differences: [],
        problems: [{ artifact: 'aaaa-1', path: '/done', message: 'must be true or false.' }],
      }),
    });
    const ran = await loggia([...argv, '--yes'], { data: host.data });
    expect(ran).toMatchObject({
      exitCode: 1,
      complaints: 'loggia: Nothing was committed. "Plan␛[2J" at /done: must be true or false.\n',
    });
    expect(commandsOf(host, 'commitArtifacts')).toEqual([]);
  });

  test('F3: a conflict says who was faster and how to go on', async () => {
    const host = await hostWith([plan], {
      ...answers,
      'x-loggia/commitArtifacts': () => {
        throw new Refusal(-32011, '"Plan" was changed by Ada.', { artifact: { id: 'aaaa-1' } });
      },
    });
    expect(await loggia([...argv, '--yes'], { data: host.data })).toMatchObject({
      exitCode: 1,
      complaints:
        'loggia: "Plan" was changed by Ada. "loggia artifacts show aaaa-1" shows it. Run the command again to continue from there.\n',
    });
  });
});

describe('history', () => {
  const difference = { artifact: 'bbbb-2', from: 1, to: 2, context: [], content: { kind: 'same' } };

  test('F3: the difference is that of the draft, unless versions are named', async () => {
    const host = await hostWith([notes], { 'x-loggia/diffVersions': () => ({ difference }) });
    const { data } = host;
    const ran = await loggia(['artifacts', 'diff', 'Notes'], { data });
    expect(ran.out).toBe('Notes (bbbb-2): version 1 → version 2\n  nothing differs\n');
    await loggia(['artifacts', 'diff', 'Notes', '--from', '0'], { data });
    await loggia(['artifacts', 'diff', 'Notes', '--to', '2'], { data });
    expect(commandsOf(host, 'diffVersions')).toEqual([
      { artifact: 'bbbb-2', from: 2 },
      { artifact: 'bbbb-2', from: 0 },
      { artifact: 'bbbb-2', from: 1, to: 2 },
    ]);
    expect(await loggia(['artifacts', 'diff', 'Notes', '--from', '-1'], { data })).toMatchObject({
      exitCode: 2,
    });
  });

  test('F3: bytes are compared by their size', async () => {
    const content = {
      kind: 'bytes',
      before: { hash: 'a', size: 999 },
      after: { hash: 'b', size: 1_500_000 },
    };
    const host = await hostWith([notes], {
      'x-loggia/diffVersions': () => ({ difference: { ...difference, content } }),
    });
    const out = { write: (text: string) => void written.push(text), isTerminal: true, columns: 80 };
    const written: string[] = [];
    await loggia(['artifacts', 'diff', 'Notes'], { data: host.data, out });
    expect(written.join('')).toContain('content: \u001b[31m999 bytes\u001b[39m → \u001b[32m1.5 MB\u001b[39m');
  });

  test('F3: the versions are listed, the newest first', async () => {
    const version = (number: number) => ({
      artifact: 'bbbb-2',
      version: number,
      type: 'text/plain',
      title: 'Notes',
      context: {},
      commit: 'c',
      message: `Step ${number}`,
      author: 'ada',
      at,
    });
    const host = await hostWith([notes], {
      'x-loggia/listVersions': ({ cursor }) =>
        cursor === undefined ? { versions: [version(2)], nextCursor: 'x' } : { versions: [version(1)] },
    });
    expect((await loggia(['artifacts', 'log', 'Notes'], { data: host.data })).out).toBe(
      `VERSION  WHEN                  BY   MESSAGE
2        2026-01-02T12:00:00Z  ada  Step 2
1        2026-01-02T12:00:00Z  ada  Step 1
`,
    );
  });

  test('F3: restoring asks where something would be lost', async () => {
    const host = await hostWith([plan, notes], {
      'x-loggia/restoreVersion': () => ({ artifact: { ...notes, state: 'draft', context: {} } }),
    });
    const { data } = host;
    expect((await loggia(['artifacts', 'restore', 'Notes', '1'], { data })).out).toBe(
      '"Notes" is as in version 1 again, as a draft.\n',
    );
    expect(await loggia(['artifacts', 'restore', 'aaaa-1', '1'], { data })).toMatchObject({ exitCode: 2 });
    expect(
      await loggia(['artifacts', 'restore', 'aaaa-1', '1'], { data, ask: async () => '' }),
    ).toMatchObject({
      exitCode: 1,
    });
    expect(await loggia(['artifacts', 'restore', 'Notes', 'first'], { data })).toMatchObject({ exitCode: 2 });
    expect(commandsOf(host, 'restoreVersion')).toEqual([{ artifact: 'bbbb-2', version: 1, ifRevision: 9 }]);
  });
});

describe('moving about', () => {
  const changed = () => ({ artifacts: [plan] });

  test.each([
    ['archive', ['aaaa-1', 'Notes'], 'archiveArtifacts', ['aaaa-1', 'bbbb-2'], 'Archived'],
    ['unarchive', ['Notes'], 'unarchiveArtifacts', ['bbbb-2'], 'Restored'],
    ['delete', ['Notes', 'bbbb-2'], 'deleteArtifacts', ['bbbb-2'], 'Moved to the trash:'],
    ['undelete', ['Gone'], 'undeleteArtifacts', ['cccc-3'], 'Restored'],
  ])('F3: %s %j', async (word, names, method, ids, done) => {
    const host = await hostWith([plan, notes, gone], {
      'x-loggia/archiveArtifacts': changed,
      'x-loggia/unarchiveArtifacts': changed,
      'x-loggia/undeleteArtifacts': changed,
      'x-loggia/deleteArtifacts': () => ({ deleted: ['bbbb-2'] }),
    });
    const ran = await loggia(['artifacts', word, ...names], { data: host.data });
    expect(ran).toMatchObject({ exitCode: 0, out: expect.stringContaining(`${done} "`) });
    expect(commandsOf(host, method)).toEqual([{ artifacts: ids }]);
  });

  test('F3: all names have to be good before anything is moved', async () => {
    const host = await hostWith([plan, notes], { 'x-loggia/deleteArtifacts': () => ({ deleted: ['x'] }) });
    expect(await loggia(['artifacts', 'delete', 'Notes', 'nope'], { data: host.data })).toMatchObject({
      exitCode: 1,
    });
    expect(await loggia(['artifacts', 'delete'], { data: host.data })).toMatchObject({ exitCode: 2 });
    expect(commandsOf(host, 'deleteArtifacts')).toEqual([]);
  });

  test('F3: purging asks first, and is only for what is in the trash', async () => {
    const host = await hostWith([notes, gone], { 'x-loggia/purgeArtifacts': () => ({ purged: ['cccc-3'] }) });
    const { data } = host;
    expect(await loggia(['artifacts', 'purge', 'Gone'], { data })).toMatchObject({ exitCode: 2 });
    expect(await loggia(['artifacts', 'purge', 'Gone'], { data, ask: async () => 'n' })).toMatchObject({
      exitCode: 1,
    });
    expect(await loggia(['artifacts', 'purge', 'bbbb-2', '--yes'], { data })).toMatchObject({
      exitCode: 1,
      complaints: expect.stringContaining('"Notes" is not in the trash'),
    });
    expect(commandsOf(host, 'purgeArtifacts')).toEqual([]);
    expect(await loggia(['artifacts', 'purge', 'Gone'], { data, ask: async () => 'yes' })).toMatchObject({
      exitCode: 0,
      out: 'Deleted "Gone".\n',
    });
    expect(commandsOf(host, 'purgeArtifacts')).toEqual([{ artifacts: ['cccc-3'] }]);
  });

  test('F2: publishing and taking back', async () => {
    const collection = { id: 'c1', title: 'Reports', createdAt: at, modifiedAt: at, count: 1 };
    const host = await hostWith([notes], {
      'x-loggia/listCollections': () => ({ collections: [collection] }),
      'x-loggia/linkArtifacts': () => ({ collection }),
      'x-loggia/unlinkArtifacts': () => ({ collection }),
    });
    const { data } = host;
    expect((await loggia(['artifacts', 'publish', 'Notes', '--collection', 'c'], { data })).out).toBe(
      'Published "Notes" in "Reports".\n',
    );
    expect((await loggia(['artifacts', 'unpublish', 'Notes', '--collection', 'Reports'], { data })).out).toBe(
      'Took "Notes" out of "Reports".\n',
    );
    expect(await loggia(['artifacts', 'publish', 'Notes'], { data })).toMatchObject({ exitCode: 2 });
    expect(commandsOf(host, 'linkArtifacts', 'unlinkArtifacts')).toEqual([
      { collection: 'c1', artifacts: ['bbbb-2'] },
      { collection: 'c1', artifacts: ['bbbb-2'] },
    ]);
  });
});

describe('what opens it', () => {
  const type = {
    mime: 'text/plain',
    label: 'Text',
    extensions: [],
    actions: [],
    owner: { kind: 'platform' },
    viewer: { kind: 'native', renderer: 'text' },
    alternates: [{ server: 'id-edit', name: 'editor', tool: 'open_text' }],
  };
  const claims = [
    { server: 'builtin', name: 'Loggia', trust: 'platform', verdict: 'serves it' },
    { server: 'id-edit', name: 'editor', trust: 'trusted', verdict: 'could open it' },
  ];
  const explained = (changes: object) => ({
    'x-loggia/explainType': () => ({
      explanation: {
        mime: 'text/plain',
        type: { ...type, ...changes },
        rule: 'r',
        steps: [],
        claims,
        problems: [],
      },
    }),
  });

  const ticket = 'T'.repeat(32);
  const expiresAt = '2026-01-02T12:05:00.000Z';
  async function hostWithNotes(changes: object) {
    const host = await hostWith([notes], explained(changes));
    host.serve = (_, response) => response.end(JSON.stringify({ ticket, expiresAt }));
    return host;
  }
  const addressOf = (http: string, ...more: readonly string[]) =>
    `${http}/#ticket=${ticket}&to=${encodeURIComponent(`/${[notes.workspace, 'artifact', notes.id, ...more].join('/')}`)}`;

  test('L2, J8: it is opened in the browser, at its address', async () => {
    const host = await hostWithNotes({});
    const launched: string[] = [];
    const world = {
      env: { LOGGIA_DATA: host.data, DISPLAY: ':0' },
      launch: async (_command: string, args: readonly string[]) => {
        launched.push(...args);
        return true;
      },
    };
    expect(await loggia(['artifacts', 'open', 'Notes'], world)).toEqual({
      exitCode: 0,
      out: 'Opened "Notes" in the browser.\n',
      complaints: '',
    });
    await loggia(['artifacts', 'open', 'Notes', '--with', 'editor'], world);
    expect(launched).toEqual([addressOf(host.http), addressOf(host.http, '', 'id-edit')]);
    expect(commandsOf(host, 'openArtifact')).toEqual([]);
  });

  test('G4: without a browser it is said, and the address is printed where somebody asks for it', async () => {
    const { data, http } = await hostWithNotes({});
    const said =
      '"Notes" opens in the built-in viewer "text".\nIt can be opened in the View of "editor" (tool open_text), too.\n';
    expect(await loggia(['artifacts', 'open', 'Notes', '--no-open'], { data })).toMatchObject({
      exitCode: 0,
      out: `${said}${addressOf(http)}\n`,
    });
    const ran = await loggia(['artifacts', 'open', 'Notes'], { data });
    expect(ran).toMatchObject({ exitCode: 1, complaints: expect.stringContaining('--no-open prints') });
    expect(ran.out + ran.complaints).not.toContain(ticket);
    expect(await loggia(['artifacts', 'open', 'Notes', '--with', 'nobody'], { data })).toMatchObject({
      exitCode: 1,
      complaints: expect.stringContaining('It can be opened with builtin, editor.'),
    });
  });

  test('G4: where a server was chosen, the built-in viewer is still there', async () => {
    const viewer = { kind: 'view', server: 'id-edit', tool: 'open_text' };
    const alternates = [{ server: 'builtin', name: 'Loggia', renderer: 'text' }];
    const { data } = await hostWithNotes({ viewer, alternates });
    expect((await loggia(['artifacts', 'open', 'Notes', '--no-open'], { data })).out).toMatch(
      /^"Notes" opens in the View of "editor" \(tool open_text\).\nIt can be opened in the built-in viewer "text", too.\n/,
    );
  });

  test('G3: a conflict is why nothing opens it', async () => {
    const { data } = await hostWith(
      [notes],
      explained({ viewer: undefined, alternates: [], problem: 'Two claim it.' }),
    );
    expect(await loggia(['artifacts', 'open', 'Notes'], { data })).toMatchObject({
      exitCode: 1,
      complaints: expect.stringContaining('Two claim it. "loggia types explain text/plain" says more'),
    });
  });
});

describe('between workspaces', () => {
  test.each([
    ['move', 'Moved "Notes" to "Work".\n'],
    ['copy', 'Copied "Notes" to "Work".\n'],
  ])('F2: %s sends what was seen, and says where it went', async (word, said) => {
    const host = await hostWith([plan, notes], {
      'x-loggia/listWorkspaces': () => ({ workspaces: [home, work] }),
      [`x-loggia/${word}Artifacts`]: () => ({ artifacts: [notes] }),
    });
    const ran = await loggia(['artifacts', word, 'Notes', '--to', 'Work'], { data: host.data });
    expect([ran.exitCode, ran.out]).toEqual([0, said]);
    expect(commandsOf(host, `${word}Artifacts`)).toEqual([
      { artifacts: [{ id: notes.id, ifRevision: 9 }], workspace: work.id },
    ]);
  });

  test('L5: without a workspace to go to is wrong usage', async () => {
    expect(await loggia(['artifacts', 'move', 'Notes'])).toMatchObject({
      exitCode: 2,
      complaints: 'loggia: Say which workspace they go to with --to.\n',
    });
  });
});
