import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { createRoots, type Roots } from '@loggia/access';
import { rootUri, type Params } from '@loggia/protocol';
import { expect, onTestFinished, test } from 'vitest';
import { resourceHandlers } from './commands.ts';
import { createResourceContext, type ResourceContext } from './context.ts';
import { watchTree } from './watch.ts';

/** `root/folder` becomes a link to `outside`, which has the same entries, right after a path was confined. */
async function setUp() {
  const base = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'loggia swap ')));
  onTestFinished(() => fs.rmSync(base, { recursive: true, force: true }));
  const [root, outside] = [path.join(base, 'root'), path.join(base, 'outside')];
  for (const folder of [path.join(root, 'folder'), outside]) {
    fs.mkdirSync(path.join(folder, 'deep'), { recursive: true });
    fs.writeFileSync(path.join(folder, 'file'), path.basename(folder));
    fs.writeFileSync(path.join(folder, 'deep/leaf'), path.basename(folder));
  }
  const granted = createRoots();
  await granted.add(root, 'write');
  const swapped = path.join(root, 'folder');
  const swap = <Value>(value: Value): Value => {
    if (fs.lstatSync(swapped).isSymbolicLink()) return value;
    fs.renameSync(swapped, path.join(root, 'moved'));
    fs.symlinkSync(outside, swapped);
    return value;
  };
  const roots: Roots = {
    ...granted,
    confine: async (uri, access) => swap(await granted.confine(uri, access)),
    confineEntry: async (uri, access) => swap(await granted.confineEntry(uri, access)),
  };
  const uri = (name: string) => pathToFileURL(path.join(root, name)).href;
  return { outside, uri, roots, context: createResourceContext({ roots }) };
}

type Run = (uri: (name: string) => string, context: ResourceContext) => Promise<unknown>;
const write = (rest: Partial<Params<'resourceWrite'>>, name = 'folder/file'): Run => {
  return (uri, context) =>
    resourceHandlers.resourceWrite(
      { channel: rootUri, uri: uri(name), data: 'new', encoding: 'utf-8', ...rest },
      context,
    );
};
const on = (
  method: 'resourceRead' | 'resourceList' | 'resourceResolve' | 'resourceMkdir',
  name: string,
): Run => {
  return (uri, context) => resourceHandlers[method]({ channel: rootUri, uri: uri(name) }, context);
};
const transfer = (method: 'resourceCopy' | 'resourceMove', source: string, destination: string): Run => {
  return (uri, context) =>
    resourceHandlers[method](
      { channel: rootUri, source: uri(source), destination: uri(destination) },
      context,
    );
};

test.each<[string, Run]>([
  ['read', on('resourceRead', 'folder/file')],
  ['list', on('resourceList', 'folder')],
  ['resolve', on('resourceResolve', 'folder/file')],
  ['write', write({})],
  ['write of a new file', write({ createOnly: true }, 'folder/new')],
  ['append', write({ mode: 'append' })],
  ['insert', write({ mode: 'insert', position: 1 })],
  ['mkdir', on('resourceMkdir', 'folder/new')],
  ['mkdir with parents', on('resourceMkdir', 'folder/new/er')],
  ['copy from there', transfer('resourceCopy', 'folder/deep', 'copy')],
  ['copy to there', transfer('resourceCopy', 'other', 'folder/new')],
  ['move from there', transfer('resourceMove', 'folder/deep', 'copy')],
  ['move to there', transfer('resourceMove', 'other', 'folder/deep')],
  [
    'delete',
    (uri, context) =>
      resourceHandlers.resourceDelete(
        { channel: rootUri, uri: uri('folder/deep'), recursive: true },
        context,
      ),
  ],
  [
    'watch',
    async (uri, { roots }) => {
      const { close } = await watchTree(
        await roots.confine(uri('folder/deep'), 'read'),
        { recursive: true },
        () => {},
      );
      close();
    },
  ],
])('RS12: a %s through a folder that was swapped for a link fails', async (_, run) => {
  const { outside, uri, context } = await setUp();
  const other = path.join(path.dirname(outside), 'root/other');
  fs.writeFileSync(other, 'other');
  const before = fs.readdirSync(outside, { recursive: true }).map(String).sort();
  await expect(run(uri, context)).rejects.toMatchObject({ name: 'ProtocolError' });
  expect(fs.readdirSync(outside, { recursive: true }).map(String).sort()).toEqual(before);
  expect(fs.readFileSync(path.join(outside, 'file'), 'utf8')).toBe('outside');
  expect(fs.readFileSync(other, 'utf8')).toBe('other');
});
