import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { diskFiles } from './disk-files.ts';
import { FileRefused } from './file-refused.ts';

let folder: string;
let root: string;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'loggia-files-')));
  root = path.join(folder, 'plugin');
  await mkdir(path.join(root, 'skills'), { recursive: true });
  await writeFile(path.join(folder, 'secret.md'), 'secret');
  await mkdir(path.join(folder, 'elsewhere'));
  await writeFile(path.join(folder, 'elsewhere', 'SKILL.md'), 'secret');
});

afterEach(() => rm(folder, { recursive: true, force: true }));

async function refusal(promise: Promise<unknown>): Promise<string> {
  const error: unknown = await promise.then(
    (value) => expect.fail(`It came to ${JSON.stringify(value)}`),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(FileRefused);
  return (error as FileRefused).message;
}

describe('files on disk', () => {
  it('D3: reads what is there, and nothing where there is nothing', async () => {
    await writeFile(path.join(root, 'skills', 'a.md'), '\ufeffhello');
    const files = diskFiles(root);
    expect(files.uri).toBe(`file://${root}`);
    expect(await files.read('skills/a.md')).toBe('hello');
    expect(await files.read('./skills//a.md')).toBe('hello');
    expect(await files.read('skills/b.md')).toBeUndefined();
    expect(await files.read('skills/a.md/b')).toBeUndefined();
    expect(await files.read('skills')).toBeUndefined();
    expect(await files.read('')).toBeUndefined();
    expect(await files.list('')).toEqual([{ name: 'skills', type: 'directory' }]);
    expect(await files.list('skills')).toEqual([{ name: 'a.md', type: 'file' }]);
    expect(await files.list('nowhere')).toEqual([]);
    expect(await diskFiles(path.join(folder, 'gone')).list('')).toEqual([]);
  });

  it.each([
    '../secret.md',
    'skills/../../secret.md',
    '/etc/passwd',
    '..',
    'skills\\..\\..\\secret.md',
    'a\0b',
    'C:/x',
  ])('D3: refuses the name %j', async (name) => {
    await expect(diskFiles(root).read(name)).rejects.toThrow(FileRefused);
    await expect(diskFiles(root).list(name)).rejects.toThrow(FileRefused);
  });

  it('D3: a folder that is itself a link out of the one that names it is not read', async () => {
    const link = path.join(root, 'linked');
    await symlink('../elsewhere', link);
    const files = diskFiles(link, { within: root });
    for (const read of [() => files.read('SKILL.md'), () => files.list('')])
      expect(await refusal(read())).toContain('leads out of the folder that names it');
    expect(await diskFiles(link, { within: folder }).read('SKILL.md')).toBe('secret');
  });

  it('D3: a link that leads out is refused, however it does so', async () => {
    await symlink('../secret.md', path.join(root, 'direct.md'));
    await symlink(folder, path.join(root, 'up'));
    await symlink('up', path.join(root, 'twice'));
    await symlink('../../elsewhere', path.join(root, 'skills', 'stolen'));
    const files = diskFiles(root);
    for (const name of ['direct.md', 'up/secret.md', 'twice/secret.md', 'skills/stolen/SKILL.md']) {
      expect(await refusal(files.read(name))).toContain('leads out of the folder');
    }
    expect(await refusal(files.list('up'))).toContain('leads out of the folder');
    expect(await files.list('skills')).toEqual([{ name: 'stolen', type: 'unusable' }]);
  });

  it('D3: a link that stays inside is followed, and so is one to the root', async () => {
    await writeFile(path.join(root, 'a.md'), 'hello');
    await symlink('../a.md', path.join(root, 'skills', 'b.md'));
    await symlink(root, path.join(folder, 'alias'));
    const files = diskFiles(path.join(folder, 'alias'));
    expect(await files.read('skills/b.md')).toBe('hello');
    expect(await files.list('skills')).toEqual([{ name: 'b.md', type: 'file' }]);
  });

  it('D3: a folder whose name only starts like the root is outside', async () => {
    await mkdir(`${root}-other`);
    await writeFile(path.join(`${root}-other`, 'a.md'), 'secret');
    await symlink(`${root}-other`, path.join(root, 'other'));
    expect(await refusal(diskFiles(root).read('other/a.md'))).toContain('leads out of the folder');
  });

  it('L5: links in a circle are refused, and dangling ones are nothing', async () => {
    await symlink('b', path.join(root, 'a'));
    await symlink('a', path.join(root, 'b'));
    await symlink('nowhere', path.join(root, 'c'));
    const files = diskFiles(root);
    expect(await refusal(files.read('a'))).toContain('back to itself');
    expect(await files.read('c')).toBeUndefined();
    expect((await files.list('')).filter(({ type }) => type === 'unusable').map(({ name }) => name)).toEqual([
      'a',
      'b',
      'c',
    ]);
  });

  it('L5: a pipe or a device does not hang it', async () => {
    execFileSync('mkfifo', [path.join(root, 'SKILL.md')]);
    await symlink('/dev/zero', path.join(root, 'endless'));
    const files = diskFiles(root);
    expect(await refusal(files.read('SKILL.md'))).toContain('not a file');
    await refusal(files.read('endless'));
    expect(await files.list('')).toContainEqual({ name: 'SKILL.md', type: 'unusable' });
  });

  it('L5: what is too large, or no text, is refused in words', async () => {
    await writeFile(path.join(root, 'large.md'), 'x'.repeat(2049));
    await writeFile(path.join(root, 'fits.md'), 'x'.repeat(2048));
    await writeFile(path.join(root, 'latin.md'), Buffer.from([0x63, 0x61, 0x66, 0xe9]));
    const files = diskFiles(root, { limits: { maxFileBytes: 2048, maxEntries: 10 } });
    expect(await refusal(files.read('large.md'))).toBe(
      'It is larger than the 2 KiB that are read of one file. Make it smaller.',
    );
    expect(await files.read('fits.md')).toHaveLength(2048);
    expect(await refusal(files.read('latin.md'))).toBe('It is not UTF-8 text. Save it as UTF-8.');
    await Promise.all(
      Array.from({ length: 11 }, (_, index) => writeFile(path.join(root, 'skills', `${index}`), '')),
    );
    expect(await refusal(files.list('skills'))).toContain('more than the 10 entries');
  });
});
