import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ArtifactRig, me } from '@loggia/testing/artifacts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { importFolder } from './import-folder.ts';

let rig: ArtifactRig;
let base: string;
let folder: string;

beforeEach(async () => {
  rig = await ArtifactRig.open({
    typeForFile: (_, name) => (name.endsWith('.md') ? 'text/markdown' : 'application/octet-stream'),
  });
  base = await mkdtemp(path.join(tmpdir(), 'loggia-import-'));
  folder = path.join(base, 'welcome');
  await mkdir(folder);
});
afterEach(async () => {
  await rig.close();
  await rm(base, { recursive: true });
});

async function put(files: Readonly<Record<string, unknown>>): Promise<void> {
  for (const [name, value] of Object.entries(files))
    await writeFile(path.join(folder, name), typeof value === 'string' ? value : JSON.stringify(value));
}

const imported = () => importFolder(folder, rig.artifacts, me);
const titles = async () => (await rig.artifacts.listWorkspaces({}, me)).workspaces.map(({ title }) => title);

test('F7: a folder becomes a workspace, with contents, contexts, commits and collections', async () => {
  await put({
    'workspace.json': {
      title: 'Welcome',
      description: 'All there is.',
      collections: [{ key: 'book', title: 'Handbook' }],
      artifacts: [
        { title: 'Rules', content: 'rules.md', commit: 'Write them down', collections: ['book', 'unknown'] },
        { title: 'Board', type: 'application/vnd.acme.board', context: 'board.json', collections: ['book'] },
      ],
    },
    'rules.md': '# Rules',
    'board.json': { cards: [1] },
  });
  const workspace = await imported();
  const { title, description, artifacts } = await rig.shown(workspace);
  expect([title, description]).toEqual(['Welcome', 'All there is.']);
  const [board, rules] = [...artifacts].sort((one, other) => (one.title < other.title ? -1 : 1));
  expect(rules).toMatchObject({ title: 'Rules', type: 'text/markdown', state: 'committed', version: 1 });
  expect(board).toMatchObject({
    title: 'Board',
    type: 'application/vnd.acme.board',
    state: 'draft',
    version: 0,
  });
  const { artifact } = await rig.artifacts.getArtifact({ artifact: board?.id ?? '' }, me);
  expect(artifact.context).toEqual({ cards: [1] });
  const stored = await rig.artifacts.content(rules?.id ?? '');
  expect(Buffer.concat(await (await stored.open()).toArray()).toString()).toBe('# Rules');
  const { collections } = await rig.artifacts.listCollections({}, me);
  expect(collections.map(({ title: called, count }) => [called, count])).toEqual([['Handbook', 1]]);
});

const manifest = (artifact: object) => ({ title: 'W', artifacts: [{ title: 'A', ...artifact }] });

test.each([
  ['no JSON', '{', ''],
  ['a list', [], ''],
  ['no title', { artifacts: [] }, ' at title'],
  ['no artifacts', { title: 'W' }, ' at artifacts'],
  ['an artifact without a title', { title: 'W', artifacts: [{}] }, ' at artifacts.0.title'],
  ['a way up', manifest({ content: '../secret' }), ' at artifacts.0.content'],
  ['a folder', manifest({ content: 'sub/file' }), ' at artifacts.0.content'],
  ['a hidden file', manifest({ content: '.env' }), ' at artifacts.0.content'],
  ['an absolute path', manifest({ context: '/etc/passwd' }), ' at artifacts.0.context'],
])('F7: a manifest with %s makes nothing at all', async (_, json, at) => {
  await put({ 'workspace.json': json });
  await expect(imported()).rejects.toThrow(`Correct workspace.json in ${folder}${at}: `);
  expect(await titles()).toEqual([]);
});

test('F7: a folder without a manifest makes nothing', async () => {
  await expect(imported()).rejects.toThrow('workspace.json');
  expect(await titles()).toEqual([]);
});

test.each(['content', 'context', 'workspace.json'])(
  'F7: a link cannot lead out of the folder: %s',
  async (kind) => {
    const secret = path.join(base, 'secret.json');
    await writeFile(secret, JSON.stringify(manifest({})));
    if (kind === 'workspace.json') {
      await symlink(secret, path.join(folder, kind));
    } else {
      await put({ 'workspace.json': manifest({ [kind]: 'link.json' }) });
      await symlink(secret, path.join(folder, 'link.json'));
    }
    await expect(imported()).rejects.toThrow(/^(link|workspace)\.json isn't in .*\. Put the file there\.$/);
    const made = await Promise.all(
      (await rig.artifacts.listWorkspaces({}, me)).workspaces.map(({ id }) => rig.shown(id)),
    );
    expect(made.flatMap(({ artifacts }) => artifacts)).toEqual([]);
  },
);

test('F7: a link within the folder, and a folder that is a link itself, are fine', async () => {
  await put({ 'workspace.json': manifest({ content: 'link.md' }), 'real.md': 'Hello' });
  await symlink('real.md', path.join(folder, 'link.md'));
  const alias = path.join(base, 'alias');
  await symlink(folder, alias);
  const { artifacts } = await rig.shown(await importFolder(alias, rig.artifacts, me));
  expect(artifacts).toMatchObject([{ title: 'A', type: 'text/markdown' }]);
});

test.each(['[1]', '"text"', 'null', '7', '{'])(
  'F7: a context must be an object, and not %s',
  async (json) => {
    await put({ 'workspace.json': manifest({ context: 'context.json' }), 'context.json': json });
    await expect(imported()).rejects.toThrow(`Correct context.json in ${folder}: `);
  },
);
