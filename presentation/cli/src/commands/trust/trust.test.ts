import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { HostDouble, loggia } from '../../host-double.testkit.ts';
import { sourceUri } from './source-uri.ts';

test.each<[string, string]>([
  ['deny', 'denied'],
  ['forget', 'undecided'],
])('L2: trust %s decides about a folder by its URI', async (word, decision) => {
  const host = await HostDouble.start({ 'x-loggia/setTrust': () => ({}) });
  const workingDirectory = path.resolve('/a b');
  const ran = await loggia(['trust', word, './c/'], { data: host.data, workingDirectory });
  const source = pathToFileURL(path.join(workingDirectory, 'c')).href;
  expect(ran).toMatchObject({ exitCode: 0, out: expect.stringContaining(`${source} is `) });
  expect(host.commands).toEqual([['x-loggia/setTrust', { source, decision }]]);
});

const review = {
  source: 'file:///w',
  decision: 'undecided',
  fingerprint: 'print-1',
  parts: [
    {
      kind: 'mcpServer',
      name: 'build',
      change: 'changed',
      before: { kind: 'stdio', command: 'make', args: [], env: [] },
      now: { kind: 'stdio', command: 'sh', args: ['-c', 'id > /x\n\u202etxt'], cwd: '/w', env: ['KEY'] },
    },
    { kind: 'rule', name: 'AGENTS', file: 'AGENTS.md', change: 'new' },
    { kind: 'mcpServer', name: 'old', change: 'removed', before: { kind: 'http', url: 'https://a.test' } },
  ],
};

const shown = `file:///w:
  Server "build": changed since you approved it
    - command    make
    + command    sh -c "id > /x\\n\\u202etxt"
    + folder     /w
    + variables  KEY
  Rule "AGENTS" (AGENTS.md): new
  Server "old": removed
      address    https://a.test
Fingerprint: print-1
`;

const reviewing = () =>
  HostDouble.start({ 'x-loggia/reviewTrust': () => ({ review }), 'x-loggia/setTrust': () => ({}) });
const looked = ['x-loggia/reviewTrust', { source: 'file:///w' }];
const trusted = { source: 'file:///w', decision: 'trusted', fingerprint: 'print-1' };

test('SE7: trust add shows all that would run and what has changed, and trusts exactly that after a yes', async () => {
  const host = await reviewing();
  const asked: string[] = [];
  const ask = async (question: string) => (asked.push(question), 'y');
  const ran = await loggia(['trust', 'add', 'file:///w'], { data: host.data, ask });
  expect(ran).toMatchObject({
    exitCode: 0,
    out: `${shown}file:///w is trusted as it is now: its servers may run.\n`,
  });
  expect(asked).toEqual(['Trust it to run this on this machine with your permissions? [y/N] ']);
  expect(host.commands).toEqual([looked, ['x-loggia/setTrust', trusted]]);
});

test.each(['', 'n', 'maybe'])('SE7: trust add does nothing after %j', async (answer) => {
  const host = await reviewing();
  const ran = await loggia(['trust', 'add', 'file:///w'], { data: host.data, ask: async () => answer });
  expect(ran).toMatchObject({ exitCode: 1, complaints: expect.stringContaining('Nothing was approved.') });
  expect(host.commands).toEqual([looked]);
});

test('SE7: without a terminal, trust add takes only the fingerprint of what would run', async () => {
  const host = await reviewing();
  const add = (...more: string[]) => loggia(['trust', 'add', 'file:///w', ...more], { data: host.data });
  expect(await add()).toMatchObject({
    exitCode: 2,
    out: shown,
    complaints: expect.stringContaining('add --fingerprint print-1'),
  });
  expect(await add('--fingerprint', 'print-0')).toMatchObject({
    exitCode: 1,
    complaints: expect.stringContaining('fingerprint is now print-1'),
  });
  expect(host.commands).toEqual([looked, looked]);
  expect(await add('--fingerprint', 'print-1', '--json')).toMatchObject({ exitCode: 0, complaints: shown });
  expect(host.commands.at(-1)).toEqual(['x-loggia/setTrust', trusted]);
});

test('SE7: trust review shows the same and decides nothing', async () => {
  const host = await reviewing();
  expect(await loggia(['trust', 'review', 'file:///w'], { data: host.data })).toMatchObject({
    exitCode: 0,
    out: shown,
  });
  expect(host.commands).toEqual([looked]);
});

test('L2: what is a URI stays one', () => {
  const world = { workingDirectory: path.resolve('/w') };
  expect(sourceUri('loggia-plugin:/x', world)).toBe('loggia-plugin:/x');
  expect(sourceUri('file:///x', world)).toBe('file:///x');
  expect(sourceUri('.', world)).toBe(pathToFileURL(path.resolve('/w')).href);
});

test('L2: trust list', async () => {
  const sources = [{ source: 'file:///w', decision: 'trusted', at: '2026-01-01T00:00:00Z' }];
  const host = await HostDouble.start({ 'x-loggia/listTrust': () => ({ sources }) });
  expect((await loggia(['trust', 'list'], { data: host.data })).out).toBe(`SOURCE     DECISION  WHEN
file:///w  trusted   2026-01-01T00:00:00Z
`);
});
