import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { HostDouble, loggia } from '../../host-double.testkit.ts';
import { sourceUri } from './source-uri.ts';

test.each<[string, string]>([
  ['add', 'trusted'],
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
