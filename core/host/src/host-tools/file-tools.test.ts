import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRoots } from '@loggia/access';
import { createResourceContext, fileFinder, readToAttach } from '@loggia/files';
import { ProtocolError, type SessionState } from '@loggia/protocol';
import type { RunningCall } from '@loggia/sessions/equipment';
import { expect, onTestFinished, test } from 'vitest';
import { fileTools } from './file-tools.ts';

/** A session in one folder, with a file outside of it. */
async function session() {
  const base = mkdtempSync(path.join(os.tmpdir(), 'loggia-tools-'));
  onTestFinished(() => rmSync(base, { recursive: true }));
  const folder = path.join(base, 'work');
  mkdirSync(path.join(folder, 'src'), { recursive: true });
  writeFileSync(path.join(folder, 'src', 'main.ts'), 'abcdef');
  writeFileSync(path.join(folder, 'scan.bin'), Uint8Array.from([0, 255, 1]));
  writeFileSync(path.join(base, 'secret.txt'), 'secret');
  symlinkSync(path.join(base, 'secret.txt'), path.join(folder, 'link.txt'));
  const roots = createRoots();
  await roots.add(base, 'read');
  const resources = createResourceContext({ roots });
  const tools = fileTools({
    foldersOf: () => [pathToFileURL(folder).href],
    findFiles: fileFinder(roots, () => 0),
    read: (uri, folders) => readToAttach(uri, folders, resources),
    wordsIn: async ({ name }) => (name === 'scan.bin' ? 'the words' : undefined),
    hasOwn: (agent) => agent === 'coder',
  });
  const use = async (name: string, input: object): Promise<string> => {
    const request = tools.find((tool) => tool.name === name)?.read(JSON.stringify(input));
    if (!request || 'problem' in request) return request?.problem ?? 'no such tool';
    return request.run({ session: 's', chat: 'c' } as RunningCall).then(
      ({ text }) => text,
      (error: unknown) => (error instanceof ProtocolError ? error.message : Promise.reject(error)),
    );
  };
  return { base, folder, tools, use };
}

test('K5: an agent lists the files of its session and reads them in parts', async () => {
  const { folder, use } = await session();
  expect((await use('list_files', {})).split('\n').toSorted()).toEqual(['scan.bin', 'src/main.ts']);
  expect(await use('list_files', { query: 'src/' })).toBe('src/main.ts');
  expect(await use('list_files', { query: 'nothing' })).toBe('There are no such files.');
  expect(await use('read_file', { path: 'src/main.ts', limit: 4 })).toBe(
    'abcd\n[There is more: continue with {"offset": 4}.]',
  );
  expect(await use('read_file', { path: path.join(folder, 'src/main.ts'), offset: 4 })).toBe('ef');
  expect(await use('read_file', { path: 'scan.bin' })).toBe('the words');
});

test('K5: an agent reads nothing outside of the folders of its session', async () => {
  const { base, use } = await session();
  for (const wanted of [
    path.join(base, 'secret.txt'),
    '../secret.txt',
    'link.txt',
    'gone.txt',
    '/etc/passwd',
  ])
    expect(await use('read_file', { path: wanted })).not.toMatch(/^secret$|root:/);
  expect(await use('read_file', { path: '../secret.txt' })).toContain('outside the folders of this session');
  expect(await use('read_file', { path: 'src' })).toBe('"src" is a folder. List its files with list_files.');
  expect(await use('read_file', { path: 'src/main.ts', offset: 9 })).toContain('beyond the end');
  expect(await use('read_file', { file: 'x' })).toContain('path');
});

test('K5: the tools are for sessions with folders, and for agents without file tools of their own', async () => {
  const { tools } = await session();
  const offered = (state: Partial<SessionState>, agent: string) =>
    tools.flatMap((tool) => tool.definitionFor(state as SessionState, agent)?.name ?? []);
  const workingDirectories = ['file:///work'];
  expect(offered({ workingDirectories }, 'model')).toEqual(['list_files', 'read_file']);
  expect(offered({ workingDirectories }, 'coder')).toEqual([]);
  expect(offered({}, 'model')).toEqual([]);
});
