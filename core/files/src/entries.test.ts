import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRoots } from '@loggia/access';
import { commandTable, rootUri, type Params } from '@loggia/protocol';
import { describe, expect, onTestFinished, test } from 'vitest';
import { resourceHandlers } from './commands.ts';
import { createResourceContext, type RequestPolicy, type ResourceLimits } from './context.ts';

function makePipe(file: string): void {
  spawnSync('sh', ['-c', 'mkfifo -m 600 "$1"', 'sh', file]);
}

type Names = 'resourceList' | 'resourceResolve' | 'resourceDelete' | 'resourceMkdir' | 'resourceRequest';

async function setUp(options: { limits?: Partial<ResourceLimits>; policy?: RequestPolicy } = {}) {
  const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'loggia entries ')));
  onTestFinished(() => fs.rmSync(base, { recursive: true, force: true }));
  const root = path.join(base, 'root');
  const outside = path.join(base, 'outside');
  fs.mkdirSync(root);
  fs.mkdirSync(outside);
  fs.writeFileSync(path.join(outside, 'file'), 'outside');
  const roots = createRoots();
  await roots.add(root, 'write');
  const context = createResourceContext({ roots, ...options });
  const at = (name: string) => path.join(root, name);
  const uri = (name: string) => pathToFileURL(at(name)).href;
  /** Runs a command on an entry of the root, or on a path from `/`. */
  async function run<Name extends Names>(method: Name, name: string, rest: Partial<Params<Name>> = {}) {
    const target = name.startsWith('/') ? pathToFileURL(name).href : uri(name);
    const result = await resourceHandlers[method](
      { channel: rootUri, uri: target, ...rest } as Params<Name>,
      context,
    );
    expect(commandTable[method].result.parse(result)).toEqual(result);
    return result;
  }
  const link = (name: string, target: string) => fs.symlinkSync(target, at(name));
  return { base, root, outside, roots, at, uri, run, link };
}

describe('RS3: listing', () => {
  test('names every entry once, in the same order every time', async () => {
    const { at, outside, run, link } = await setUp();
    for (const name of ['b', 'a', 'Z', 'ä', '.hidden', '10', '9']) fs.writeFileSync(at(name), '');
    fs.mkdirSync(at('folder'));
    link('to-folder', 'folder');
    link('to-file', 'a');
    link('to-outside', outside);
    link('dangling', 'none');
    makePipe(at('pipe'));
    const folders = ['folder', 'to-folder'];
    const names = [
      '.hidden',
      '10',
      '9',
      'Z',
      'a',
      'b',
      'dangling',
      'folder',
      'pipe',
      'to-file',
      'to-folder',
      'to-outside',
      'ä',
    ];
    expect(await run('resourceList', '')).toEqual({
      entries: names.map((name) => ({ name, type: folders.includes(name) ? 'directory' : 'file' })),
    });
  });

  test('L5: says what is wrong', async () => {
    const { at, outside, run, link } = await setUp({ limits: { maxListedEntries: 2 } });
    fs.mkdirSync(at('folder'));
    fs.writeFileSync(at('folder/1'), '');
    fs.writeFileSync(at('folder/2'), '');
    expect(await run('resourceList', 'folder')).toMatchObject({ entries: [{ name: '1' }, { name: '2' }] });
    fs.writeFileSync(at('folder/3'), '');
    await expect(run('resourceList', 'folder')).rejects.toMatchObject({ code: -32602 });
    await expect(run('resourceList', 'none')).rejects.toMatchObject({ code: -32008 });
    await expect(run('resourceList', 'folder/1')).rejects.toMatchObject({ code: -32008 });
    link('to-outside', outside);
    await expect(run('resourceList', 'to-outside')).rejects.toMatchObject({ code: -32009 });
    await expect(run('resourceList', outside)).rejects.toMatchObject({ code: -32009 });
  });
});

describe('RS4: resolving', () => {
  test('tells a file, a folder and a link', async () => {
    const { at, uri, run, link } = await setUp();
    fs.writeFileSync(at('file #1'), 'four');
    fs.mkdirSync(at('folder'));
    link('link', 'file #1');
    const iso = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
    const common = { mtime: iso, ctime: iso, etag: expect.any(String) };
    const file = { uri: uri('file #1'), type: 'file', size: 4, ...common };
    expect(await run('resourceResolve', 'file #1')).toEqual(file);
    expect(await run('resourceResolve', 'link')).toEqual(file);
    expect(await run('resourceResolve', 'link', { followSymlinks: false })).toEqual({
      ...file,
      uri: uri('link'),
      type: 'symlink',
      size: 7,
    });
    expect(await run('resourceResolve', 'folder')).toEqual({
      uri: uri('folder'),
      type: 'directory',
      ...common,
    });
    expect(await run('resourceResolve', '')).toMatchObject({ type: 'directory' });
  });

  test('keeps the URI as it was asked for unless a link was followed', async () => {
    const { at, uri, run } = await setUp();
    fs.writeFileSync(at('a(b)'), '');
    const asked = uri('a(b)').replace('(', '%28').replace(')', '%29');
    expect(await run('resourceResolve', 'a(b)', { uri: asked })).toMatchObject({ uri: asked });
  });

  test('the etag changes with the content', async () => {
    const { at, run } = await setUp();
    const etags = new Set<string | undefined>();
    const etag = async () => etags.add((await run('resourceResolve', 'file')).etag);
    fs.writeFileSync(at('file'), 'a');
    await etag();
    await etag();
    fs.utimesSync(at('file'), 1, 2);
    await etag();
    fs.writeFileSync(at('file'), 'ab');
    await etag();
    fs.writeFileSync(at('other'), 'ab');
    fs.renameSync(at('other'), at('file'));
    await etag();
    expect(etags.size).toBe(4);
  });

  test('L5: what is missing is NotFound, what is outside is PermissionDenied whether it exists or not', async () => {
    const { outside, run, link } = await setUp();
    link('dangling', 'none');
    link('escape', path.join(outside, 'file'));
    for (const name of ['none', 'none/none', 'dangling']) {
      await expect(run('resourceResolve', name)).rejects.toMatchObject({ code: -32008 });
    }
    for (const name of ['escape', path.join(outside, 'file/below'), path.join(outside, 'none'), '/']) {
      await expect(run('resourceResolve', name)).rejects.toMatchObject({ code: -32009 });
    }
    expect(await run('resourceResolve', 'escape', { followSymlinks: false })).toMatchObject({
      type: 'symlink',
    });
  });
});

describe('RS5: deleting', () => {
  test('takes files, links, empty folders, and full ones when told so', async () => {
    const { at, root, run, link } = await setUp();
    fs.mkdirSync(at('full/deep'), { recursive: true });
    fs.writeFileSync(at('full/deep/file'), '');
    fs.mkdirSync(at('empty'));
    fs.writeFileSync(at('file'), '');
    link('link', 'full');
    await run('resourceDelete', 'file');
    await run('resourceDelete', 'empty');
    await run('resourceDelete', 'link', { recursive: true });
    expect(fs.readdirSync(root)).toEqual(['full']);
    await expect(run('resourceDelete', 'full')).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('recursive'),
    });
    expect(fs.existsSync(at('full/deep/file'))).toBe(true);
    await run('resourceDelete', 'full', { recursive: true });
    expect(fs.readdirSync(root)).toEqual([]);
  });

  test('never follows a link out', async () => {
    const { at, outside, run, link } = await setUp();
    fs.mkdirSync(at('folder'));
    link('folder/escape', outside);
    link('escape', outside);
    await expect(run('resourceDelete', 'escape/file')).rejects.toMatchObject({ code: -32009 });
    await run('resourceDelete', 'folder', { recursive: true });
    await run('resourceDelete', 'escape', { recursive: true });
    expect(fs.readdirSync(outside)).toEqual(['file']);
  });

  test('spares roots and what holds one', async () => {
    const { base, at, roots, run } = await setUp();
    fs.mkdirSync(at('folder/inner'), { recursive: true });
    await roots.add(at('folder/inner'), 'read');
    await roots.add(base, 'write');
    for (const name of ['', 'folder', 'folder/inner', base]) {
      await expect(run('resourceDelete', name, { recursive: true })).rejects.toMatchObject({ code: -32009 });
    }
    expect(fs.existsSync(at('folder/inner'))).toBe(true);
  });

  test('L5: what is not there is NotFound', async () => {
    const { run } = await setUp();
    await expect(run('resourceDelete', 'none')).rejects.toMatchObject({ code: -32008 });
    await expect(run('resourceDelete', 'none', { recursive: true })).rejects.toMatchObject({ code: -32008 });
  });
});

describe('RS6: making folders', () => {
  test('makes what is missing, and is content with what is there', async () => {
    const { at, run, link } = await setUp();
    await run('resourceMkdir', 'a/b/c');
    await run('resourceMkdir', 'a/b/c');
    await run('resourceMkdir', '');
    link('link', 'a');
    await run('resourceMkdir', 'link/d/e');
    await Promise.all(['x/1', 'x/2', 'x/1'].map((name) => run('resourceMkdir', name)));
    for (const name of ['a/b/c', 'a/d/e', 'x/1', 'x/2'])
      expect(fs.statSync(at(name)).isDirectory()).toBe(true);
  });

  test('L5: says what is wrong, and makes nothing outside', async () => {
    const { base, root, at, outside, run, link } = await setUp();
    fs.writeFileSync(at('file'), '');
    link('escape', outside);
    link('dangling', path.join(outside, 'new'));
    await expect(run('resourceMkdir', 'file')).rejects.toMatchObject({ code: -32010 });
    await expect(run('resourceMkdir', 'file/below')).rejects.toMatchObject({ code: -32008 });
    for (const name of ['escape/new', 'dangling', 'dangling/new', path.join(outside, 'new')]) {
      await expect(run('resourceMkdir', name)).rejects.toMatchObject({ code: -32009 });
    }
    expect(fs.readdirSync(outside)).toEqual(['file']);
    fs.rmSync(root, { recursive: true });
    await expect(run('resourceMkdir', 'new')).rejects.toMatchObject({ code: -32008 });
    expect(fs.readdirSync(base)).toEqual(['outside']);
  });
});

describe('RS7: asking for access', () => {
  test('is granted for what the roots grant anyway, and refused for the rest', async () => {
    const { outside, roots, run } = await setUp();
    await roots.add(outside, 'read');
    expect(await run('resourceRequest', 'new', { write: true, read: true })).toEqual({});
    expect(await run('resourceRequest', path.join(outside, 'file'))).toEqual({});
    await expect(run('resourceRequest', path.join(outside, 'file'), { write: true })).rejects.toMatchObject({
      code: -32009,
    });
    await expect(run('resourceRequest', '/etc')).rejects.toMatchObject({ code: -32009 });
    await expect(run('resourceRequest', 'x', { uri: 'https://example.org' })).rejects.toMatchObject({
      code: -32602,
    });
  });

  test('asks the policy, which grants by adding a root', async () => {
    const wishes: unknown[] = [];
    const { outside, uri, roots, run } = await setUp({
      policy: async (wish) => {
        wishes.push(wish);
        if (wish.access === 'read') await roots.add(outside, 'read');
      },
    });
    const file = path.join(outside, 'file');
    await expect(run('resourceRequest', file, { write: true })).rejects.toMatchObject({ code: -32009 });
    expect(await run('resourceRequest', file, { read: true })).toEqual({});
    expect(await run('resourceRequest', file, { read: true })).toEqual({});
    expect(await run('resourceRequest', 'x', { uri: uri('x') })).toEqual({});
    const asked = pathToFileURL(file).href;
    expect(wishes).toEqual([
      { uri: asked, access: 'write' },
      { uri: asked, access: 'read' },
    ]);
  });
});
