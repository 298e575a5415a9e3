import { describe, expect, it } from 'vitest';
import { diskLoader } from './disk-loader.ts';
import { folderWith, MemoryRecords, Rig, uriOf, writeIn } from './rig.testkit.ts';

const stdio = (name: string) => ({ command: name });

describe('plugins of the host', () => {
  it('D1, D3: are shown with what is wrong, by file and line, and what works runs', async () => {
    const plugin = folderWith({
      '.claude-plugin/plugin.json': { name: 'tools', version: '1.2.0' },
      '.mcp.json': '{\n  "good": { "command": "good" },\n  "bad": { "command": 7 }\n}',
    });
    const rig = new Rig({ plugins: [plugin] });
    const uri = await rig.session();
    const [entry] = rig.shown(uri);
    expect(entry).toMatchObject({
      type: 'plugin',
      name: 'tools',
      version: '1.2.0',
      load: { kind: 'degraded' },
    });
    expect(entry && 'load' in entry && entry.load?.kind === 'degraded' && entry.load.message).toMatch(
      /^\.mcp\.json:3: /,
    );
    expect(rig.gateway.running().map(({ definition }) => definition.name)).toEqual(['good']);
    expect(rig.equipment.declared()).toMatchObject([{ type: 'plugin', name: 'tools' }]);
    expect(rig.sessions.declaredChanges).toBeGreaterThan(0);
  });

  it('D5: a server that is declared as disabled waits for somebody to turn it on', async () => {
    const plugin = folderWith({ '.mcp.json': { mcpServers: { p: { command: 'p', disabled: true } } } });
    const rig = new Rig({ plugins: [plugin] });
    const uri = await rig.session();
    expect(rig.server(uri, 'p')).toMatchObject({
      enablement: [{ kind: 'global', enabled: false }],
      state: { kind: 'stopped' },
    });
    const enablement = [{ kind: 'session' as const, enabled: true }];
    rig.dispatch(uri, { type: 'session/customizationToggled', id: rig.server(uri, 'p').id, enablement });
    expect(rig.server(uri, 'p').state).toEqual({ kind: 'starting' });
  });

  it('D3: a folder that is not there is an error and no more', async () => {
    const rig = new Rig({ servers: ['a'], plugins: ['/nowhere/at/all'] });
    const uri = await rig.session();
    expect(rig.shown(uri)).toMatchObject([{ name: 'a' }, { type: 'plugin', load: { kind: 'error' } }]);
  });

  it('D1: a change of its files keeps the servers running that it does not touch', async () => {
    let changed = (): void => {};
    const plugin = folderWith({ '.mcp.json': { mcpServers: { keep: stdio('keep'), drop: stdio('drop') } } });
    const rig = new Rig();
    const watched = new Rig({
      plugins: [plugin],
      loader: {
        ...diskLoader(rig.scheduler),
        watchFolder: (_folder, told) => {
          changed = told;
          return () => {};
        },
      },
    });
    const uri = await watched.session();
    watched.gateway.named('keep').becomeReady(['k']);
    watched.written(uri);
    writeIn(plugin, '.mcp.json', { mcpServers: { keep: stdio('keep'), fresh: stdio('fresh') } });
    changed();
    await expect.poll(() => watched.gateway.running('fresh').length).toBe(1);
    expect(watched.gateway.running('drop')).toHaveLength(0);
    expect(watched.gateway.made.filter(({ definition }) => definition.name === 'keep')).toHaveLength(1);
    expect(watched.written(uri)).toEqual(['session/customizationUpdated']);
  });
});

it('D1, D4: a folder is watched once for all sessions that read it, and no longer than they do', async () => {
  const folder = folderWith({ '.mcp.json': { mcpServers: { w: stdio('w') } } });
  const watched: string[] = [];
  const base = diskLoader(new Rig().scheduler);
  const loader = {
    ...base,
    watchFolder: ({ path }: { path: string }) => {
      watched.push(path);
      return () => watched.splice(watched.indexOf(path), 1);
    },
  };
  const rig = new Rig({ loader });
  const config = await rig.equipment.resolveConfig({ config: { plugins: [`${folder}/plugin`] } });
  expect(watched).toEqual([]);
  const workingDirectories = [uriOf(folder)];
  const one = await rig.session('ahp-session:/1', { workingDirectories, config });
  const two = await rig.session('ahp-session:/2', { workingDirectories });
  expect(watched).toEqual([folder, `${folder}/plugin`]);
  rig.dispatch(one, { type: 'session/configChanged', config: { plugins: [] } });
  expect(watched).toEqual([folder]);
  rig.equipment.disposed(one);
  expect(watched).toEqual([folder]);
  rig.dispatch(two, { type: 'session/workingDirectoryRemoved', directory: uriOf(folder) });
  expect(watched).toEqual([]);
  expect(rig.shown(two)).toEqual([]);
});

describe('a workspace', () => {
  const files = { '.mcp.json': { mcpServers: { w: stdio('w') } }, 'AGENTS.md': 'Be kind.' };

  it('D4, B1: shows its servers below their file and runs nothing before it is trusted', async () => {
    const folder = folderWith(files);
    const rig = new Rig();
    const workingDirectories = [uriOf(folder)];
    const uri = await rig.session('ahp-session:/s', { workingDirectories });
    const trust = (decision: string) => ({ _meta: { 'loggia.trust': { source: uriOf(folder), decision } } });
    expect(rig.shown(uri)).toMatchObject([
      {
        type: 'directory',
        contents: 'mcpServer',
        uri: `${uriOf(folder)}/.mcp.json`,
        load: { kind: 'degraded' },
        ...trust('undecided'),
        children: [{ name: 'w', range: { start: { line: 2 } }, state: { kind: 'stopped' } }],
      },
      { type: 'directory', contents: 'rule', load: { kind: 'degraded' } },
    ]);
    expect(rig.gateway.made).toHaveLength(0);
    expect(() =>
      rig.dispatch(uri, { type: 'session/mcpServerStartRequested', id: rig.server(uri, 'w').id }),
    ).toThrow(`Nothing of ".mcp.json" runs before you trust ${uriOf(folder)}.`);
    const message = { text: 'hello', origin: { kind: 'user' } };
    expect((await rig.equipment.guidance(uri, message)).rules).toEqual([]);

    await rig.trust(`${uriOf(folder)}/`);
    await rig.settled(uri);
    expect(rig.gateway.running().map(({ definition }) => definition.name)).toEqual(['w']);
    expect(rig.shown(uri)).toMatchObject([{ load: { kind: 'loaded' }, ...trust('trusted') }, {}]);
    expect((await rig.equipment.guidance(uri, message)).rules).toMatchObject([{ text: 'Be kind.' }]);
    expect(await rig.equipment.listTrust()).toMatchObject({
      sources: [{ source: uriOf(folder), decision: 'trusted' }],
    });

    await rig.equipment.setTrust({ source: uriOf(folder), decision: 'denied' });
    await rig.settled(uri);
    expect(rig.gateway.running()).toHaveLength(0);
    expect((await rig.equipment.guidance(uri, message)).rules).toEqual([]);
  });

  it('D4: is trusted from the start inside of folders that the configuration trusts', async () => {
    const folder = folderWith(files);
    const rig = new Rig({ trustedFolders: [uriOf(`${folder}/..`)] });
    await rig.session('ahp-session:/s', { workingDirectories: [uriOf(folder)] });
    expect(rig.gateway.running()).toHaveLength(1);
  });

  it('D4: names the servers and plugins in effect before there is a session', async () => {
    const folder = folderWith({
      ...files,
      '.loggia/host.json': { plugins: ['./mine', './gone'] },
      'mine/.mcp.json': { mcpServers: { m: stdio('m') } },
      'mine/skills/one/SKILL.md': 'First.',
      'mine/skills/two/SKILL.md': 'Second.',
    });
    const rig = new Rig({ servers: ['a'] });
    const { schema, values } = await rig.equipment.resolveConfig({ workingDirectory: uriOf(folder) });
    expect(schema.properties).toHaveProperty('isolation');
    expect(values).toEqual({
      isolation: 'shared',
      plugins: [],
      toolBudget: 'default',
      pinnedTools: [],
      mcpServers: [
        { name: 'a', source: 'file:///host.json' },
        { name: 'w', source: `${uriOf(folder)}/.mcp.json` },
        { name: 'm', source: `${uriOf(folder)}/mine/.mcp.json` },
      ],
      effectivePlugins: expect.arrayContaining([
        { name: 'mine', source: uriOf(`${folder}/mine`), parts: { mcpServer: 1, skill: 2 } },
        { name: 'gone', source: uriOf(`${folder}/gone`), parts: {}, problem: expect.any(String) },
      ]),
    });
  });

  it('K3: begins with the room for tools and the pins that its creator wants, as far as they make sense', async () => {
    const rig = new Rig();
    const valuesOf = async (config: Record<string, unknown>) =>
      (await rig.equipment.resolveConfig({ config })).values;
    const wanted = { toolBudget: '5000', pinnedTools: ['Boards'] };
    expect(await valuesOf(wanted)).toMatchObject(wanted);
    const none = { toolBudget: 'default', pinnedTools: [] };
    expect(await valuesOf({ toolBudget: 'much', pinnedTools: [1] })).toMatchObject(none);
  });

  it('L5: what is not trusted learns nothing of the environment', async () => {
    const asked: string[] = [];
    const variable = (name: string) => {
      asked.push(name);
      return 'secret';
    };
    const folder = folderWith({ '.mcp.json': { mcpServers: { w: { command: 'w', args: ['${TOKEN}'] } } } });
    const rig = new Rig({ environment: { variable } });
    const uri = await rig.session('ahp-session:/s', { workingDirectories: [uriOf(folder)] });
    expect(asked).toEqual([]);
    await rig.trust(uriOf(folder));
    await rig.settled(uri);
    expect(asked).toEqual(['TOKEN']);
    expect(rig.gateway.named('w').definition.transport).toMatchObject({ args: ['secret'] });
    expect(JSON.stringify(rig.sessions.log)).not.toContain('secret');
  });

  it('D4: plugins that the settings of a session name are trusted by themselves', async () => {
    const plugin = folderWith({ '.mcp.json': { mcpServers: { p: stdio('p') } } });
    const rig = new Rig();
    const config = await rig.equipment.resolveConfig({ config: { plugins: [plugin] } });
    const uri = await rig.session('ahp-session:/s', { config });
    expect(rig.server(uri, 'p').state).toEqual({ kind: 'stopped' });
    await rig.trust(uriOf(plugin));
    await rig.settled(uri);
    expect(rig.server(uri, 'p').state).toEqual({ kind: 'starting' });
  });
});

it('D5: a host that cannot read its decisions trusts nothing', async () => {
  const records = new MemoryRecords();
  records.list = () => Promise.reject(new Error('The disk is gone.'));
  const folder = folderWith({ '.mcp.json': { mcpServers: { w: stdio('w') } } });
  const rig = new Rig({ records });
  await rig.session('ahp-session:/s', { workingDirectories: [uriOf(folder)] });
  expect(rig.gateway.made).toHaveLength(0);
  expect(rig.reports[0]).toContain('The disk is gone.');
});
