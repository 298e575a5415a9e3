import { once } from 'node:events';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readTypeFolder } from './read-type-folder.ts';

let root: string;

beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'loggia-types-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function put(file: string, value: unknown): Promise<void> {
  await mkdir(path.dirname(path.join(root, file)), { recursive: true });
  await writeFile(path.join(root, file), typeof value === 'string' ? value : JSON.stringify(value));
}

async function putType(folder: string, mime: string): Promise<void> {
  await put(`${folder}/type.json`, { mime, version: '1.0.0' });
  await put(`${folder}/presentation.json`, { label: 'It', viewer: { native: 'text' } });
}

const filesWithProblems = async () => (await readTypeFolder(root)).problems.map(({ file }) => file);

test('G1: a folder holds a type by its name, and _any stands for the wildcard', async () => {
  await putType('image/_any', 'image/*');
  await putType('application/vnd.loggia.note+json', 'application/vnd.loggia.note+json');
  await put('application/vnd.loggia.note+json/handlers/extract_text.json', { builtin: 'utf8-text' });
  await put('application/vnd.loggia.note+json/notes.txt', 'for people');
  const { contracts, problems } = await readTypeFolder(root);
  expect(problems).toEqual([]);
  expect(contracts.map(({ mime }) => mime)).toEqual(['application/vnd.loggia.note+json', 'image/*']);
  expect(contracts[0]?.behaviors.capabilities).toEqual({ extract_text: { builtin: 'utf8-text' } });
});

test('G1: a type whose files are broken is left out, and the others are read', async () => {
  await putType('text/plain', 'text/plain');
  await putType('text/other', 'text/plain');
  await put('text/broken/type.json', '{');
  await put('text/broken/presentation.json', { label: 'It' });
  const { contracts, problems } = await readTypeFolder(root);
  expect(contracts.map(({ mime }) => mime)).toEqual(['text/plain']);
  expect(problems.map(({ mime, file, path: at }) => ({ mime, file, at }))).toEqual([
    { mime: 'text/broken', file: 'text/broken/type.json', at: '' },
    { mime: 'text/other', file: 'text/other/type.json', at: '/mime' },
  ]);
});

test('G1: what is no type by its name is told, and nothing else', async () => {
  await putType('Text/plain', 'text/plain');
  await putType('text/*', 'text/*');
  await put('text/readme.md', 'for people');
  await put('.hidden/x/type.json', '{');
  await put('README.md', 'for people');
  expect(await filesWithProblems()).toEqual(['Text/plain', 'text/*', 'text/readme.md']);
});

test('L5: links are not followed, wherever they are and wherever they lead', async () => {
  await putType('elsewhere/real', 'elsewhere/real');
  await putType('text/plain', 'text/plain');
  await symlink(path.join(root, 'elsewhere'), path.join(root, 'linked'));
  await symlink(path.join(root, 'elsewhere/real'), path.join(root, 'text/linked'));
  await symlink('/etc/hostname', path.join(root, 'text/plain/schema.json'));
  await symlink(path.join(root, 'elsewhere/real'), path.join(root, 'text/plain/handlers'));
  const { contracts, problems } = await readTypeFolder(root);
  expect(contracts.map(({ mime, schema }) => ({ mime, schema }))).toEqual([
    { mime: 'elsewhere/real', schema: undefined },
    { mime: 'text/plain', schema: undefined },
  ]);
  expect(problems.map(({ file }) => file)).toEqual([
    'linked',
    'text/linked',
    'text/plain/handlers',
    'text/plain/schema.json',
  ]);
});

test('L5: sockets, folders in place of files and files that are too large are told, and read by nobody', async () => {
  await putType('text/plain', 'text/plain');
  const socket = net.createServer().listen(path.join(root, 'text/plain/ui.json'));
  await once(socket, 'listening');
  await mkdir(path.join(root, 'text/plain/handlers/extract_text.json'), { recursive: true });
  await put('text/plain/schema.json', ' '.repeat(300 * 1024));
  expect(await filesWithProblems()).toEqual([
    'text/plain/handlers/extract_text.json',
    'text/plain/ui.json',
    'text/plain/schema.json',
  ]);
  socket.close();
});

test('L5: a folder that is not there has no types, and says so', async () => {
  const { contracts, problems } = await readTypeFolder(path.join(root, 'gone'));
  expect({ contracts, problems }).toEqual({
    contracts: [],
    problems: [
      {
        mime: '',
        file: 'gone',
        path: '',
        message: 'It cannot be read (ENOENT). Check that it is there and try again.',
      },
    ],
  });
});
