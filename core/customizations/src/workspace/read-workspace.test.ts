import { describe, expect, it } from 'vitest';
import { memoryFiles } from '../files/memory-files.testkit.ts';
import { environmentWith } from '../plugins/servers/servers.testkit.ts';
import { readWorkspace } from './read-workspace.ts';

const environment = environmentWith({ TOKEN: 'secret' });

function read(contents: Readonly<Record<string, string>>) {
  return readWorkspace(memoryFiles(contents, { path: '/project' }), environment);
}

describe('the files of a workspace', () => {
  it('D4: servers from all four files, the first wins, and the others are told', async () => {
    const found = await read({
      '.loggia/host.json': '{\n"mcpServers": {"a": {"command": "first"}}, "port": 5}',
      '.vscode/agent-host.json': '{"servers": {"b": {"command": "${workspaceFolder}/b"}}}',
      '.vscode/mcp.json':
        '{\n"inputs": [],\n"servers": {\n"a": {"command": "second"},\n"c": {"type": "http", "url": "https://c/mcp", "headers": {"X": "${input:key}"}}}}',
      '.mcp.json': '{"d": {"url": "https://d/mcp"}}',
    });
    expect(found.files).toEqual([
      '.loggia/host.json',
      '.vscode/agent-host.json',
      '.vscode/mcp.json',
      '.mcp.json',
    ]);
    expect(found.servers.map(({ name, uri, definition }) => [name, uri, definition?.transport])).toEqual([
      [
        'a',
        'file:///project/.loggia/host.json',
        { kind: 'stdio', command: 'first', args: [], env: {}, cwd: '/project' },
      ],
      [
        'b',
        'file:///project/.vscode/agent-host.json',
        { kind: 'stdio', command: '/project/b', args: [], env: {}, cwd: '/project' },
      ],
      ['c', 'file:///project/.vscode/mcp.json', undefined],
      ['d', 'file:///project/.mcp.json', { kind: 'http', url: 'https://d/mcp', headers: {} }],
    ]);
    expect(found.problems.map(({ file, line, message }) => `${file}:${line} ${message}`)).toEqual([
      '.vscode/mcp.json:5 The server "c": It asks for the input "key", which cannot be asked here. Write ${env:NAME} instead, and set that variable.',
      '.vscode/mcp.json:4 .loggia/host.json has a server "a", too, and is used instead of this one. Rename or remove one.',
    ]);
  });

  it('D4: plugins that it names lie inside it', async () => {
    const found = await read({
      '.loggia/host.json':
        '{"plugins": [\n"./tools/kit",\n{"path": "${workspaceFolder}/more"},\n"../elsewhere",\n"/etc",\n5,\n"tools/kit"]}',
    });
    expect(found.plugins).toEqual([
      {
        path: '/project/tools/kit',
        uri: 'file:///project/tools/kit',
        file: '.loggia/host.json',
        range: { start: { line: 1, character: 0 }, end: { line: 1, character: 13 } },
      },
      {
        path: '/project/more',
        uri: 'file:///project/more',
        file: '.loggia/host.json',
        range: { start: { line: 2, character: 0 }, end: { line: 2, character: 35 } },
      },
    ]);
    expect(found.problems.map(({ line }) => line)).toEqual([4, 5, 6]);
  });

  it('D9: folders of skills, agents, prompts and rules, and instructions by their names', async () => {
    const found = await read({
      '.claude/skills/pdf/SKILL.md': '---\nname: pdf\ndescription: PDF.\n---\n',
      '.github/agents/helper.agent.md': '---\ndescription: Helps.\n---\n',
      '.github/prompts/ask.prompt.md': 'Ask.',
      '.github/instructions/ts.instructions.md': '---\napplyTo: "**/*.ts"\n---\nUse types.',
      '.github/instructions/notes.md': 'No instructions.',
      '.github/copilot-instructions.md': 'Be kind.',
      'AGENTS.md': '# Rules\n',
      'src/index.ts': '',
    });
    expect(
      found.directories.map(({ uri, name, contents, children }) => [
        uri,
        name,
        contents,
        ...children.map((child) => `${child.name} ${child.file}`),
      ]),
    ).toEqual([
      ['file:///project/.claude/skills', '.claude/skills', 'skill', 'pdf .claude/skills/pdf/SKILL.md'],
      ['file:///project/.github/agents', '.github/agents', 'agent', 'helper .github/agents/helper.agent.md'],
      ['file:///project/.github/prompts', '.github/prompts', 'prompt', 'ask .github/prompts/ask.prompt.md'],
      [
        'file:///project/.github/instructions',
        '.github/instructions',
        'rule',
        'ts .github/instructions/ts.instructions.md',
      ],
      [
        'file:///project',
        'Instructions',
        'rule',
        'AGENTS AGENTS.md',
        'copilot-instructions .github/copilot-instructions.md',
      ],
    ]);
    expect(found.directories.at(-1)?.children).toMatchObject([{ alwaysApply: true }, { alwaysApply: true }]);
  });

  it('L5: one broken file costs nothing but itself', async () => {
    const found = await read({
      '.loggia/host.json': '{"mcpServers": {',
      '.mcp.json': '{"mcpServers": {"a": {"command": "x"}, "up": {"command": "../x"}}}',
      '.claude/skills/a/SKILL.md': '---\nname: a\n',
      '.claude/skills/b/SKILL.md': '---\nname: b\ndescription: B.\n---\n',
    });
    expect(found.servers.map(({ name, definition }) => [name, definition !== undefined])).toEqual([
      ['a', true],
      ['up', false],
    ]);
    expect(found.problems.map(({ file }) => file)).toEqual(['.loggia/host.json', '.mcp.json']);
    expect(found.directories[0]?.children.map(({ name }) => name)).toEqual(['a', 'b']);
    expect(found.directories[0]?.problems[0]).toMatchObject({ file: '.claude/skills/a/SKILL.md', line: 1 });
  });

  it('D4: a workspace without any of it has nothing', async () => {
    expect(await read({ 'package.json': '{}' })).toEqual({
      servers: [],
      plugins: [],
      directories: [],
      problems: [],
      files: [],
    });
  });

  it('L5: a workspace may not let a server use the model by itself', async () => {
    const found = await read({ '.mcp.json': '{"a": {"command": "x", "sampling": "allow"}}' });
    expect(found.servers[0]?.definition).toBeUndefined();
    expect(found.problems[0]?.message).toContain('Only the host');
  });
});
