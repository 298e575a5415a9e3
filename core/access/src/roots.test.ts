import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { createRoots, isInside, type Access } from './roots.ts';

/** `granted` can be read and written, `outside` must not be touched, and links lead from one to the other. */
async function setUp(access: Access = 'write') {
  const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'loggia roots ')));
  onTestFinished(() => fs.rmSync(base, { recursive: true, force: true }));
  const granted = path.join(base, 'granted');
  const outside = path.join(base, 'outside');
  fs.mkdirSync(path.join(granted, 'folder'), { recursive: true });
  fs.mkdirSync(outside);
  fs.mkdirSync(path.join(base, 'granted-not'));
  fs.writeFileSync(path.join(granted, 'file'), 'inside');
  fs.writeFileSync(path.join(outside, 'file'), 'outside');
  const link = (name: string, target: string) => fs.symlinkSync(target, path.join(granted, name));
  link('to-folder', 'folder');
  link('to-outside', outside);
  link('to-parent', '..');
  link('to-file-outside', path.join(outside, 'file'));
  link('dangling-inside', 'folder/not-yet');
  link('dangling-outside', path.join(outside, 'not-yet'));
  link('dangling-twice', 'dangling-outside');
  link('circle', 'circle');
  const roots = createRoots();
  await roots.add(granted, access);
  return {
    base,
    granted,
    outside,
    roots,
    uri: (...parts: string[]) => pathToFileURL(path.join(granted, ...parts)).href,
  };
}

test('AC4: what is inside resolves to its real path, whether or not it exists', async () => {
  const { roots, granted, uri } = await setUp();
  const cases: [string, string][] = [
    [uri(), granted],
    [`${uri()}/`, granted],
    [uri('file'), path.join(granted, 'file')],
    [`${uri('folder')}/../file`, path.join(granted, 'file')],
    [`${uri('folder')}/%2e%2E/file`, path.join(granted, 'file')],
    [uri('file').replace('file://', 'file:'), path.join(granted, 'file')],
    [uri('file').replace('file://', 'FILE://localhost'), path.join(granted, 'file')],
    [uri('new', 'deep', 'file'), path.join(granted, 'new/deep/file')],
    [uri('to-folder', 'new'), path.join(granted, 'folder/new')],
    [uri('dangling-inside'), path.join(granted, 'folder/not-yet')],
    [uri('to-outside', '..', 'file'), path.join(granted, 'file')],
    [uri('a%2fb'), path.join(granted, 'a%2fb')],
  ];
  for (const [given, expected] of cases)
    expect([given, await roots.confine(given, 'write')]).toEqual([given, expected]);
});

test('AC4: what leads outside is refused, with what to ask for', async () => {
  const { roots, base, uri } = await setUp();
  const sibling = (name: string) => pathToFileURL(path.join(base, name)).href;
  const cases = [
    'file:///',
    'file:///etc/passwd',
    sibling('outside/file'),
    sibling('granted-not'),
    sibling('GRANTED/file'),
    `${uri()}/../outside/file`,
    `${uri()}/%2e%2e/outside/file`,
    `${uri()}/.%2E/.%2e/etc`,
    uri('to-outside'),
    uri('to-outside', 'file'),
    uri('to-outside', 'new'),
    uri('to-parent', 'outside', 'file'),
    uri('to-folder', '..', 'to-outside', 'x'),
    uri('to-file-outside'),
    uri('dangling-outside'),
    uri('dangling-outside', 'x'),
    uri('dangling-twice'),
  ];
  for (const given of cases) {
    const error: unknown = await roots.confine(given, 'read').catch((caught: unknown) => caught);
    const request = { channel: 'ahp-root://', uri: given, read: true };
    const message = expect.stringContaining('add the folder to "roots"') as string;
    expect([given, error]).toMatchObject([given, { code: -32009, message, data: { request } }]);
  }
});

test('L5: what is no file URI of this machine is refused with the reason', async () => {
  const { roots, uri } = await setUp();
  const cases = [
    '',
    'granted/file',
    'https://example.org/',
    'ahp-session:/x',
    'file:',
    'file:file',
    'file://',
    'file://server/share/file',
    'file:////server/share/file',
    'file:///..//server/share',
    'file:///\\server\\share',
    `${uri('file')}?x`,
    `${uri('file')}#x`,
    `${uri('file')}?`,
    `${uri()}/a%2fb`,
    `${uri()}/..%2Foutside`,
    `${uri()}/a%00`,
    `${uri()}/a\0`,
    `${uri()}/..\\outside`,
    `${uri()}/%ff`,
    `${uri()}/%`,
    `${uri()}/fi\tle`,
    ` ${uri()}`,
    `${uri()}\n`,
  ];
  for (const given of cases) {
    const error: unknown = await roots.confine(given, 'read').catch((caught: unknown) => caught);
    expect([given, error]).toMatchObject([given, { code: -32602 }]);
  }
});

test('L5: links in a circle are an error of the file system, not an endless search', async () => {
  const { roots, uri } = await setUp();
  await expect(roots.confine(uri('circle'), 'read')).rejects.toMatchObject({ code: 'ELOOP' });
  await expect(roots.confine(uri('circle', 'x'), 'read')).rejects.toMatchObject({ code: 'ELOOP' });
});

test('AC4: an entry is confined without following it', async () => {
  const { roots, granted, uri } = await setUp();
  expect(await roots.confineEntry(uri('to-outside'), 'write')).toBe(path.join(granted, 'to-outside'));
  expect(await roots.confineEntry(uri('to-folder', 'x'), 'write')).toBe(path.join(granted, 'folder/x'));
  await expect(roots.confineEntry(uri('to-outside', 'file'), 'write')).rejects.toMatchObject({
    code: -32009,
  });
  await expect(roots.confineEntry(uri('..'), 'write')).rejects.toMatchObject({ code: -32009 });
});

test('AC4: a root that may be read may not be written', async () => {
  const { roots, granted, uri } = await setUp('read');
  expect(await roots.confine(uri('file'), 'read')).toBe(path.join(granted, 'file'));
  await expect(roots.confine(uri('file'), 'write')).rejects.toMatchObject({
    code: -32009,
    data: { request: { write: true } },
  });
});

test('AC4: a link from one root into another has the rights of where it leads', async () => {
  const { roots, outside, uri } = await setUp();
  await roots.add(outside, 'read');
  expect(await roots.confine(uri('to-file-outside'), 'read')).toBe(path.join(outside, 'file'));
  await expect(roots.confine(uri('to-file-outside'), 'write')).rejects.toMatchObject({ code: -32009 });
});

test('AC4: a root given through a link is known under both names, and stays what it was when granted', async () => {
  const { base, outside } = await setUp();
  const alias = path.join(base, 'alias');
  const moved = path.join(base, 'moved');
  fs.symlinkSync(outside, alias);
  const roots = createRoots();
  await roots.add(alias, 'read');
  const uri = pathToFileURL(path.join(alias, 'file')).href;
  expect(await roots.confine(uri, 'read')).toBe(path.join(outside, 'file'));
  expect(roots.list()).toEqual([{ path: outside, access: 'read' }]);
  fs.mkdirSync(moved);
  fs.unlinkSync(alias);
  fs.symlinkSync(moved, alias);
  await expect(roots.confine(uri, 'read')).rejects.toMatchObject({ code: -32009 });
});

test('AC4: each grant is taken back on its own, or all of a folder at once', async () => {
  const { roots, granted, uri } = await setUp('read');
  const release = await roots.add(granted, 'write');
  expect(await roots.confine(uri('file'), 'write')).toBe(path.join(granted, 'file'));
  release();
  release();
  await expect(roots.confine(uri('file'), 'write')).rejects.toMatchObject({ code: -32009 });
  expect(await roots.confine(uri('file'), 'read')).toBe(path.join(granted, 'file'));
  roots.remove(`${granted}/`);
  await expect(roots.confine(uri('file'), 'read')).rejects.toMatchObject({ code: -32009 });
  expect(roots.list()).toEqual([]);
});

test('L5: only a folder that exists can become a root', async () => {
  const { roots, granted } = await setUp();
  await expect(roots.add('relative', 'read')).rejects.toMatchObject({ code: -32602 });
  await expect(roots.add(path.join(granted, 'file'), 'read')).rejects.toMatchObject({ code: -32602 });
  await expect(roots.add(path.join(granted, 'none'), 'read')).rejects.toMatchObject({ code: -32008 });
  await expect(roots.add(`${granted}\0`, 'read')).rejects.toMatchObject({ code: -32602 });
});

test('AC4: a folder knows whether it is a root or holds one', async () => {
  const { roots, base, granted } = await setUp();
  expect([base, granted, path.join(granted, 'folder')].map((folder) => roots.holdsRoot(folder))).toEqual([
    true,
    true,
    false,
  ]);
});

test('AC4: whatever is written, the answer is a real path inside', async () => {
  const { roots, granted, uri } = await setUp();
  const parts = [
    '..',
    '.',
    '',
    '%2e%2e',
    'folder',
    'file',
    'new',
    'to-folder',
    'to-outside',
    'to-parent',
    'outside',
  ];
  const part = fc.constantFrom(
    ...parts,
    'granted',
    'dangling-inside',
    'dangling-outside',
    'dangling-twice',
    'circle',
  );
  await fc.assert(
    fc.asyncProperty(fc.array(part, { maxLength: 8 }), async (chosen) => {
      const found = await roots.confine([uri(), ...chosen].join('/'), 'write').catch(() => undefined);
      if (found === undefined) return;
      expect(isInside(granted, found)).toBe(true);
      let existing = found;
      while (!fs.existsSync(existing)) existing = path.dirname(existing);
      expect(fs.realpathSync(existing)).toBe(existing);
      expect(fs.lstatSync(found, { throwIfNoEntry: false })?.isSymbolicLink() ?? false).toBe(false);
    }),
    { numRuns: 500 },
  );
});
