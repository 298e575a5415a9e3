import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRoots } from '@loggia/access';
import { rootUri } from '@loggia/protocol';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createResourceContext, type ResourceLimits } from './context.ts';
import { copyResource } from './copy.ts';
import { moveResource } from './move.ts';

function makePipe(file: string): void {
  spawnSync('sh', ['-c', 'mkfifo -m 600 "$1"', 'sh', file]);
}

function temporaryFolder(parent: string): string {
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(parent, 'loggia transfer ')));
  onTestFinished(() => fs.rmSync(folder, { recursive: true, force: true }));
  return folder;
}

async function setUp(limits: Partial<ResourceLimits> = {}) {
  const base = temporaryFolder(os.tmpdir());
  const root = path.join(base, 'root');
  const outside = path.join(base, 'outside');
  fs.mkdirSync(path.join(root, 'tree/deep'), { recursive: true });
  fs.mkdirSync(outside);
  fs.writeFileSync(path.join(outside, 'secret'), 'secret');
  fs.writeFileSync(path.join(root, 'file'), 'file');
  fs.chmodSync(path.join(root, 'file'), 0o640);
  fs.writeFileSync(path.join(root, 'tree/deep/leaf'), 'leaf');
  fs.chmodSync(path.join(root, 'tree/deep'), 0o750);
  fs.symlinkSync('deep/leaf', path.join(root, 'tree/link'));
  const roots = createRoots();
  await roots.add(root, 'write');
  const context = createResourceContext({ roots, limits });
  const at = (name: string) => path.resolve(root, name);
  const uri = (name: string) => pathToFileURL(at(name)).href;
  const params = (source: string, destination: string, rest: { failIfExists?: boolean }) => ({
    channel: rootUri,
    source: uri(source),
    destination: uri(destination),
    ...rest,
  });
  return {
    root,
    outside,
    roots,
    at,
    copy: (from: string, to: string, rest: { failIfExists?: boolean } = {}) =>
      copyResource(params(from, to, rest), context),
    move: (from: string, to: string, rest: { failIfExists?: boolean } = {}) =>
      moveResource(params(from, to, rest), context),
  };
}

/** Every entry below a folder: a file with its text, a link with its target, a folder with a slash. */
function picture(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .map((entry) => {
      const full = path.join(entry.parentPath, entry.name);
      const name = path.relative(folder, full);
      if (entry.isSymbolicLink()) return `${name} -> ${fs.readlinkSync(full)}`;
      return entry.isDirectory() ? `${name}/` : `${name}: ${fs.readFileSync(full, 'utf8')}`;
    })
    .sort();
}

const tree = ['deep/', 'deep/leaf: leaf', 'link -> deep/leaf'];

describe('RS8: copying', () => {
  test('copies files and whole folders with their modes, links as links', async () => {
    const { at, root, copy } = await setUp();
    expect(await copy('file', 'copy')).toEqual({});
    await copy('tree', 'twin');
    expect([picture(at('twin')), picture(at('tree'))]).toEqual([tree, tree]);
    expect([fs.readFileSync(at('copy'), 'utf8'), fs.statSync(at('copy')).mode & 0o777]).toEqual([
      'file',
      0o640,
    ]);
    expect(fs.statSync(at('twin/deep')).mode & 0o777).toBe(0o750);
    expect(fs.readdirSync(root)).toEqual(['copy', 'file', 'tree', 'twin']);
  });

  test('copies what a link leads to', async () => {
    const { at, copy } = await setUp();
    await copy('tree/link', 'copy');
    expect([fs.lstatSync(at('copy')).isFile(), fs.readFileSync(at('copy'), 'utf8')]).toEqual([true, 'leaf']);
  });

  test('overwrites, whatever is there, unless told not to', async () => {
    const { at, root, copy } = await setUp();
    fs.mkdirSync(at('full/old'), { recursive: true });
    fs.writeFileSync(at('other'), 'other');
    for (const name of ['full', 'other']) {
      await expect(copy('file', name, { failIfExists: true })).rejects.toMatchObject({ code: -32010 });
      await expect(copy('tree', name, { failIfExists: true })).rejects.toMatchObject({ code: -32010 });
    }
    expect(picture(at('full'))).toEqual(['old/']);
    await copy('tree', 'full');
    await copy('tree', 'other');
    expect([picture(at('full')), picture(at('other'))]).toEqual([tree, tree]);
    await copy('file', 'full');
    expect(fs.readFileSync(at('full'), 'utf8')).toBe('file');
    await copy('tree/deep/leaf', 'full');
    expect(fs.readFileSync(at('full'), 'utf8')).toBe('leaf');
    await copy('file', 'new', { failIfExists: true });
    expect(fs.readdirSync(root)).toEqual(['file', 'full', 'new', 'other', 'tree']);
  });

  test('replaces a link and not what it leads to', async () => {
    const { at, outside, copy } = await setUp();
    fs.symlinkSync(path.join(outside, 'secret'), at('link'));
    await copy('file', 'link');
    expect(fs.readFileSync(path.join(outside, 'secret'), 'utf8')).toBe('secret');
    expect([fs.lstatSync(at('link')).isFile(), fs.readFileSync(at('link'), 'utf8')]).toEqual([true, 'file']);
  });

  test('a copy that fails leaves nothing behind', async () => {
    const { at, root, copy } = await setUp({ maxCopiedEntries: 3 });
    await expect(copy('tree', 'twin')).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('3 entries'),
    });
    makePipe(at('tree/deep/pipe'));
    await expect(copy('tree/deep', 'twin')).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('pipe'),
    });
    expect(fs.readdirSync(root)).toEqual(['file', 'tree']);
  });
});

describe('RS9: moving', () => {
  test('moves files, folders and links', async () => {
    const { at, root, move } = await setUp();
    expect(await move('file', 'tree/moved')).toEqual({});
    await move('tree', 'there');
    await move('there/link', 'link');
    expect(picture(root)).toEqual([
      'link -> deep/leaf',
      'there/',
      'there/deep/',
      'there/deep/leaf: leaf',
      'there/moved: file',
    ]);
    expect(fs.existsSync(at('tree'))).toBe(false);
  });

  test('overwrites, whatever is there, unless told not to', async () => {
    const { at, root, move } = await setUp();
    fs.mkdirSync(at('full/old'), { recursive: true });
    await expect(move('tree', 'full', { failIfExists: true })).rejects.toMatchObject({ code: -32010 });
    await move('tree', 'full');
    expect(picture(at('full'))).toEqual(tree);
    await move('full', 'file');
    expect(picture(at('file'))).toEqual(tree);
    fs.writeFileSync(at('last'), 'last');
    await move('last', 'file');
    expect(picture(root)).toEqual(['file: last']);
  });

  test.runIf(fs.existsSync('/dev/shm') && fs.statSync('/dev/shm').dev !== fs.statSync(os.tmpdir()).dev)(
    'moves between file systems',
    async () => {
      const { at, root, roots, move } = await setUp();
      const there = temporaryFolder('/dev/shm');
      await roots.add(there, 'write');
      await move('tree', path.join(there, 'tree'));
      expect([picture(path.join(there, 'tree')), fs.existsSync(at('tree'))]).toEqual([tree, false]);
      await move(path.join(there, 'tree'), 'file');
      expect([picture(root), picture(there)]).toEqual([['file/', ...tree.map((line) => `file/${line}`)], []]);
    },
  );
});

test.each(['copy', 'move'] as const)(
  'RS8, RS9: %s refuses to go into itself, over what holds it, or over a root',
  async (how) => {
    const { root, roots, at, ...run } = await setUp();
    await roots.add(path.dirname(root), 'write');
    const before = picture(root);
    const cases: [string, string, number][] = [
      ['file', 'file', -32602],
      ['tree', 'tree', -32602],
      ['tree', 'tree/new', -32602],
      ['tree', 'tree/deep/new', -32602],
      ['tree/deep', 'tree', -32602],
      ['tree', '.', -32602],
      ['../outside', '.', -32009],
      ['.', 'new', -32602],
    ];
    for (const [source, destination, code] of cases) {
      const error: unknown = await run[how](source, destination).catch((caught: unknown) => caught);
      const expected = how === 'move' && source === '.' ? -32009 : code;
      expect([source, destination, error]).toMatchObject([source, destination, { code: expected }]);
    }
    await expect(run.move('.', '../elsewhere')).rejects.toMatchObject({ code: -32009 });
    expect([picture(root), fs.existsSync(at('tree'))]).toEqual([before, true]);
  },
);

test.each(['copy', 'move'] as const)(
  'L5: %s says which side is wrong, and nothing leaves the root',
  async (how) => {
    const { root, outside, at, ...run } = await setUp();
    fs.symlinkSync(outside, at('escape'));
    const before = picture(root);
    const cases: [string, string, number, string][] = [
      ['none', 'new', -32008, 'none'],
      ['none/none', 'new', -32008, 'none'],
      ['file', 'none/new', -32008, 'none/new'],
      ['file', 'file/new', -32602, 'destination'],
      ['file', 'escape/new', -32009, 'escape/new'],
      ['escape/secret', 'new', -32009, 'escape/secret'],
      ['file', '../outside/new', -32009, 'outside/new'],
      ['../outside/secret', 'new', -32009, 'outside/secret'],
    ];
    for (const [source, destination, code, named] of cases) {
      const error: unknown = await run[how](source, destination).catch((caught: unknown) => caught);
      expect([source, destination, error]).toMatchObject([
        source,
        destination,
        { code, message: expect.stringContaining(named) },
      ]);
    }
    expect([picture(root), fs.readdirSync(outside)]).toEqual([before, ['secret']]);
  },
);
