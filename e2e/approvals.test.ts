import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { ServerReport, SourceReview, ViewPolicy } from '@loggia/protocol';
import { describe, expect, test } from 'vitest';
import { Api } from './src/process/api.ts';
import { loggia } from './src/process/command.ts';
import { DataDirectory, HostProcess } from './src/process/host-process.ts';
import { TappedClient } from './src/process/tapped-client.ts';
import { until } from './src/process/until.ts';
import { echoServer } from './src/servers/reference-servers.ts';
import { SessionServers } from './src/servers/session-servers.ts';

const registration = 'application/vnd.loggia.mcp-server+json';

/** A program that leaves a file behind before it does anything else. */
function trapIn(folder: string, name: string) {
  const file = path.join(folder, `${name}.ran`);
  const settings = { type: 'stdio', command: 'sh', args: ['-c', `id > '${file}'; exec sleep 60`] };
  return { settings, hasRun: () => existsSync(file) };
}

async function serverNamed(api: Api, name: string): Promise<ServerReport | undefined> {
  const { servers } = await api.call<{ servers: ServerReport[] }>('listServers');
  return servers.find((server) => server.name === name);
}

describe('a server that a handler registers', () => {
  test('SE1: runs after a person has approved its command line, and before that in no way', async () => {
    using data = new DataDirectory({ welcome: false, confirm: 'never' });
    await using host = await HostProcess.start(data, 'product');
    const api = new Api(() => data.endpoint());
    const { id: workspace } = await api.firstWorkspace();
    await until(
      'the handler is there',
      async () => (await api.explain(workspace, registration)).type !== undefined,
      30_000,
    );
    const trap = trapIn(data.path, 'job');
    const context = { name: 'job', settings: trap.settings };
    const { id } = await api.create({ workspace, type: registration, title: 'Job', context });
    await api.commit('Register', id);
    const waiting = await until('it is registered', () => serverNamed(api, 'job'), 30_000);
    expect(waiting).toMatchObject({
      trusted: false,
      approval: { decision: 'waiting' },
      transport: { kind: 'stdio', command: 'sh', args: trap.settings.args },
    });
    const source = waiting.approval?.source ?? '';
    for (const command of ['startServer', 'restartServer'])
      await expect(api.call(command, { server: 'job' })).rejects.toThrow('is waiting for your approval');
    await expect(api.call('callTool', { server: 'job', tool: 'x' })).rejects.toThrow('waiting');
    await api.call('listTools', { server: 'job' });
    await api.call('diagnose', { server: 'job' });
    await expect(api.call('setTrust', { source, decision: 'trusted' })).rejects.toMatchObject({
      status: 400,
    });
    await expect(
      api.call('setTrust', { source, decision: 'trusted', fingerprint: 'guessed' }),
    ).rejects.toMatchObject({ status: 409 });
    expect(trap.hasRun()).toBe(false);

    const listed = await loggia(data, ['servers', 'list']);
    expect(listed.stdout).toContain('waiting for approval');
    expect(listed.stdout).toContain(`command    sh -c ${JSON.stringify(trap.settings.args[1])}`);
    const asked = await loggia(data, ['servers', 'approve', 'job']);
    expect(asked).toMatchObject({ code: 2 });
    const fingerprint = /--fingerprint (\w+)/.exec(asked.stderr)?.[1] ?? asked.stderr;
    expect(trap.hasRun()).toBe(false);
    const approved = await loggia(data, ['servers', 'approve', 'job', '--fingerprint', fingerprint]);
    expect([approved.stderr, approved.code]).toEqual(['', 0]);
    api.call('startServer', { server: 'job' }).catch(() => undefined);
    await until('it runs', () => trap.hasRun(), 30_000);
    expect(host.loggedErrors).toEqual([]);
  });
});

describe('decisions about a server that was removed', () => {
  test('SE6: are inherited by no other program of the same name', async () => {
    using data = new DataDirectory({ handlers: false, welcome: false });
    await using host = await HostProcess.start(data);
    const api = new Api(() => data.endpoint());
    const client = new TappedClient('desk', () => data.endpoint(), { mcpApps: {} });
    const settings = { command: process.execPath, args: [echoServer] };
    const { id } = await api.call<{ id: string }>('addServer', { name: 'files', settings });
    await api.call('setViewPolicy', { server: id, loosen: ['unsafe-eval'], consent: { message: 'allow' } });
    await api.call('setTypePolicy', { grants: { server: id, permissions: ['servers'] } });
    const session = await SessionServers.create(client);
    await session.until('files', 'ready', 30_000);
    const enablement = [{ kind: 'session' as const, enabled: true }];
    await session.view.dispatch({ type: 'session/customizationToggled', id, enablement }).settled;
    const chat = client.ahp.chat(session.view.state?.defaultChat ?? '');
    await chat.ready;
    const say = (turnId: string, text: string) =>
      chat.dispatch({
        type: 'chat/turnStarted',
        turnId,
        startedAt: new Date().toISOString(),
        message: { text, origin: { kind: 'user' } },
      });
    const waiting = () =>
      chat.state?.activeTurn?.responseParts.flatMap((part) =>
        part.kind === 'toolCall' && part.toolCall.status === 'pending-confirmation' ? [part.toolCall] : [],
      )[0];
    say('t1', '/policy echo {"text":"a"}');
    const first = await until('it asks', waiting, 30_000);
    await chat.dispatch({
      type: 'chat/toolCallConfirmed',
      turnId: 't1',
      toolCallId: first.toolCallId,
      approved: true,
      selectedOptionId: 'allow-always',
    }).settled;
    await until('it is over', () => chat.state?.turns.length === 1, 30_000);
    expect(await api.call('listAllowances')).toMatchObject({ allowances: [{ server: id, tool: 'echo' }] });

    await api.call('removeServer', { server: 'files' });
    expect(await api.call('listAllowances')).toEqual({ allowances: [] });
    const other = { ...settings, env: { ANOTHER: 'program' } };
    expect(await api.call('addServer', { name: 'files', settings: other })).toEqual({ id });
    expect((await api.call<{ policies: ViewPolicy[] }>('listViewPolicies')).policies).toEqual([]);
    await session.until('files', 'ready', 30_000);
    expect(session.named('files').enablement).toBeUndefined();
    say('t2', '/policy echo {"text":"b"}');
    await until('it asks again', waiting, 30_000);
    client[Symbol.dispose]();
    expect(host.loggedErrors).toEqual([]);
  });
});

describe('a trusted folder', () => {
  test('SE7: that changes what it runs is undecided, and what is new does not run before it was seen', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'loggia-trusted-'));
    const source = pathToFileURL(folder).href;
    using data = new DataDirectory({
      handlers: false,
      welcome: false,
      roots: [{ path: folder, write: true }],
    });
    await using host = await HostProcess.start(data);
    const api = new Api(() => data.endpoint());
    const client = new TappedClient('desk', () => data.endpoint(), { mcpApps: {} });
    const echo = { command: process.execPath, args: [echoServer] };
    const declare = (mcpServers: object) =>
      writeFileSync(path.join(folder, '.mcp.json'), JSON.stringify({ mcpServers }));
    try {
      declare({ stays: echo, changes: echo });
      const channel = 'ahp-session:/trusted';
      await client.ahp.request('createSession', { channel, workingDirectories: [source] });
      const session = await SessionServers.watch(client, channel);
      const trust = async () => {
        const { review } = await api.call<{ review: SourceReview }>('reviewTrust', { source });
        await api.call('setTrust', { source, decision: 'trusted', fingerprint: review.fingerprint });
        return review;
      };
      await trust();
      await session.until('changes', 'ready', 30_000);
      await session.until('stays', 'ready', 30_000);
      const pid = (
        await api.call<{ servers: ServerReport[] }>('listServers', { session: channel })
      ).servers.find(({ name }) => name === 'stays')?.pid;
      const trap = trapIn(folder, 'changed');
      declare({ stays: echo, changes: trap.settings });
      await session.until('changes', 'stopped', 30_000);
      const { servers } = await api.call<{ servers: ServerReport[] }>('listServers', { session: channel });
      expect(servers).toMatchObject([
        { name: 'stays', trusted: true, pid, state: { kind: 'ready' } },
        { name: 'changes', trusted: false, approval: { source, decision: 'waiting', changed: true } },
      ]);
      await expect(api.call('startServer', { server: 'changes', session: channel })).rejects.toThrow(
        'has changed since you trusted',
      );
      const shown = await loggia(data, ['trust', 'review', folder]);
      expect(shown.stdout).toMatch(/- command {4}\S*node \S.*echo-server\.js/);
      expect(shown.stdout).toContain('+ command    sh -c');
      expect(trap.hasRun()).toBe(false);
      await trust();
      await until('what was approved runs', () => trap.hasRun(), 30_000);
      expect(host.loggedErrors).toEqual([]);
    } finally {
      client[Symbol.dispose]();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
