import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pluginExtensions, type PluginFrom, type PluginReport } from '@loggia/protocol';
import { expect, test } from 'vitest';
import { TestRepository } from '../fetched/repository.testkit.ts';
import { zipOf } from '../fetched/zip.testkit.ts';
import { folderWith, Rig, uriOf, writeIn, type RigOptions } from './rig.testkit.ts';

const manifest = { name: 'weather', version: '1.2.0', description: 'Tells the weather.' };
const skill = '---\nname: forecast\ndescription: Looks ahead.\n---\nLook at the sky.';
const server = (command: string) => ({ mcpServers: { sky: { command, args: ['--port', '0'] } } });
const files = {
  '.claude-plugin/plugin.json': manifest,
  '.mcp.json': server('sky-server'),
  'skills/forecast/SKILL.md': skill,
  'hooks/hooks.json': {
    hooks: { PostToolUse: [{ matcher: '*', hooks: [{ type: 'command', command: 'sh notify.sh' }] }] },
  },
};
/** Git is a process of its own, and several start in each test. */
const patient = { timeout: 60_000 };
const by = { clientId: 'shell', signal: new AbortController().signal };
const report = pluginExtensions['x-loggia/addPlugin'].result;

type Files = Readonly<Record<string, string | object>>;

/** Equipment with a data folder of its own, and uploads. */
class PluginRig extends Rig {
  readonly folder: string;
  readonly #uploads: Map<string, Buffer>;

  constructor(options: RigOptions & { readonly folder?: string } = {}) {
    const { folder = path.join(folderWith({}), 'plugins'), ...ports } = options;
    const uploads = new Map<string, Buffer>();
    super({
      ...ports,
      fetchedPlugins: {
        folder,
        env: process.env,
        content: async (hash) => {
          const bytes = uploads.get(hash);
          if (!bytes) throw new Error(`There is no content ${hash}.`);
          return Readable.from([bytes]);
        },
      },
    });
    this.folder = folder;
    this.#uploads = uploads;
  }

  upload(content: Files, around = ''): string {
    const entries = Object.entries(content).map(([name, text]) => ({
      name: around + name,
      content: typeof text === 'string' ? text : JSON.stringify(text),
    }));
    const bytes = zipOf(entries);
    const hash = createHash('sha256').update(bytes).digest('hex');
    this.#uploads.set(hash, bytes);
    return hash;
  }

  async preview(from: PluginFrom, plugin?: string) {
    const { preview } = await this.equipment.previewPlugin({ from, plugin }, by);
    if (!preview) throw new Error('A marketplace is there, not a plugin.');
    return preview;
  }

  /** Previews and adds as somebody does who trusts what she sees. */
  async trusting(from: PluginFrom): Promise<PluginReport> {
    const { id, review } = await this.preview(from);
    const added = await this.equipment.addPlugin({ preview: id, fingerprint: review.fingerprint });
    return report.parse(added).plugin;
  }

  plugin(uri: string, name = 'weather') {
    return this.shown(uri).find((entry) => entry.type === 'plugin' && entry.name === name);
  }

  kept(): string[] {
    return existsSync(this.folder) ? readdirSync(this.folder) : [];
  }
}

test('D1, H5, J9: a preview names everything that would run, and nothing of it is anywhere yet', async () => {
  const rig = new PluginRig();
  const uri = await rig.session();
  const content = rig.upload(files, 'weather-main/');
  const preview = await rig.preview({ kind: 'zip', content, name: 'weather-main.zip' });
  expect(preview).toMatchObject({
    ...manifest,
    format: 'claude',
    from: { kind: 'zip', name: 'weather-main.zip' },
    problems: [],
    review: { decision: 'undecided', fingerprint: expect.any(String) },
  });
  expect(preview.review.parts).toMatchObject([
    { kind: 'mcpServer', name: 'sky', now: { command: 'sky-server', args: ['--port', '0'] } },
    { kind: 'skill', name: 'forecast', file: 'skills/forecast/SKILL.md' },
    { kind: 'hook', name: 'PostToolUse', file: 'hooks/hooks.json', commands: ['sh notify.sh'] },
  ]);
  expect(rig.plugin(uri)).toBeUndefined();
  expect(await rig.equipment.listPlugins()).toEqual({ plugins: [] });
  expect(rig.gateway.made).toEqual([]);
});

test('D1, D5: what was trusted and added is in every session at once, and runs', async () => {
  const rig = new PluginRig();
  const uri = await rig.session();
  const plugin = await rig.trusting({ kind: 'zip', content: rig.upload(files), name: 'weather.zip' });
  expect(plugin).toMatchObject({ ...manifest, format: 'claude', decision: 'trusted' });
  await rig.settled(uri);
  expect(rig.plugin(uri)).toMatchObject({ id: plugin.customization, load: { kind: 'loaded' } });
  expect(rig.server(uri, 'sky').state).toEqual({ kind: 'starting' });
  const later = await rig.session('ahp-session:/later');
  expect(rig.plugin(later)).toBeDefined();
  expect(rig.equipment.declared()).toMatchObject([{ name: 'weather' }]);
});

test('H5: what was added without trust is listed and runs nothing until it is trusted', async () => {
  const rig = new PluginRig();
  const uri = await rig.session();
  const { id } = await rig.preview({ kind: 'zip', content: rig.upload(files) });
  const { plugin } = await rig.equipment.addPlugin({ preview: id });
  await rig.settled(uri);
  expect(plugin.decision).toBe('undecided');
  expect(rig.plugin(uri)).toMatchObject({
    load: {
      kind: 'degraded',
      message: 'Nothing of "weather" runs before you trust it. Do so only if you know where it comes from.',
    },
  });
  expect(rig.gateway.made).toEqual([]);
  await rig.trust(plugin.source);
  await rig.settled(uri);
  expect(rig.server(uri, 'sky').state).toEqual({ kind: 'starting' });
  expect(await rig.equipment.listPlugins()).toMatchObject({ plugins: [{ decision: 'trusted' }] });
});

test('H5: a folder that changed after the preview is not trusted', async () => {
  const rig = new PluginRig();
  const folder = folderWith(files);
  const { id, review } = await rig.preview({ kind: 'folder', path: folder });
  expect(review.source).toBe(uriOf(folder));
  writeIn(folder, '.mcp.json', server('evil-server'));
  const { fingerprint } = review;
  await expect(rig.equipment.addPlugin({ preview: id, fingerprint })).rejects.toMatchObject({
    kind: 'Conflict',
  });
  expect(rig.gateway.made).toEqual([]);
  expect((await rig.trusting({ kind: 'folder', path: folder })).decision).toBe('trusted');
  await expect(rig.preview({ kind: 'folder', path: folder })).rejects.toMatchObject({
    kind: 'AlreadyExists',
  });
});

test('H5: trusting a folder around the data directory does not trust what is fetched into it', async () => {
  const around = folderWith({});
  const folder = path.join(around, 'data', 'plugins');
  const rig = new PluginRig({ folder, trustedFolders: [uriOf(around)] });
  await rig.session();
  const { id, review } = await rig.preview({ kind: 'zip', content: rig.upload(files) });
  expect(review).toMatchObject({ decision: 'undecided' });
  expect((await rig.equipment.addPlugin({ preview: id })).plugin.decision).toBe('undecided');
  expect(rig.gateway.made).toEqual([]);
});

test('D5, J9: an update replaces the files; what changed waits, and the rest stays as it was', async () => {
  const rig = new PluginRig();
  const uri = await rig.session();
  const plugin = await rig.trusting({ kind: 'zip', content: rig.upload(files), name: 'weather.zip' });
  await rig.settled(uri);
  const first = rig.gateway.made.length;
  const same = rig.upload({ ...files, 'README.md': 'New words.' });
  const update = { plugin: 'weather', content: same };
  expect(await rig.equipment.updatePlugin(update, by)).toMatchObject({
    plugin: { id: plugin.id, decision: 'trusted', customization: plugin.customization },
  });
  await rig.settled(uri);
  // Its program may be another one although it is started with the same words.
  expect(rig.gateway.made).toHaveLength(first + 1);
  expect(rig.server(uri, 'sky').state).toEqual({ kind: 'starting' });
  const changed = rig.upload({ ...files, '.mcp.json': server('other-server') });
  const after = await rig.equipment.updatePlugin({ plugin: plugin.id, content: changed }, by);
  expect(after).toMatchObject({ plugin: { decision: 'undecided', changed: true } });
  await rig.settled(uri);
  expect(rig.server(uri, 'sky').state).toEqual({ kind: 'stopped' });
  const { review } = await rig.equipment.reviewTrust({ source: plugin.source });
  expect(review.parts).toMatchObject([
    { name: 'sky', change: 'changed', before: { command: 'sky-server' }, now: { command: 'other-server' } },
    { name: 'forecast', change: 'same' },
    { name: 'PostToolUse', change: 'same' },
  ]);
});

test(
  'D3, J9: a plugin comes from a repository, is fetched anew, and stays when that fails',
  patient,
  async () => {
    const rig = new PluginRig();
    const uri = await rig.session();
    const repository = new TestRepository({
      'plugins/weather/.mcp.json': server('sky-server'),
      'README.md': 'Many.',
    });
    const address = repository.path;
    await expect(rig.preview({ kind: 'git', address })).rejects.toMatchObject({
      kind: 'InvalidParams',
      message: expect.stringMatching(/There is no plugin here.*\.claude-plugin\/plugin\.json.*\.mcp\.json/),
    });
    const plugin = await rig.trusting({ kind: 'git', address, inside: './plugins/weather' });
    const commit = repository.git('rev-parse', 'HEAD').trim();
    expect(plugin).toMatchObject({
      name: 'weather',
      format: 'bare',
      from: { kind: 'git', address, inside: 'plugins/weather', commit },
    });
    await expect(rig.preview({ kind: 'git', address, inside: 'plugins/weather' })).rejects.toMatchObject({
      kind: 'AlreadyExists',
    });
    const next = repository.commit({
      'plugins/weather/.claude-plugin/plugin.json': { ...manifest, version: '2.0.0' },
    });
    const updated = await rig.equipment.updatePlugin({ plugin: plugin.id }, by);
    expect(updated).toMatchObject({
      plugin: { version: '2.0.0', decision: 'trusted', from: { commit: next } },
    });
    repository.git('rm', '-r', '--quiet', 'plugins');
    repository.commit({ 'README.md': 'None.' });
    await expect(rig.equipment.updatePlugin({ plugin: plugin.id }, by)).rejects.toThrow(
      'There is no plugin here',
    );
    await rig.settled(uri);
    expect(await rig.equipment.listPlugins()).toMatchObject({
      plugins: [{ version: '2.0.0', from: { commit: next } }],
    });
    expect(rig.server(uri, 'sky').state).toEqual({ kind: 'starting' });
  },
);

test('H5: links in a repository that lead out of it are not followed', patient, async () => {
  const rig = new PluginRig();
  const outside = folderWith({ 'SKILL.md': skill, '.mcp.json': server('x') });
  const repository = new TestRepository({ 'skills/own/SKILL.md': skill.replace('forecast', 'own') });
  symlinkSync(outside, path.join(repository.path, 'skills', 'stolen'));
  symlinkSync(outside, path.join(repository.path, 'elsewhere'));
  repository.commit({});
  const preview = await rig.preview({ kind: 'git', address: repository.path });
  expect(preview.review.parts).toMatchObject([{ kind: 'skill', name: 'own' }]);
  await expect(
    rig.preview({ kind: 'git', address: repository.path, inside: 'elsewhere' }),
  ).rejects.toMatchObject({ kind: 'InvalidParams' });
  await expect(rig.preview({ kind: 'git', address: repository.path, inside: '../..' })).rejects.toMatchObject(
    { kind: 'InvalidParams', message: expect.stringContaining('without ".."') },
  );
});

test('D5: a plugin that is removed is gone everywhere, with every decision about it', async () => {
  const rig = new PluginRig();
  const uri = await rig.session();
  const plugin = await rig.trusting({ kind: 'zip', content: rig.upload(files) });
  await rig.settled(uri);
  const off = [{ kind: 'global' as const, enabled: false }];
  rig.dispatch(uri, { type: 'session/customizationToggled', id: plugin.customization, enablement: off });
  await rig.equipment.removePlugin({ plugin: plugin.id });
  expect(rig.plugin(uri)).toBeUndefined();
  expect(rig.kept()).toEqual([]);
  expect(await rig.equipment.listTrust()).toEqual({ sources: [] });
  expect(await rig.records.list('enablement')).toEqual([]);
  await expect(rig.equipment.removePlugin({ plugin: plugin.id })).rejects.toMatchObject({ kind: 'NotFound' });
  const folder = folderWith(files);
  const own = await rig.trusting({ kind: 'folder', path: folder });
  await rig.equipment.removePlugin({ plugin: own.id });
  expect(existsSync(path.join(folder, '.mcp.json'))).toBe(true);
});

test('D1: added plugins survive a restart; previews and halves of updates do not', async () => {
  const rig = new PluginRig();
  await rig.session();
  const plugin = await rig.trusting({ kind: 'zip', content: rig.upload(files), name: 'weather.zip' });
  await rig.preview({ kind: 'zip', content: rig.upload({ ...files, x: 'x' }) });
  expect(rig.kept()).toHaveLength(2);
  mkdirSync(path.join(rig.folder, plugin.id, '.incoming'));
  writeFileSync(path.join(rig.folder, plugin.id, '.incoming', 'half'), '');
  rig.equipment.stop();
  const again = new PluginRig({ records: rig.records, folder: rig.folder });
  const uri = await again.session();
  expect(again.plugin(uri)).toMatchObject({ id: plugin.customization, version: '1.2.0' });
  expect(again.server(uri, 'sky').state).toEqual({ kind: 'starting' });
  expect(again.kept()).toEqual([plugin.id]);
  expect(readdirSync(path.join(again.folder, plugin.id))).toEqual(['weather']);
});

test('D4, D5: a folder that is added and named by a workspace, too, is one plugin', async () => {
  const rig = new PluginRig();
  const workspace = folderWith({ '.loggia/host.json': { plugins: ['./weather'] } });
  for (const [file, content] of Object.entries(files))
    writeIn(path.join(workspace, 'weather'), file, content);
  await rig.trusting({ kind: 'folder', path: path.join(workspace, 'weather') });
  const uri = await rig.session('ahp-session:/w', { workingDirectories: [uriOf(workspace)] });
  await rig.settled(uri);
  expect(rig.shown(uri).filter(({ type }) => type === 'plugin')).toHaveLength(1);
  expect(rig.server(uri, 'sky').state).toEqual({ kind: 'starting' });
});

test('L5, J7: what cannot be fetched leaves nothing behind and says what to do', async () => {
  const rig = new PluginRig();
  const from = (folder: string): PluginFrom => ({ kind: 'folder', path: folder });
  const failures: readonly [PluginFrom, RegExp][] = [
    [from('weather'), /isn't an absolute path\. Give the whole path/],
    [
      from(path.join(folderWith({}), 'missing')),
      /^There is no folder .*missing" on the host\. Check the path\.$/,
    ],
    [from(folderWith({ 'notes.txt': 'x' })), /These manifests were looked for: \.plugin\/plugin\.json/],
    [{ kind: 'git', address: 'ext::sh -c id' }, /isn't an address of a repository/],
    [{ kind: 'zip', content: rig.upload({ 'notes.txt': 'x' }) }, /There is no plugin here/],
    [{ kind: 'zip', content: 'f'.repeat(64) }, /There is no content/],
    [{ kind: 'zip', content: rig.upload({ '../evil': 'x' }) }, /isn't a name inside a folder/],
  ];
  for (const [wanted, why] of failures) await expect(rig.preview(wanted)).rejects.toThrow(why);
  expect(rig.kept()).toEqual([]);
  const canceled = { ...by, signal: AbortSignal.abort() };
  const content = rig.upload(files);
  await expect(rig.equipment.previewPlugin({ from: { kind: 'zip', content } }, canceled)).rejects.toThrow(
    'Canceled. Nothing was added or changed.',
  );
  expect(rig.kept()).toEqual([]);
  await expect(rig.equipment.addPlugin({ preview: 'gone' })).rejects.toMatchObject({ kind: 'NotFound' });
  await expect(rig.equipment.updatePlugin({ plugin: 'weather' }, by)).rejects.toMatchObject({
    kind: 'NotFound',
  });
});

test('D3: a marketplace lists its plugins, and each is added by its name', patient, async () => {
  const rig = new PluginRig();
  const uri = await rig.session();
  const elsewhere = { source: 'npm', package: '@acme/far' };
  const repository = new TestRepository({
    '.claude-plugin/marketplace.json': JSON.stringify({
      name: 'acme',
      plugins: [
        { name: 'sky', source: './plugins/weather', description: 'Weather.' },
        { name: 'far', source: elsewhere },
        { name: 'whole', source: './' },
        { source: './nameless' },
      ],
    }),
    ...Object.fromEntries(
      Object.entries(files).map(([name, content]) => [
        `plugins/weather/${name}`,
        typeof content === 'string' ? content : JSON.stringify(content),
      ]),
    ),
  });
  const from = { kind: 'git', address: repository.path } as const;
  const { marketplace, preview } = await rig.equipment.previewPlugin({ from }, by);
  expect(preview).toBeUndefined();
  expect(marketplace).toMatchObject({
    name: 'acme',
    plugins: [
      { name: 'sky', description: 'Weather.', source: 'plugins/weather' },
      { name: 'far', source: '@acme/far', problem: expect.stringContaining("can't be fetched") },
      { name: 'whole', problem: expect.stringContaining('no folder of its own') },
    ],
    problems: [expect.stringContaining('without a name')],
  });
  expect(rig.kept()).toEqual([]);
  await expect(rig.preview(from, 'fog')).rejects.toMatchObject({
    kind: 'NotFound',
    message: '"acme" doesn\'t list "fog". It lists: sky, far, whole.',
  });
  await expect(rig.preview(from, 'far')).rejects.toMatchObject({ kind: 'InvalidParams' });
  const chosen = await rig.preview(from, 'sky');
  expect(chosen).toMatchObject({ name: 'weather', from: { kind: 'git', inside: 'plugins/weather' } });
  const { fingerprint } = chosen.review;
  const { plugin } = await rig.equipment.addPlugin({ preview: chosen.id, fingerprint });
  await rig.settled(uri);
  expect(plugin.decision).toBe('trusted');
  expect(rig.plugin(uri)).toBeDefined();
  await expect(rig.preview(from, 'sky')).rejects.toMatchObject({ kind: 'AlreadyExists' });
});

test('D3: a marketplace in a folder names folders inside it', async () => {
  const rig = new PluginRig();
  const folder = folderWith({
    '.github/plugin/marketplace.json': { name: 'here', plugins: [{ name: 'sky', source: './weather' }] },
    ...Object.fromEntries(Object.entries(files).map(([name, content]) => [`weather/${name}`, content])),
  });
  const from = { kind: 'folder', path: folder } as const;
  expect(await rig.preview(from, 'sky')).toMatchObject({
    name: 'weather',
    from: { kind: 'folder', path: path.join(folder, 'weather') },
  });
  await expect(rig.preview({ kind: 'folder', path: folderWith(files) }, 'sky')).rejects.toMatchObject({
    kind: 'InvalidParams',
  });
});

/** As the list of a repository declares them, with everything in one folder. */
const office = (...skills: readonly string[]) => ({
  name: 'office',
  plugins: [
    { name: 'letters', source: './', strict: false, description: 'Writes letters.', skills },
    {
      name: 'numbers',
      source: './',
      strict: false,
      skills: ['./skills/sums'],
      hooks: { hooks: { Stop: [{ hooks: [{ type: 'command', command: 'sh done.sh' }] }] } },
      mcpServers: { adder: { command: 'adder' } },
    },
    { name: 'own', source: './own', skills: ['./extra'], commands: './cmd' },
  ],
});
const skillNamed = (name: string) => `---\nname: ${name}\ndescription: ${name}.\n---\nGo.`;
const shared = {
  'skills/letter/SKILL.md': skillNamed('letter'),
  'skills/memo/SKILL.md': skillNamed('memo'),
  'skills/sums/SKILL.md': skillNamed('sums'),
  '.mcp.json': server('of-all'),
  'own/skills/a/SKILL.md': skillNamed('a'),
  'own/extra/b/SKILL.md': skillNamed('b'),
  'own/cmd/go.md': 'Go.',
};
const listFile = '.claude-plugin/marketplace.json';
const namesIn = ({ review }: { readonly review: { readonly parts: readonly { name: string }[] } }) =>
  review.parts.map(({ name }) => name);

test('D3: parts that a marketplace alone declares are those of the plugin', patient, async () => {
  const rig = new PluginRig();
  const uri = await rig.session();
  const repository = new TestRepository({ [listFile]: office('./skills/letter'), ...shared });
  const from = { kind: 'git', address: repository.path } as const;
  const { marketplace } = await rig.equipment.previewPlugin({ from }, by);
  expect(marketplace?.plugins.map(({ problem }) => problem)).toEqual([undefined, undefined, undefined]);
  const letters = await rig.preview(from, 'letters');
  expect(letters).toMatchObject({ name: 'letters', description: 'Writes letters.', problems: [] });
  expect(namesIn(letters)).toEqual(['letter']);
  const numbers = await rig.preview(from, 'numbers');
  expect(numbers.review.parts).toMatchObject([
    { kind: 'mcpServer', name: 'adder' },
    { kind: 'skill', name: 'sums' },
    { kind: 'hook', name: 'Stop', commands: ['sh done.sh'] },
  ]);
  // Without "strict", the usual places count as well.
  expect(namesIn(await rig.preview(from, 'own'))).toEqual(['a', 'b', 'go']);

  const { fingerprint } = letters.review;
  const { plugin } = await rig.equipment.addPlugin({ preview: letters.id, fingerprint });
  // Another one of the same folder, which the first is not.
  await rig.equipment.addPlugin({ preview: numbers.id, fingerprint: numbers.review.fingerprint });
  await expect(rig.preview(from, 'letters')).rejects.toMatchObject({ kind: 'AlreadyExists' });
  await rig.settled(uri);
  expect(rig.plugin(uri, 'letters')).toMatchObject({ children: [{ name: 'letter' }] });
  expect(rig.server(uri, 'adder').state).toEqual({ kind: 'starting' });

  repository.commit({ [listFile]: office('./skills/letter', './skills/memo') });
  await rig.equipment.updatePlugin({ plugin: plugin.id }, by);
  await rig.settled(uri);
  const { review } = await rig.equipment.reviewTrust({ source: plugin.source });
  expect(namesIn({ review })).toEqual(['letter', 'memo']);
});

test('D3, L5: a list can’t make the host write outside of what it fetched', patient, async () => {
  const rig = new PluginRig();
  const outside = folderWith({ 'plugin.json': 'mine' });
  const repository = new TestRepository({ [listFile]: office('./skills/letter'), ...shared });
  symlinkSync(outside, path.join(repository.path, '.plugin'));
  repository.commit({});
  const from = { kind: 'git', address: repository.path } as const;
  expect(namesIn(await rig.preview(from, 'letters'))).toEqual(['letter']);
  expect(readdirSync(outside)).toEqual(['plugin.json']);
  expect(readFileSync(path.join(outside, 'plugin.json'), 'utf8')).toBe('mine');

  repository.git('rm', '-r', '--quiet', 'own');
  symlinkSync(outside, path.join(repository.path, 'own'));
  repository.commit({});
  await expect(rig.preview(from, 'own')).rejects.toMatchObject({ kind: 'InvalidParams' });
  expect(readdirSync(outside)).toEqual(['plugin.json']);
});

test('D3: a folder of somebody’s own stays as it is, so its list can’t declare parts', async () => {
  const rig = new PluginRig();
  const folder = folderWith({ [listFile]: office('./skills/letter'), ...shared });
  const from = { kind: 'folder', path: folder } as const;
  await expect(rig.preview(from, 'letters')).rejects.toMatchObject({
    message:
      'The parts of "letters" are named in the list alone. Add it from its repository, or as a .zip file.',
  });
  expect(existsSync(path.join(folder, '.plugin'))).toBe(false);
});
