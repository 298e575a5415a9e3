import {
  changesetOfSession,
  chatCatalog,
  keptContentUri,
  sessionCatalog,
  type ChangesetFile,
} from '@loggia/protocol';
import { expect, test } from 'vitest';
import { loggia, Refusal } from '../../host-double.testkit.ts';
import { ChatHost } from '../chat/chat-host.testkit.ts';

const contents = {
  old: 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\n',
  young: 'one\n2\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n',
} as const;
const hash = { old: 'a'.repeat(64), young: 'b'.repeat(64) } as const;
const side = (name: string, content: keyof typeof hash) => ({
  uri: `file:///code/${name}`,
  content: { uri: keptContentUri(hash[content]) },
});
const files: readonly ChangesetFile[] = [
  {
    id: 'file:///code/src/plan.md',
    edit: {
      before: side('src/plan.md', 'old'),
      after: side('src/plan.md', 'young'),
      diff: { added: 2, removed: 1 },
    },
    _meta: { 'loggia/kept': [{ before: { start: 1, end: 2 }, after: { start: 1, end: 2 } }] },
  },
  { id: 'file:///code/doc/plan.md', edit: { before: side('doc/plan.md', 'old') }, reviewed: true },
];

/** A host with a session in which the turn `t1` changed these files. */
async function hostWith(changed: readonly ChangesetFile[] = files): Promise<ChatHost> {
  const host = await ChatHost.start();
  const { double, sessionUri } = host;
  const summary = { files: changed.length, additions: 2, deletions: 1 };
  if (changed.length > 0) {
    host.session = { ...host.session, changesets: sessionCatalog(sessionUri, summary) };
    host.chat = { ...host.chat, changesets: chatCatalog(sessionUri, host.chat, 'turn-1', summary) };
  }
  const subscribe = double.answers['subscribe'];
  double.answers['subscribe'] = (params) => {
    const { channel } = params as { channel: string };
    if (!channel.startsWith('ahp-changeset:')) return subscribe?.(params);
    const known = [changesetOfSession(sessionUri), `${changesetOfSession(sessionUri)}/turn-1`];
    if (!known.includes(channel)) throw new Refusal(-32008, `There is no changeset ${channel}.`);
    return { snapshot: { resource: channel, fromSeq: 0, state: { status: 'ready', files: changed } } };
  };
  double.answers['resourceRead'] = ({ uri }) => {
    const name = uri === keptContentUri(hash.old) ? 'old' : 'young';
    return { data: Buffer.from(contents[name]).toString('base64'), encoding: 'base64' };
  };
  double.answers['invokeChangesetOperation'] = () => ({ message: 'Done with it.' });
  return host;
}

const invoked = (host: ChatHost): unknown[] =>
  host.double.asked.flatMap(({ method, params }) => (method === 'invokeChangesetOperation' ? [params] : []));

test('CH1: files are listed with what happened to them, and turns with their extent', async () => {
  const { data, sessionUri } = await hostWith();
  expect((await loggia(['changes', 'list', '1111'], { data })).out).toBe(
    `FILE               CHANGE   ADDED  REMOVED  KEPT
/code/src/plan.md  changed  +2     -1       in part
/code/doc/plan.md  deleted  –      –        yes
`,
  );
  const turns = await loggia(['changes', 'list', '1111', '--turns'], { data });
  expect(turns.out).toBe(`TURN    FILES  ADDED  REMOVED
turn-1  2      +2     -1
`);
  const { out } = await loggia(['changes', 'list', '1111', '--turn', 'turn', '--json'], { data });
  expect(JSON.parse(out)).toEqual({ changeset: `${changesetOfSession(sessionUri)}/turn-1`, files });
});

test('CH1: differences are a unified diff', async () => {
  const { data } = await hostWith();
  const { out } = await loggia(['changes', 'diff', '1111', '--file', 'src/plan.md'], { data });
  expect(out).toBe(`--- /code/src/plan.md
+++ /code/src/plan.md
@@ -1,5 +1,5 @@
 one
-two
+2
 three
 four
 five
@@ -7,3 +7,4 @@
 seven
 eight
 nine
+ten
`);
  const all = await loggia(['changes', 'diff', '1111', '--json'], { data });
  expect(JSON.parse(all.out)).toMatchObject({
    files: [{ file: files[0]?.id, patch: expect.stringContaining('\n-two\n+2\n') }, { file: files[1]?.id }],
  });
  const text = await loggia(['changes', 'diff', '1111'], { data });
  expect(text.out).toContain('/code/doc/plan.md: not text, or too long to compare\n');
});

test('CH9: a file, lines of it or everything is kept or reverted', async () => {
  const host = await hostWith();
  const { data, sessionUri } = host;
  const channel = changesetOfSession(sessionUri);
  const [resource] = files.map(({ id }) => id);
  const kept = await loggia(
    ['changes', 'keep', '1111', '--file', '/code/src/plan.md', '--lines', '2-4', '--json'],
    { data },
  );
  const range = { start: { line: 1, character: 0 }, end: { line: 4, character: 0 } };
  const target = { kind: 'range', resource, range };
  expect(JSON.parse(kept.out)).toEqual({
    changeset: channel,
    operation: 'keep',
    target,
    message: 'Done with it.',
  });
  const questions: string[] = [];
  const ask = async (question: string): Promise<string> => {
    questions.push(question);
    return questions.length === 1 ? 'no' : 'yes';
  };
  const revert = ['changes', 'revert', '1111', '--turn', 'turn-1'];
  expect(await loggia(revert, { data, ask })).toMatchObject({
    exitCode: 1,
    complaints: 'loggia: Nothing was reverted.\n',
  });
  expect((await loggia([...revert, '--file', 'src/plan.md'], { data, ask })).out).toBe('Done with it.\n');
  expect((await loggia(['changes', 'revert', '1111', '--yes'], { data })).exitCode).toBe(0);
  expect(questions).toEqual(['Revert 1 file? [y/N] ', 'Revert /code/src/plan.md? [y/N] ']);
  expect(invoked(host)).toEqual([
    { channel, operationId: 'keep', target },
    { channel: `${channel}/turn-1`, operationId: 'revert', target: { kind: 'resource', resource } },
    { channel, operationId: 'revert' },
  ]);
});

test.each<[string, readonly string[], number, string]>([
  ['lines without a file', ['keep', '1111', '--lines', '3'], 2, '--lines needs --file.'],
  ['lines that are none', ['keep', '1111', '--file', 'a', '--lines', '9-3'], 2, '--lines cannot be 9-3.'],
  [
    'an unknown file',
    ['keep', '1111', '--file', 'other.md'],
    1,
    '"other.md" isn\'t among the changed files.',
  ],
  ['a file that several could be', ['keep', '1111', '--file', 'plan.md'], 1, 'Type more of the path.'],
  ['an unknown turn', ['list', '1111', '--turn', 'x'], 1, '"loggia changes list 1111 --turns" lists them.'],
  ['nobody to ask', ['revert', '1111'], 2, 'Add --yes to revert changes of "1111".'],
])('L5: %s is refused with what to do', async (_what, words, exitCode, said) => {
  const host = await hostWith();
  expect(await loggia(['changes', ...words], { data: host.data })).toMatchObject({
    exitCode,
    complaints: expect.stringContaining(said),
  });
  expect(invoked(host)).toEqual([]);
});

test('CH1: a session without changes says so', async () => {
  const host = await hostWith([]);
  for (const words of [['list'], ['diff'], ['keep'], ['revert', '--yes'], ['list', '--turns']]) {
    const [name = '', ...options] = words;
    const ran = await loggia(['changes', name, '1111', ...options], { data: host.data });
    expect(ran).toEqual({ exitCode: 0, out: '"Talk" has no changes to files.\n', complaints: '' });
  }
  expect(invoked(host)).toEqual([]);
});
