import { describe, expect, it } from 'vitest';
import { FileRefused } from '../files/file-refused.ts';
import { memoryFiles } from '../files/memory-files.testkit.ts';
import { loadPlugin } from './load-plugin.ts';
import type { LoadedPlugin } from './loaded.ts';
import { environmentWith } from './servers/servers.testkit.ts';

const environment = environmentWith({ TOKEN: 'secret' }, { workspaceFolder: '/project' });
const uri = (file: string) => `file:///plugins/sample/${file}`;
const skill = (name: string) => `---\nname: ${name}\ndescription: Helps with ${name}.\n---\nText\n`;

function load(contents: Readonly<Record<string, string | Error>>): Promise<LoadedPlugin> {
  return loadPlugin(memoryFiles(contents), environment);
}

function shown({ children, servers }: LoadedPlugin): readonly string[] {
  return [
    ...children.map(({ type, name }) => `${type} ${name}`),
    ...servers.map(({ name, definition }) => `server ${name}${definition === undefined ? ' (broken)' : ''}`),
  ];
}

function told({ problems }: LoadedPlugin): readonly string[] {
  return problems.map(({ file, line, message }) => `${file}:${line ?? ''} ${message}`);
}

describe('Agent Plugins', () => {
  const schema = 'https://agent-plugins.org/schemas/1.0.0/plugin.schema.json';
  const mcpSchema = 'https://agent-plugins.org/schemas/1.0.0/mcp.schema.json';
  const manifest = JSON.stringify({
    $schema: schema,
    name: 'acme.tools',
    version: '1.2.0',
    description: 'Tools.',
  });

  it('D3: skills one level deep, servers of mcp.json, and what a client keeps in its own folder', async () => {
    const loaded = await load({
      'plugin.json': manifest,
      '.claude-plugin/plugin.json': '{"name": "other"}',
      'mcp.json': JSON.stringify({
        $schema: mcpSchema,
        mcpServers: {
          local: { type: 'stdio', command: './bin/run' },
          odd: { type: 'http', url: 'https://example.com' },
          remote: { type: 'streamable-http', url: 'https://example.com/mcp' },
        },
      }),
      '.mcp.json': '{"ignored": {"command": "x"}}',
      'skills/deploy/SKILL.md': skill('deploy'),
      'skills/group/inner/SKILL.md': skill('inner'),
      'agents/reviewer.md': '---\ndescription: Reviews.\n---\n',
      'com.github.copilot/commands/go.md': 'Go.',
    });
    expect(loaded).toMatchObject({
      format: 'agent-plugins',
      name: 'acme.tools',
      version: '1.2.0',
      description: 'Tools.',
      uri: uri('plugin.json'),
    });
    expect(shown(loaded)).toEqual([
      'skill deploy',
      'agent reviewer',
      'prompt go',
      'server local',
      'server odd (broken)',
      'server remote',
    ]);
    expect(loaded.servers[0]?.definition?.transport).toMatchObject({
      command: '/plugins/sample/bin/run',
      cwd: '/plugins/sample',
    });
    expect(told(loaded)).toEqual([
      'skills/group/inner/SKILL.md: Agent Plugins reads skills directly in "skills" only. Move this one there.',
      'mcp.json:1 The server "odd": "type" must be one of "stdio", "streamable-http", "sse".',
    ]);
  });

  it('D3: many come with the file that everybody else reads', async () => {
    const loaded = await load({
      'plugin.json': manifest,
      '.mcp.json': '{"mcpServers": {"a": {"url": "https://a/mcp"}}}',
    });
    expect(shown(loaded)).toEqual(['server a']);
    expect(told(loaded)).toEqual([]);
  });

  it.each([
    ['an unknown version', { $schema: schema.replace('1.0.0', '2.0.0'), name: 'a' }],
    ['no name', { $schema: schema }],
    ['a name with capitals', { $schema: schema, name: 'Acme' }],
    ['a name with two dots', { $schema: schema, name: 'a..b' }],
    ['a version that is a number', { $schema: schema, name: 'a', version: 1 }],
    ['an author with more fields', { $schema: schema, name: 'a', author: { name: 'x', age: 5 } }],
    ['keywords that are no list', { $schema: schema, name: 'a', keywords: 'x' }],
  ])('D3: with %s, nothing of it is used', async (_, written) => {
    const loaded = await load({
      'plugin.json': JSON.stringify(written, null, 1),
      'skills/a/SKILL.md': skill('a'),
    });
    expect(shown(loaded)).toEqual([]);
    expect(loaded.problems).toHaveLength(1);
    expect(loaded.problems[0]).toMatchObject({ file: 'plugin.json', line: expect.any(Number) });
  });

  it('D3: fields that it does not know are told and passed over', async () => {
    const written = { $schema: schema, name: 'a', mcpServers: { x: { command: 'x' } }, extensions: [] };
    const loaded = await load({ 'plugin.json': JSON.stringify(written), 'skills/a/SKILL.md': skill('a') });
    expect(shown(loaded)).toEqual(['skill a']);
    expect(told(loaded)).toEqual([
      'plugin.json:1 "mcpServers" is unknown and is ignored.',
      'plugin.json:1 "extensions" must be an object; it is ignored.',
    ]);
  });

  it.each([
    ['another version', { $schema: mcpSchema.replace('1.0.0', '1.1.0'), mcpServers: {} }],
    ['no schema', { mcpServers: { a: { type: 'stdio', command: 'x' } } }],
    ['more than belongs there', { $schema: mcpSchema, mcpServers: {}, inputs: [] }],
    ['no servers', { $schema: mcpSchema }],
  ])('D3: an mcp.json with %s costs the servers, not the skills', async (_, written) => {
    const loaded = await load({
      'plugin.json': manifest,
      'mcp.json': JSON.stringify(written),
      'skills/a/SKILL.md': skill('a'),
    });
    expect(shown(loaded)).toEqual(['skill a']);
    expect(loaded.problems).toMatchObject([{ file: 'mcp.json', line: 1 }]);
  });

  it('D3: a server gets the folder for its data only where it needs one', async () => {
    const asked: string[] = [];
    const withData = {
      ...environment,
      dataFolder: async (plugin: string) => {
        asked.push(plugin);
        return '/data/x';
      },
    };
    const remote = { $schema: mcpSchema, mcpServers: { a: { type: 'sse', url: 'https://a' } } };
    await loadPlugin(memoryFiles({ 'plugin.json': manifest, 'mcp.json': JSON.stringify(remote) }), withData);
    expect(asked).toEqual([]);
    const local = {
      $schema: mcpSchema,
      mcpServers: { a: { type: 'stdio', command: 'x', cwd: '${PLUGIN_DATA}' } },
    };
    const loaded = await loadPlugin(
      memoryFiles({ 'plugin.json': manifest, 'mcp.json': JSON.stringify(local) }),
      withData,
    );
    expect(asked).toEqual(['file:///plugins/sample']);
    expect(loaded.servers[0]?.definition?.transport).toMatchObject({
      cwd: '/data/x',
      env: { PLUGIN_DATA: '/data/x', PLUGIN_ROOT: '/plugins/sample' },
    });
  });
});

describe('Claude and Open Plugin', () => {
  it('D3: everything at its usual place', async () => {
    const loaded = await load({
      '.claude-plugin/plugin.json': '{"name": "kit", "description": "A kit.", "author": {"name": "x"}}',
      '.mcp.json': '{\n  "bare": { "command": "${CLAUDE_PLUGIN_ROOT}/run" }\n}',
      'skills/pdf/SKILL.md': '---\nname: pdf\ndescription: PDF.\nuser-invocable: false\n---\n',
      'skills/quiet/SKILL.md': '---\nname: quiet\ndescription: Quiet.\ndisable-model-invocation: true\n---\n',
      'skills/README.md': 'Not a skill.',
      'agents/reviewer.md':
        '---\nname: reviewer\ndescription: Reviews: all of it.\ntools: Read, Bash(git log:*)\nmodel: inherit\n---\n',
      'agents/writer.md': '---\nmodel: sonnet\ntools: ["*"]\n---\n',
      'commands/go.md': '---\ndescription: Goes.\n---\n',
      'commands/deep/er.md': 'Deeper.',
      'commands/README.md': 'No command.',
      'rules/style.mdc': '---\ndescription: Style.\nglobs: "**/*.ts, **/*.tsx"\nalwaysApply: false\n---\n',
      'rules/all.md': '---\napplyTo: "**"\n---\n',
      'hooks/hooks.json': '{"hooks": {\n"PreToolUse": [{"hooks": []}],\n"Stop": []}}',
    });
    expect(told(loaded)).toEqual([]);
    expect(loaded).toEqual({
      format: 'claude',
      name: 'kit',
      description: 'A kit.',
      uri: uri('.claude-plugin/plugin.json'),
      problems: [],
      children: [
        {
          type: 'skill',
          name: 'pdf',
          description: 'PDF.',
          file: 'skills/pdf/SKILL.md',
          uri: uri('skills/pdf/SKILL.md'),
          disableUserInvocation: true,
        },
        {
          type: 'skill',
          name: 'quiet',
          description: 'Quiet.',
          file: 'skills/quiet/SKILL.md',
          uri: uri('skills/quiet/SKILL.md'),
          disableModelInvocation: true,
        },
        {
          type: 'agent',
          name: 'reviewer',
          description: 'Reviews: all of it.',
          tools: ['Read', 'Bash(git log:*)'],
          file: 'agents/reviewer.md',
          uri: uri('agents/reviewer.md'),
        },
        {
          type: 'agent',
          name: 'writer',
          model: 'sonnet',
          file: 'agents/writer.md',
          uri: uri('agents/writer.md'),
        },
        { type: 'prompt', name: 'deep:er', file: 'commands/deep/er.md', uri: uri('commands/deep/er.md') },
        {
          type: 'prompt',
          name: 'go',
          description: 'Goes.',
          file: 'commands/go.md',
          uri: uri('commands/go.md'),
        },
        {
          type: 'rule',
          name: 'all',
          alwaysApply: true,
          globs: ['**'],
          file: 'rules/all.md',
          uri: uri('rules/all.md'),
        },
        {
          type: 'rule',
          name: 'style',
          description: 'Style.',
          alwaysApply: false,
          globs: ['**/*.ts', '**/*.tsx'],
          file: 'rules/style.mdc',
          uri: uri('rules/style.mdc'),
        },
        {
          type: 'hook',
          name: 'PreToolUse',
          file: 'hooks/hooks.json',
          uri: uri('hooks/hooks.json'),
          range: { start: { line: 1, character: 0 }, end: { line: 1, character: 29 } },
        },
        {
          type: 'hook',
          name: 'Stop',
          file: 'hooks/hooks.json',
          uri: uri('hooks/hooks.json'),
          range: { start: { line: 2, character: 0 }, end: { line: 2, character: 10 } },
        },
      ],
      servers: [
        {
          name: 'bare',
          uri: uri('.mcp.json'),
          written: {
            fingerprint: expect.any(String),
            launch: { kind: 'stdio', command: '${CLAUDE_PLUGIN_ROOT}/run', args: [], env: [] },
          },
          range: { start: { line: 1, character: 2 }, end: { line: 1, character: 52 } },
          definition: {
            name: 'bare',
            transport: {
              kind: 'stdio',
              command: '/plugins/sample/run',
              args: [],
              env: { PLUGIN_ROOT: '/plugins/sample', CLAUDE_PLUGIN_ROOT: '/plugins/sample' },
              cwd: '/project',
            },
          },
        },
      ],
    });
  });

  it('D3: the manifest may name other places, as a text, a list or an object, and hold servers and hooks itself', async () => {
    const loaded = await load({
      '.plugin/plugin.json': JSON.stringify({
        name: 'kit',
        skills: './extra/',
        agents: ['./people/one.md', '${CLAUDE_PLUGIN_ROOT}/people/two.md'],
        commands: { paths: ['./orders'], exclusive: true },
        hooks: { Stop: [] },
        mcpServers: { inline: { command: 'x' } },
      }),
      'skills/usual/SKILL.md': skill('usual'),
      'extra/more/SKILL.md': skill('more'),
      'people/one.md': 'One.',
      'people/two.md': 'Two.',
      'orders/go.md': 'Go.',
      'commands/never.md': 'Never.',
      '.mcp.json': '{"mcpServers": {"file": {"command": "y"}, "inline": {"command": "z"}}}',
    });
    expect(loaded.format).toBe('open-plugin');
    expect(shown(loaded)).toEqual([
      'skill usual',
      'skill more',
      'agent one',
      'agent two',
      'prompt go',
      'hook Stop',
      'server inline',
      'server file',
    ]);
    expect(told(loaded)).toEqual([
      '.mcp.json:1 .plugin/plugin.json has a server "inline", too, and comes first. Rename one.',
    ]);
    expect(loaded.alsoWatch).toEqual(['extra', 'people/one.md', 'people/two.md', 'orders']);
  });

  it('D3: a path that leads out, or to nothing, is told with its line, and the rest works', async () => {
    const loaded = await load({
      '.claude-plugin/plugin.json':
        '{\n"name": "kit",\n"skills": ["../../etc", "./mine"],\n"agents": "/etc/passwd",\n"commands": 5,\n"mcpServers": "./gone.json"\n}',
      'mine/SKILL.md': skill('mine'),
    });
    expect(shown(loaded)).toEqual(['skill mine']);
    expect(told(loaded)).toEqual([
      '.claude-plugin/plugin.json:3 "skills": "../../etc" leads out of this folder. Name a path inside it, without "..".',
      '.claude-plugin/plugin.json:4 "agents": "/etc/passwd" is not a path inside this folder. Write it relative to the folder.',
      '.claude-plugin/plugin.json:5 "commands" must be a path, or a list of paths.',
      '.claude-plugin/plugin.json:6 It names "gone.json", which is not there. Add it, or remove the name.',
    ]);
  });

  it('D3: a manifest that is no JSON is told, and the parts are found all the same', async () => {
    const loaded = await load({
      '.claude-plugin/plugin.json': '{\n"name": "kit"\n"version": 1',
      'skills/a/SKILL.md': skill('a'),
      '.mcp.json': '{',
    });
    expect(loaded).toMatchObject({ format: 'claude', name: 'sample' });
    expect(shown(loaded)).toEqual(['skill a']);
    expect(told(loaded)).toEqual([
      '.claude-plugin/plugin.json:3 This is not valid JSON: a comma is missing.',
      '.mcp.json:1 This is not valid JSON: a closing brace is missing.',
    ]);
  });
});

describe('Copilot, others, and none', () => {
  it('D3: a plugin.json without that schema, agents by their own ending, hooks at the root', async () => {
    const loaded = await load({
      'plugin.json': '{"name": "pilot", "version": "2"}',
      'agents/helper.agent.md': '---\ndescription: Helps.\ninfer: false\n---\n',
      'prompts/ask.prompt.md': 'Ask.',
      'instructions/ts.instructions.md': '---\napplyTo: "**/*.ts"\n---\n',
      'hooks.json': '{"version": 1, "hooks": {"sessionStart": [{"type": "command", "bash": "x"}]}}',
      '.mcp.json': '{"mcpServers": {"a": {"type": "local", "command": "gh", "tools": ["x"]}}}',
    });
    expect(loaded).toMatchObject({ format: 'copilot', name: 'pilot', version: '2' });
    expect(shown(loaded)).toEqual(['agent helper', 'prompt ask', 'rule ts', 'hook sessionStart', 'server a']);
    expect(loaded.children[0]).toMatchObject({ disableModelInvocation: true });
  });

  it.each([
    ['.github/plugin/plugin.json', 'copilot'],
    ['.cursor-plugin/plugin.json', 'open-plugin'],
    ['.codex-plugin/plugin.json', 'open-plugin'],
  ])('D3: %s is a manifest, too', async (file, format) => {
    const loaded = await load({
      [file]: '{"name": "x", "interface": {"displayName": "The X"}}',
      'skills/a/SKILL.md': skill('a'),
    });
    expect(loaded).toMatchObject({ format, name: 'x', displayName: 'The X', uri: uri(file) });
    expect(shown(loaded)).toEqual(['skill a']);
  });

  it('D3: a folder of parts needs no manifest, and one skill may be all there is', async () => {
    const parts = await load({
      'skills/a/SKILL.md': skill('a'),
      'mcp.json': '{"servers": {"b": {"command": "x"}}}',
    });
    expect(parts).toMatchObject({ format: 'bare', name: 'sample', uri: 'file:///plugins/sample' });
    expect(shown(parts)).toEqual(['skill a', 'server b']);
    expect(shown(await load({ 'SKILL.md': skill('alone') }))).toEqual(['skill alone']);
  });

  it('L5: a folder that is no plugin says so', async () => {
    expect(told(await load({ 'readme.txt': 'hello' }))).toEqual([
      ': There is no plugin here: neither a manifest, nor skills, agents, commands or servers.',
    ]);
  });
});

describe('broken parts', () => {
  it('D3: each is named with its file and line, and everything else works', async () => {
    const loaded = await load({
      '.claude-plugin/plugin.json': '{"name": "kit"}',
      'skills/bad/SKILL.md': '---\nname: bad\ndescription: [never closed\n---\n',
      'skills/good/SKILL.md': skill('good'),
      'skills/lost/SKILL.md': new FileRefused('It is not UTF-8 text. Save it as UTF-8.'),
      'skills/twin/SKILL.md': skill('good'),
      'agents/open.md': '---\nname: open\n',
      'hooks/hooks.json': '{"hooks": {"Stop": {}, "Start": []}}',
      '.mcp.json': '{"a": {"url": "https://a", "headers": {"X": "${NOT_SET}"}}, "b": {"command": "x"}}',
    });
    expect(shown(loaded)).toEqual([
      'skill bad',
      'skill good',
      'agent open',
      'hook Start',
      'server a (broken)',
      'server b',
    ]);
    expect(told(loaded)).toEqual([
      'skills/lost/SKILL.md: It is not UTF-8 text. Save it as UTF-8.',
      'skills/bad/SKILL.md:3 "description" is not YAML that can be read. Write it more simply.',
      'skills/bad/SKILL.md:1 The skill has no description. Add "description" to its front matter, to say when it helps.',
      'agents/open.md:1 The front matter does not end. Close it with a line "---".',
      'hooks/hooks.json:1 The hooks of "Stop" must be a list.',
      'hooks/hooks.json:1 Hooks of "Start" never run: this host has no such event.',
      '.mcp.json:1 The server "a": Set the variable NOT_SET where the host runs, and list it in the host\'s setting "environment".',
      'skills/twin/SKILL.md: skills/good/SKILL.md has the same name "good" and comes first. Rename one.',
    ]);
  });

  it('D2: of a plugin that lies with a client, servers elsewhere work, and the skills do', async () => {
    const contents = {
      '.mcp.json': '{"far": {"url": "https://far/mcp"}, "near": {"command": "${CLAUDE_PLUGIN_ROOT}/x"}}',
      'skills/a/SKILL.md': skill('a'),
    };
    const loaded = await loadPlugin(memoryFiles(contents, {}), environment);
    expect(shown(loaded)).toEqual(['skill a', 'server far', 'server near (broken)']);
    expect(told(loaded)).toEqual([
      '.mcp.json:1 The server "near": It needs files that are on the client, so it can\'t be started here.',
    ]);
    expect(loaded.children[0]?.uri).toBe('client-plugin:/sample/skills/a/SKILL.md');
  });

  it('D2: what is not there is not asked for', async () => {
    const files = memoryFiles({ '.claude-plugin/plugin.json': '{}', 'skills/a/SKILL.md': skill('a') });
    await loadPlugin(files, environment);
    expect(files.reads).toEqual(['.claude-plugin/plugin.json', 'skills/a/SKILL.md']);
  });

  it('L5: ten thousand files do not fill anything', async () => {
    const contents: Record<string, string> = {};
    for (let index = 0; index < 3000; index += 1)
      contents[`agents/a${index}.md`] = `---\nname: a${index}\n---\n`;
    const loaded = await load(contents);
    expect(loaded.children).toHaveLength(1000);
    expect(loaded.problems).toHaveLength(1);
    expect(loaded.problems[0]?.message).toBe(
      'There are too many files here. This one, and what comes after it, is left out.',
    );
  });

  it('L5: folders within folders have an end', async () => {
    let lists = 0;
    const files = {
      ...memoryFiles({}),
      list: async () => {
        lists += 1;
        return Array.from({ length: 1000 }, (_, index) => ({
          name: `commands${index || ''}`,
          type: 'directory' as const,
        }));
      },
    };
    const { problems } = await loadPlugin(files, environment);
    expect(lists).toBeLessThan(100);
    expect(problems).toHaveLength(1);
  });

  it('L5: a manifest that names ever so many places, and hooks for ever so many events, have an end', async () => {
    const events = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`E${index}`, []]));
    const loaded = await load({
      '.claude-plugin/plugin.json': JSON.stringify({
        agents: Array.from({ length: 300 }, () => './one.md'),
        hooks: events,
      }),
      'one.md': 'One.',
    });
    expect(loaded.children).toHaveLength(101);
    expect(told(loaded)).toEqual([
      '.claude-plugin/plugin.json:1 "agents" names more than 200 locations; the rest is left out.',
      '.claude-plugin/plugin.json:1 It has more than 100 events; the rest is left out.',
      '.claude-plugin/plugin.json:1 Hooks of "E0" and 99 more never run: this host has no such event.',
    ]);
  });

  it('L5: the list of problems has an end', async () => {
    const contents: Record<string, string> = {};
    for (let index = 0; index < 300; index += 1) contents[`agents/a${index}.md`] = '---\nname: x\n';
    const { problems } = await load(contents);
    expect(problems).toHaveLength(201);
    expect(problems.at(-1)?.message).toBe('There are more problems than are listed here. Fix these first.');
  });

  it('L5: names are shown in one plain line', async () => {
    const loaded = await load({
      '.claude-plugin/plugin.json': JSON.stringify({
        name: 'a\u0000\u202e\nb',
        description: `x${'y'.repeat(9000)}`,
      }),
      'skills/a/SKILL.md': '---\nname: "one\\u0007\\ntwo"\ndescription: d\n---\n',
    });
    expect(loaded.name).toBe('a b');
    expect(loaded.description).toHaveLength(4096);
    expect(shown(loaded)).toEqual(['skill one two']);
  });
});
