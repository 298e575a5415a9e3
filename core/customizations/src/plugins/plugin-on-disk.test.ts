import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { diskFiles } from '../files/disk-files.ts';
import { loadPlugin } from './load-plugin.ts';
import { environmentWith } from './servers/servers.testkit.ts';

const environment = environmentWith({});
let folder: string;
let root: string;

async function put(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
  await writeFile(path.join(folder, file), text);
}

beforeEach(async () => {
  folder = await realpath(await mkdtemp(path.join(tmpdir(), 'loggia-plugin-')));
  root = path.join(folder, 'plugin');
  await put('plugin/.claude-plugin/plugin.json', '{"name": "kit"}');
  await put('plugin/skills/good/SKILL.md', '---\nname: good\ndescription: Good.\n---\n');
});

afterEach(() => rm(folder, { recursive: true, force: true }));

describe('a plugin on disk', () => {
  it('D3: links out of its root are told, and nothing behind them is read', async () => {
    await put('elsewhere/SKILL.md', '---\nname: stolen\ndescription: Stolen.\n---\n');
    await put('elsewhere/secret.md', '---\nname: secret\n---\n');
    await put('plugin/agents/fine.md', '---\nname: fine\n---\n');
    await symlink('../../elsewhere', path.join(root, 'skills', 'stolen'));
    await symlink('../../elsewhere/secret.md', path.join(root, 'agents', 'secret.md'));
    await symlink('../elsewhere', path.join(root, 'commands'));
    await symlink('loop', path.join(root, 'agents', 'loop.md'));
    await symlink('loop.md', path.join(root, 'agents', 'loop'));
    const loaded = await loadPlugin(diskFiles(root), environment);
    expect(loaded.children.map(({ name }) => name)).toEqual(['good', 'fine']);
    expect(loaded.problems.map(({ file }) => file).sort()).toEqual([
      'agents/loop.md',
      'agents/secret.md',
      'commands',
      'skills/stolen/SKILL.md',
    ]);
    expect(JSON.stringify(loaded)).not.toContain('"secret"');
  });

  it('D3: a server whose program or folder is a link out of the root is not started', async () => {
    await put('elsewhere/run', '');
    await put('plugin/bin/run', '');
    await symlink('../../elsewhere/run', path.join(root, 'bin', 'out'));
    await symlink('../elsewhere', path.join(root, 'away'));
    const servers = {
      inside: { command: './bin/run' },
      out: { command: './bin/out' },
      far: { command: '${CLAUDE_PLUGIN_ROOT}/away/run' },
      there: { command: 'node', cwd: './away' },
      gone: { command: './bin/gone' },
    };
    await put('plugin/.mcp.json', JSON.stringify(servers));
    const loaded = await loadPlugin(diskFiles(root), environment);
    expect(loaded.servers.map(({ name, definition }) => [name, definition !== undefined])).toEqual([
      ['inside', true],
      ['out', false],
      ['far', false],
      ['there', false],
      ['gone', true],
    ]);
    expect(loaded.problems.map(({ message }) => message)).toEqual([
      'The server "out": "command" is a link that leads out of the plugin. Put the file itself there.',
      'The server "far": "command" is a link that leads out of the plugin. Put the file itself there.',
      'The server "there": "cwd" is a link that leads out of the plugin. Put the file itself there.',
    ]);
  });

  it('L5: a manifest of many megabytes is told, not read', async () => {
    await put('plugin/.claude-plugin/plugin.json', `{"name": "${'x'.repeat(3 * 1024 * 1024)}"}`);
    const loaded = await loadPlugin(diskFiles(root), environment);
    expect(loaded).toMatchObject({ format: 'claude', name: 'plugin' });
    expect(loaded.children.map(({ name }) => name)).toEqual(['good']);
    expect(loaded.problems).toEqual([
      {
        file: '.claude-plugin/plugin.json',
        message: 'It is larger than the 1024 KiB that are read of one file. Make it smaller.',
      },
    ]);
  });

  it.skipIf(process.getuid?.() === 0)('L5: a folder that may not be read is told', async () => {
    await put('plugin/agents/a.md', 'A.');
    await chmod(path.join(root, 'agents'), 0o000);
    try {
      const loaded = await loadPlugin(diskFiles(root), environment);
      expect(loaded.problems).toEqual([
        { file: 'agents', message: 'The host may not read it. Change its permissions.' },
      ]);
    } finally {
      await chmod(path.join(root, 'agents'), 0o755);
    }
  });

  it('D3: the text of a child is found under its file', async () => {
    const files = diskFiles(root);
    const [child] = (await loadPlugin(files, environment)).children;
    expect(await files.read(child?.file ?? '')).toContain('name: good');
    expect(child?.uri).toBe(`file://${root}/skills/good/SKILL.md`);
  });
});
