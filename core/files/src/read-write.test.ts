import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRoots } from '@loggia/access';
import { commandTable, keptContentUri, rootUri, type Params } from '@loggia/protocol';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readToAttach } from './attach.ts';
import { createResourceContext, type ResourceLimits } from './context.ts';
import { readResource } from './read.ts';
import { resolveResource } from './resolve.ts';
import { writeResource } from './write.ts';

function makePipe(file: string): void {
  spawnSync('sh', ['-c', 'mkfifo -m 600 "$1"', 'sh', file]);
}

async function setUp(limits: Partial<ResourceLimits> = {}) {
  const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'loggia files ')));
  onTestFinished(() => fs.rmSync(base, { recursive: true, force: true }));
  const root = path.join(base, 'root');
  const outside = path.join(base, 'outside');
  fs.mkdirSync(root);
  fs.mkdirSync(outside);
  const roots = createRoots();
  await roots.add(root, 'write');
  const context = createResourceContext({ roots, limits });
  const at = (name: string) => path.join(root, name);
  const uri = (name: string) => pathToFileURL(at(name)).href;
  return {
    root,
    outside,
    roots,
    at,
    uri,
    read: async (name: string, encoding?: 'utf-8' | 'base64') => {
      const result = await readResource(
        { channel: rootUri, uri: uri(name), ...(encoding && { encoding }) },
        context,
      );
      expect(commandTable.resourceRead.result.parse(result)).toEqual(result);
      return result;
    },
    write: (name: string, data: string, rest: Partial<Params<'resourceWrite'>> = {}) =>
      writeResource({ channel: rootUri, uri: uri(name), data, encoding: 'utf-8', ...rest }, context),
    etag: async (name: string) =>
      (await resolveResource({ channel: rootUri, uri: uri(name) }, context)).etag ?? '',
  };
}

describe('RS1: reading', () => {
  test('B7: gives what the host keeps by its hash, within the limit', async () => {
    const bytes = Buffer.from('a long result');
    const kept = async (hash: string, length: number) =>
      hash === 'a'.repeat(64) ? bytes.subarray(0, length) : Promise.reject(new Error('gone'));
    const read = (hash: string, maxReadBytes: number) => {
      const context = createResourceContext({ roots: createRoots(), limits: { maxReadBytes }, kept });
      return readResource({ channel: rootUri, uri: keptContentUri(hash) }, context);
    };
    expect(await read('a'.repeat(64), bytes.length)).toMatchObject({ data: 'a long result' });
    await expect(read('a'.repeat(64), 5)).rejects.toThrow('larger than the 5 bytes');
    await expect(read('b'.repeat(64), 5)).rejects.toThrow('gone');
    await expect(read('../../etc/passwd', 5)).rejects.toThrow(/file/);
  });

  test('gives text as text and the rest as base64', async () => {
    const { at, read } = await setUp();
    const cases: [Buffer, string | undefined, string, 'utf-8' | 'base64'][] = [
      [Buffer.from('grüße 🙂'), undefined, 'grüße 🙂', 'utf-8'],
      [Buffer.from(''), undefined, '', 'utf-8'],
      [Buffer.from('\uFEFFmark'), undefined, '\uFEFFmark', 'utf-8'],
      [Buffer.from('text'), 'base64', 'dGV4dA==', 'base64'],
      [Buffer.from('a\0b'), undefined, 'YQBi', 'base64'],
      [Buffer.from('a\0b'), 'utf-8', 'a\0b', 'utf-8'],
      [Buffer.from([0xff, 0xfe]), undefined, '//4=', 'base64'],
      [Buffer.from([0xff, 0xfe]), 'utf-8', '//4=', 'base64'],
    ];
    for (const [bytes, wish, data, encoding] of cases) {
      fs.writeFileSync(at('file'), bytes);
      expect(await read('file', wish as 'utf-8' | 'base64' | undefined)).toEqual({ data, encoding });
    }
  });

  test('says of which type the content is, by the name of the file and its first bytes', async () => {
    const { at, roots, uri } = await setUp();
    const typeOf = (name: string, head: Uint8Array) => `${path.extname(name)} ${head.length}`;
    const context = createResourceContext({ roots, typeOf });
    fs.writeFileSync(at('notes.md'), 'x'.repeat(5_000));
    fs.symlinkSync('notes.md', at('link.txt'));
    const read = await readResource({ channel: rootUri, uri: uri('link.txt') }, context);
    expect(read).toMatchObject({ encoding: 'utf-8', contentType: '.md 4096' });
  });

  test('reads what a link in the root leads to, inside only', async () => {
    const { at, outside, read } = await setUp();
    fs.writeFileSync(at('file'), 'inside');
    fs.writeFileSync(path.join(outside, 'file'), 'outside');
    fs.symlinkSync('file', at('link'));
    fs.symlinkSync(path.join(outside, 'file'), at('escape'));
    expect(await read('link')).toMatchObject({ data: 'inside' });
    await expect(read('escape')).rejects.toMatchObject({ code: -32009 });
  });

  test('for a message, is confined to the folders of its session', async () => {
    const { at, outside, roots, uri } = await setUp();
    const context = createResourceContext({ roots });
    for (const folder of ['a', 'b']) fs.mkdirSync(at(folder));
    fs.writeFileSync(at('a/file.txt'), 'inside');
    fs.writeFileSync(at('b/file.txt'), 'beside');
    fs.symlinkSync(at('b/file.txt'), at('a/link'));
    fs.writeFileSync(path.join(outside, 'file'), 'outside');
    const folders = [pathToFileURL(outside).href, uri('a')];
    const read = (address: string) => readToAttach(address, folders, context);
    expect(await read(uri('a/file.txt'))).toEqual({ name: 'file.txt', bytes: Buffer.from('inside') });
    expect(await read(uri('a'))).toBeUndefined();
    for (const elsewhere of [uri('b/file.txt'), uri('a/link'), `${uri('a')}/../b/file.txt`])
      await expect(read(elsewhere)).rejects.toMatchObject({
        code: -32009,
        message: expect.stringContaining('outside the folders of this session'),
      });
    // A folder that the host doesn't grant opens nothing.
    const ungranted = pathToFileURL(path.join(outside, 'file')).href;
    await expect(read(ungranted)).rejects.toMatchObject({ code: -32009 });
    await expect(read(uri('a/none'))).rejects.toMatchObject({ code: -32008 });
  });

  test('stops at the limit', async () => {
    const { at, read } = await setUp({ maxReadBytes: 10 });
    fs.writeFileSync(at('fits'), '0123456789');
    fs.writeFileSync(at('large'), '0123456789x');
    expect(await read('fits')).toMatchObject({ data: '0123456789' });
    await expect(read('large')).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('10 bytes'),
    });
  });

  test.runIf(process.platform === 'linux')(
    'does not trust the size: what claims to be empty may be long',
    async () => {
      const context = createResourceContext({ roots: createRoots(), limits: { maxReadBytes: 100 } });
      await context.roots.add('/proc/self', 'read');
      const uri = `file://${fs.realpathSync('/proc/self')}`;
      await expect(readResource({ channel: rootUri, uri: `${uri}/status` }, context)).rejects.toMatchObject({
        message: expect.stringContaining('100 bytes'),
      });
      expect(await readResource({ channel: rootUri, uri: `${uri}/comm` }, context)).toMatchObject({
        encoding: 'utf-8',
      });
    },
  );

  test('L5: says what is wrong', async () => {
    const { at, read } = await setUp();
    fs.mkdirSync(at('folder'));
    fs.writeFileSync(at('file'), '');
    makePipe(at('pipe'));
    await expect(read('none')).rejects.toMatchObject({ code: -32008 });
    await expect(read('file/below')).rejects.toMatchObject({ code: -32008 });
    await expect(read('folder')).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('folder'),
    });
    await expect(read('')).rejects.toMatchObject({ code: -32602 });
    await expect(read('pipe')).rejects.toMatchObject({
      code: -32602,
      message: expect.stringContaining('neither'),
    });
    await expect(read('x'.repeat(300))).rejects.toMatchObject({ code: -32602 });
  });
});

describe('RS2: writing', () => {
  test.each<[string, Partial<Params<'resourceWrite'>>, string]>([
    ['replaces', {}, 'XY'],
    ['replaces from a position on', { mode: 'truncate', position: 2 }, '01XY'],
    ['replaces from the end on', { mode: 'truncate', position: 5 }, '01234XY'],
    ['appends', { mode: 'append' }, '01234XY'],
    ['appends before the last bytes', { mode: 'append', position: 2 }, '012XY34'],
    ['inserts at the start', { mode: 'insert' }, 'XY01234'],
    ['inserts at a position', { mode: 'insert', position: 3 }, '012XY34'],
    ['inserts at the end', { mode: 'insert', position: 5 }, '01234XY'],
    ['replaces nothing from beyond the end on', { mode: 'truncate', position: 9 }, '01234XY'],
    ['inserts at the end if the position is beyond it', { mode: 'insert', position: 9 }, '01234XY'],
    ['appends before everything if there are fewer bytes', { mode: 'append', position: 9 }, 'XY01234'],
  ])('%s', async (_, rest, expected) => {
    const { at, root, write } = await setUp();
    fs.writeFileSync(at('file'), '01234');
    expect(await write('file', 'XY', rest)).toEqual({});
    expect(fs.readFileSync(at('file'), 'utf8')).toBe(expected);
    expect(fs.readdirSync(root)).toEqual(['file']);
  });

  test.each(['truncate', 'append', 'insert'] as const)('creates a file with mode %s', async (mode) => {
    const { at, write } = await setUp();
    await write('new', 'AAEC/w==', { mode, encoding: 'base64' });
    expect(fs.readFileSync(at('new'))).toEqual(Buffer.from([0, 1, 2, 255]));
    const umask = process.umask();
    expect(fs.statSync(at('new')).mode & 0o777).toBe(0o666 & ~umask);
  });

  test('counts positions in bytes', async () => {
    const { at, write } = await setUp();
    fs.writeFileSync(at('file'), 'üx');
    await write('file', '-', { mode: 'insert', position: 2 });
    expect(fs.readFileSync(at('file'), 'utf8')).toBe('ü-x');
  });

  test('splices large files', async () => {
    const { at, write } = await setUp();
    const large = Buffer.alloc(700_000, 'abcdefg');
    fs.writeFileSync(at('file'), large);
    await write('file', '!', { mode: 'insert', position: 300_001 });
    const expected = Buffer.concat([large.subarray(0, 300_001), Buffer.from('!'), large.subarray(300_001)]);
    expect(fs.readFileSync(at('file')).equals(expected)).toBe(true);
  });

  test('keeps the mode, and whoever has the old file open keeps reading it whole', async () => {
    const { at, write } = await setUp();
    fs.writeFileSync(at('script'), 'old');
    fs.chmodSync(at('script'), 0o751);
    const reader = fs.openSync(at('script'), 'r');
    await write('script', 'new');
    expect(fs.readFileSync(reader, 'utf8')).toBe('old');
    fs.closeSync(reader);
    expect(fs.statSync(at('script')).mode & 0o777).toBe(0o751);
  });

  test('appends in place, so that nobody else who appends loses a line', async () => {
    const { at, write } = await setUp();
    fs.writeFileSync(at('log'), '');
    const other = fs.openSync(at('log'), 'a');
    const lines = Array.from({ length: 20 }, (_, index) => `line ${index}\n`);
    await Promise.all(lines.map((line) => write('log', line, { mode: 'append' })));
    fs.writeSync(other, 'other\n');
    fs.closeSync(other);
    expect(fs.readFileSync(at('log'), 'utf8').split('\n').sort()).toEqual(
      ['', 'other', ...lines.map((line) => line.trim())].sort(),
    );
  });

  test('writes through a link in the root, and never out of it', async () => {
    const { at, outside, write } = await setUp();
    const secret = path.join(outside, 'secret');
    fs.writeFileSync(secret, 'old');
    fs.writeFileSync(at('file'), 'old');
    fs.symlinkSync('file', at('link'));
    fs.symlinkSync(secret, at('escape'));
    fs.symlinkSync(path.join(outside, 'new'), at('dangling'));
    await write('link', 'new');
    expect([fs.lstatSync(at('link')).isSymbolicLink(), fs.readFileSync(at('file'), 'utf8')]).toEqual([
      true,
      'new',
    ]);
    for (const name of ['escape', 'dangling']) {
      for (const mode of ['truncate', 'append', 'insert'] as const) {
        await expect(write(name, 'new', { mode })).rejects.toMatchObject({ code: -32009 });
      }
      await expect(write(name, 'new', { createOnly: true })).rejects.toMatchObject({ code: -32009 });
    }
    expect([fs.readFileSync(secret, 'utf8'), fs.readdirSync(outside)]).toEqual(['old', ['secret']]);
  });

  test('createOnly creates once, also among many at the same moment', async () => {
    const { at, root, write } = await setUp();
    const results = await Promise.allSettled(
      Array.from({ length: 8 }, (_, index) => write('file', `${index}`, { createOnly: true })),
    );
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused.map(({ reason }: { reason: unknown }) => reason)).toMatchObject(
      Array.from({ length: 7 }, () => ({ code: -32010 })),
    );
    const winner = results.findIndex(({ status }) => status === 'fulfilled');
    expect([fs.readFileSync(at('file'), 'utf8'), fs.readdirSync(root)]).toEqual([`${winner}`, ['file']]);
    fs.mkdirSync(at('folder'));
    await expect(write('folder', '', { createOnly: true })).rejects.toMatchObject({ code: -32010 });
  });

  test('ifMatch admits one of many writers that saw the same content', async () => {
    const { at, write, etag } = await setUp();
    fs.writeFileSync(at('file'), 'old');
    const ifMatch = await etag('file');
    const results = await Promise.allSettled([1, 2, 3].map((n) => write('file', `new${n}`, { ifMatch })));
    const refused = results.filter((result) => result.status === 'rejected');
    expect(refused.map(({ reason }: { reason: unknown }) => reason)).toMatchObject(
      Array.from({ length: 2 }, () => ({ code: -32011 })),
    );
    const winner = results.findIndex(({ status }) => status === 'fulfilled') + 1;
    expect(fs.readFileSync(at('file'), 'utf8')).toBe(`new${winner}`);
    await write('file', 'new4', { ifMatch: await etag('file'), mode: 'append' });
    await expect(write('none', '', { ifMatch })).rejects.toMatchObject({ code: -32011 });
    expect(fs.existsSync(at('none'))).toBe(false);
  });

  test('L5: says what is wrong and changes nothing', async () => {
    const { at, root, write } = await setUp();
    fs.writeFileSync(at('file'), 'old');
    fs.mkdirSync(at('folder'));
    makePipe(at('pipe'));
    const cases: [string, string, Partial<Params<'resourceWrite'>>, number][] = [
      ['file', 'no base64!', { encoding: 'base64' }, -32602],
      ['file', 'YQ', { encoding: 'base64' }, -32602],
      ['file', 'half \ud800', {}, -32602],
      ['folder', 'x', {}, -32602],
      ['folder', 'x', { mode: 'append' }, -32602],
      ['pipe', 'x', {}, -32602],
      ['pipe', 'x', { mode: 'append' }, -32602],
      ['none/file', 'x', {}, -32008],
      ['file/file', 'x', {}, -32008],
    ];
    for (const [name, data, rest, code] of cases) {
      const error: unknown = await write(name, data, rest).catch((caught: unknown) => caught);
      expect([name, rest, error]).toMatchObject([name, rest, { code }]);
    }
    expect([fs.readFileSync(at('file'), 'utf8'), fs.readdirSync(root)]).toEqual([
      'old',
      ['file', 'folder', 'pipe'],
    ]);
  });

  test('a root that may only be read is not written', async () => {
    const { root, roots, uri } = await setUp();
    roots.remove(root);
    await roots.add(root, 'read');
    const context = createResourceContext({ roots });
    const params = { channel: rootUri, uri: uri('new'), data: '', encoding: 'utf-8' as const };
    await expect(writeResource(params, context)).rejects.toMatchObject({
      code: -32009,
      data: { request: { uri: uri('new'), write: true } },
    });
  });

  test.skipIf(process.getuid?.() === 0)('a file that the system protects stays as it is', async () => {
    const { at, write } = await setUp();
    fs.writeFileSync(at('file'), 'old', { mode: 0o444 });
    await expect(write('file', 'new')).rejects.toMatchObject({ code: -32009 });
    expect(fs.readFileSync(at('file'), 'utf8')).toBe('old');
  });

  test.runIf(fs.existsSync('/dev/full'))('L5: a full disk is said to be full', async () => {
    const { onBehalfOf } = await import('./errors.ts');
    const work = () => fs.promises.writeFile('/dev/full', 'x');
    await expect(onBehalfOf('file:///x', work)).rejects.toMatchObject({
      code: -32050,
      message: expect.stringContaining('full'),
    });
  });
});
