import { describe, expect, it } from 'vitest';
import { folderWith, Rig, uriOf } from './rig.testkit.ts';

const message = { text: 'hello', origin: { kind: 'user' } };
const copilotFiles = {
  'mcp-config.json': { mcpServers: { c: { type: 'local', command: 'c', args: ['--x'], tools: ['*'] } } },
};

describe('folders of the user', () => {
  it('D4: their servers are shown by their file, and run in the folder of the session once trusted', async () => {
    const copilot = folderWith(copilotFiles);
    const project = folderWith({});
    const rig = new Rig({ userFolders: [{ kind: 'copilot', path: copilot }] });
    const uri = await rig.session('ahp-session:/s', { workingDirectories: [uriOf(project)] });
    expect(rig.shown(uri)).toMatchObject([
      {
        type: 'directory',
        contents: 'mcpServer',
        name: '~/.copilot/mcp-config.json',
        uri: `${uriOf(copilot)}/mcp-config.json`,
        _meta: { 'loggia.trust': { source: uriOf(copilot), decision: 'undecided' } },
        children: [{ name: 'c', state: { kind: 'stopped' } }],
      },
    ]);
    expect(rig.gateway.made).toHaveLength(0);

    await rig.trust(uriOf(copilot));
    await rig.settled(uri);
    expect(rig.gateway.named('c').definition.transport).toMatchObject({
      kind: 'stdio',
      command: 'c',
      args: ['--x'],
      cwd: project,
    });
  });

  it('D4, D9: their skills can be used once trusted', async () => {
    const agents = folderWith({
      'skills/greet/SKILL.md': '---\nname: greet\ndescription: Greets people.\n---\nSay hello.',
      'AGENTS.md': 'Not a rule for others.',
    });
    const rig = new Rig({ userFolders: [{ kind: 'agents', path: agents }] });
    const uri = await rig.session();
    expect(rig.shown(uri)).toMatchObject([
      { type: 'directory', contents: 'skill', name: '~/.agents/skills', children: [{ name: 'greet' }] },
    ]);
    expect((await rig.equipment.guidance(uri, message)).skills).toEqual([]);
    await rig.trust(uriOf(agents));
    await rig.settled(uri);
    const { skills, rules } = await rig.equipment.guidance(uri, message);
    expect(skills).toMatchObject([{ name: 'greet', description: 'Greets people.' }]);
    expect(rules).toEqual([]);
  });

  it('D4: a broken file says where, and the session works', async () => {
    const copilot = folderWith({ 'mcp-config.json': '{\n  "mcpServers": { "c": }\n}' });
    const rig = new Rig({ servers: ['a'], userFolders: [{ kind: 'copilot', path: copilot }] });
    const uri = await rig.session();
    const [own, broken] = rig.shown(uri);
    expect(own).toMatchObject({ name: 'a' });
    expect(broken).toMatchObject({ name: '~/.copilot/mcp-config.json', load: { kind: 'error' } });
    expect(JSON.stringify(broken)).toMatch(/mcp-config\.json:2: /);
  });

  it('D4: a folder without anything to read is not shown', async () => {
    const rig = new Rig({ userFolders: [{ kind: 'copilot', path: folderWith({ 'logs/x.txt': 'x' }) }] });
    expect(rig.shown(await rig.session())).toEqual([]);
  });
});
