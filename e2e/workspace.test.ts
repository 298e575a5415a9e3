import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Customization, PluginCustomization, SourceReview } from '@loggia/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DataDirectory, HostProcess } from './src/process/host-process.ts';
import { TappedClient } from './src/process/tapped-client.ts';
import { until } from './src/process/until.ts';
import { echoServer } from './src/servers/reference-servers.ts';
import { SessionServers } from './src/servers/session-servers.ts';

const root = 'ahp-root://';

describe('a workspace with a configuration, skills and a plugin of its own', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'loggia-workspace-'));
  const uri = pathToFileURL(folder).href;
  const data = new DataDirectory();
  let host: HostProcess;
  let client: TappedClient;

  function write(file: string, text: string | object): void {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), typeof text === 'string' ? text : JSON.stringify(text, null, 2));
  }

  beforeAll(async () => {
    const server = { command: process.execPath, args: [echoServer] };
    write('.mcp.json', { mcpServers: { local: server, wrong: { args: [] } } });
    write('.loggia/host.json', { plugins: ['./tools/notes'] });
    write('tools/notes/.claude-plugin/plugin.json', { name: 'notes', version: '1.2.3' });
    write('tools/notes/.mcp.json', { 'notes-server': server });
    write(
      'tools/notes/skills/tidy/SKILL.md',
      '---\nname: tidy\ndescription: Tidies: up\n---\nPut things away.\n',
    );
    host = await HostProcess.start(data);
    client = new TappedClient('desk', () => data.endpoint(), { mcpApps: {} });
  });

  afterAll(async () => {
    client[Symbol.dispose]();
    await host[Symbol.asyncDispose]();
    data[Symbol.dispose]();
    rmSync(folder, { recursive: true, force: true });
  });

  async function open(name: string): Promise<SessionServers> {
    const session = `ahp-session:/${name}`;
    await client.ahp.request('createSession', { channel: session, workingDirectories: [uri] });
    return SessionServers.watch(client, session);
  }

  const pluginOf = (entries: readonly Customization[] | undefined): PluginCustomization | undefined =>
    entries?.find((entry): entry is PluginCustomization => entry.type === 'plugin' && entry.name === 'notes');

  test('D3, D4: nothing of it runs before it is trusted; then all of it does, and new sessions need not ask', async () => {
    const session = await open('first');
    await until('it is read', () => session.all.some(({ name }) => name === 'local'));
    await until('the plugin is read', () => pluginOf(session.view.state?.customizations)?.children);
    for (const { name, state } of session.all) expect([name, state.kind]).not.toEqual([name, 'ready']);
    const refused = session.view.dispatch({
      type: 'session/mcpServerStartRequested',
      id: session.named('local').id,
    });
    await expect(refused.settled).rejects.toThrow(/trust/);
    const { review } = (await client.ahp.call('x-loggia/reviewTrust', { channel: root, source: uri })) as {
      review: SourceReview;
    };
    await client.ahp.call('x-loggia/setTrust', {
      channel: root,
      source: uri,
      decision: 'trusted',
      fingerprint: review.fingerprint,
    });
    await session.until('local', 'ready');
    await session.until('notes-server', 'ready');
    const wrong = JSON.stringify(session.view.state?.customizations);
    expect(wrong).toContain('.mcp.json:');
    expect(pluginOf(session.view.state?.customizations)).toMatchObject({
      version: '1.2.3',
      load: { kind: 'loaded' },
    });
    const second = await open('second');
    await second.until('local', 'ready');
  });

  test('D4: what a session would have is told before it is made', async () => {
    const { values } = await client.ahp.request('resolveSessionConfig', {
      channel: root,
      workingDirectory: uri,
    });
    expect(JSON.stringify(values)).toContain('local');
  });

  test('D9: a skill of it reaches the agent', async () => {
    const session = await open('third');
    await session.until('notes-server', 'ready');
    const chat = client.ahp.chat(session.view.state?.defaultChat ?? '');
    await chat.ready;
    const message = { text: '/guidance', origin: { kind: 'user' as const } };
    chat.dispatch({ type: 'chat/turnStarted', turnId: 't', startedAt: new Date().toISOString(), message });
    const turn = await until('it has answered', () => chat.state?.turns[0]);
    expect(JSON.stringify(turn.responseParts)).toContain('tidy');
  });

  test('D3: what changes in its files is noticed', async () => {
    const session = await open('fourth');
    await session.until('notes-server', 'ready');
    write('tools/notes/skills/sweep/SKILL.md', '---\nname: sweep\ndescription: Sweeps\n---\nSweep.\n');
    await until('the new skill is listed', () =>
      pluginOf(session.view.state?.customizations)?.children?.some(({ name }) => name === 'sweep'),
    );
    expect(session.named('notes-server').state.kind).toBe('ready');
  });

  test('D5: a decision for everywhere holds in other sessions, at once and later', async () => {
    const [here, there] = [await open('fifth'), await open('sixth')];
    await here.until('local', 'ready');
    await there.until('local', 'ready');
    const { id } = here.named('local');
    const toggle = (enabled: boolean) =>
      here.view.dispatch({
        type: 'session/customizationToggled',
        id,
        enablement: [{ kind: 'global', enabled }],
      });
    await toggle(false).settled;
    await here.until('local', 'stopped');
    await there.until('local', 'stopped');
    const later = await open('seventh');
    await later.until('notes-server', 'ready');
    expect(later.named('local')).toMatchObject({
      state: { kind: 'stopped' },
      enablement: [{ kind: 'global', enabled: false }],
    });
    await toggle(true).settled;
    await there.until('local', 'ready');
  });

  test('D1: the host has nothing to say against any of it', () => {
    expect(host.loggedErrors).toEqual([]);
  });
});
