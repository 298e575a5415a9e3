import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ask } from '@loggia/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DataDirectory, HostProcess } from './src/process/host-process.ts';
import { TappedClient } from './src/process/tapped-client.ts';
import { until } from './src/process/until.ts';
import { echoServer } from './src/servers/reference-servers.ts';
import { SessionServers } from './src/servers/session-servers.ts';

describe('plugins that people add', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'loggia-plugins-'));
  const data = new DataDirectory();
  let host: HostProcess;
  let client: TappedClient;

  const git = (...args: string[]): string =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@example.com', ...args], {
      cwd: folder,
      encoding: 'utf8',
    });

  function commit(server: object): void {
    mkdirSync(path.join(folder, '.claude-plugin'), { recursive: true });
    writeFileSync(path.join(folder, '.claude-plugin/plugin.json'), '{"name":"weather"}');
    writeFileSync(path.join(folder, '.mcp.json'), JSON.stringify({ sky: server }));
    git('add', '--all');
    git('-c', 'commit.gpgsign=false', 'commit', '--quiet', '--message=Change');
  }

  beforeAll(async () => {
    git('init', '--quiet');
    commit({ command: process.execPath, args: [echoServer] });
    host = await HostProcess.start(data);
    client = new TappedClient('desk', () => data.endpoint());
  });

  afterAll(async () => {
    client[Symbol.dispose]();
    await host[Symbol.asyncDispose]();
    data[Symbol.dispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  test('D1, D5, H5: one from a repository runs in open sessions after a yes, survives kill -9, and waits after an update', async () => {
    const open = await SessionServers.create(client);
    const from = { kind: 'git', address: folder } as const;
    const { preview } = await ask(client.ahp, 'x-loggia/previewPlugin', { from });
    if (!preview) throw new Error('The repository is a plugin.');
    expect(preview.review.parts).toMatchObject([{ name: 'sky', now: { args: [echoServer] } }]);
    expect(open.all.map(({ name }) => name)).not.toContain('sky');
    const { fingerprint } = preview.review;
    const { plugin } = await ask(client.ahp, 'x-loggia/addPlugin', { preview: preview.id, fingerprint });
    await open.until('sky', 'ready');
    open.view.dispose();

    await host.kill();
    host = await HostProcess.start(data);
    await until('it is listed again', async () => {
      const { plugins } = await ask(client.ahp, 'x-loggia/listPlugins', {}).catch(() => ({ plugins: [] }));
      return plugins.length === 1;
    });
    const later = await SessionServers.create(client);
    await later.until('sky', 'ready');

    commit({ command: process.execPath, args: [echoServer, '--changed'] });
    const updated = await ask(client.ahp, 'x-loggia/updatePlugin', { plugin: plugin.id });
    expect(updated.plugin).toMatchObject({ decision: 'undecided', changed: true });
    await later.until('sky', 'stopped');

    await ask(client.ahp, 'x-loggia/removePlugin', { plugin: 'weather' });
    await until('the session has lost it', () => later.all.every(({ name }) => name !== 'sky'));
    expect(readdirSync(path.join(data.path, 'plugins'))).toEqual([]);
    later.view.dispose();
  });

  test('H5: hostile addresses never reach a shell, and say what is allowed', async () => {
    const ran = path.join(folder, 'ran');
    for (const address of [`ext::sh -c touch% ${ran}`, `--upload-pack=touch ${ran}`, `file://${folder}`]) {
      const from = { kind: 'git', address } as const;
      await expect(ask(client.ahp, 'x-loggia/previewPlugin', { from })).rejects.toThrow(
        /isn't an address of a repository\. Give an address|Give the absolute path of the repository/,
      );
    }
    expect(readdirSync(folder)).not.toContain('ran');
  });
});
