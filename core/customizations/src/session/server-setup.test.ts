import { serverSetupExtensions } from '@loggia/protocol';
import { describe, expect, it } from 'vitest';
import { MemoryRecords, Rig } from './rig.testkit.ts';
import type { AskedBy } from './service.ts';

const person: AskedBy = { person: true, artifacts: [] };
const url = 'https://tickets.example/mcp';
const shell = { clientId: 'shell', signal: new AbortController().signal };

async function rigWith(settings: Parameters<Rig['equipment']['addServer']>[0]['settings']) {
  const records = new MemoryRecords();
  const rig = new Rig({ servers: ['own'], records });
  const { id } = await rig.equipment.addServer({ name: 'typo', settings, start: false }, person);
  return { rig, id, records };
}

async function named(rig: Rig, name: string) {
  return (await rig.equipment.listServers({})).servers.find((server) => server.name === name);
}

describe('J9: a server that was added', () => {
  it('is corrected in place: the new process replaces the old in every session, and keeps what it may', async () => {
    const { rig, id } = await rigWith({ command: 'npxx', env: { KEY: 'hush' } });
    const session = await rig.session();
    const wrong = rig.gateway.named('typo');
    const read = await rig.equipment.readServer({ server: id });
    expect(serverSetupExtensions['x-loggia/readServer'].result.parse(read)).toEqual({
      id,
      name: 'typo',
      settings: { command: 'npxx' },
      secrets: { env: ['KEY'], headers: [], clientSecret: false },
    });
    await rig.equipment.editServer({
      server: id,
      name: 'files',
      settings: { command: 'npx', args: ['files'] },
      keep: { env: ['KEY'] },
    });
    expect(wrong.state).toEqual({ kind: 'stopped' });
    expect(rig.gateway.named('files').definition.transport).toMatchObject({
      command: 'npx',
      args: ['files'],
      env: { KEY: 'hush' },
    });
    rig.gateway.named('files').becomeReady(['t']);
    expect(rig.server(session, 'files')).toMatchObject({ id, state: { kind: 'ready' } });
  });

  it('keeps its identity and decisions under another name, over a restart of the host, too', async () => {
    const { rig, id, records } = await rigWith({ command: 'x' });
    const session = await rig.session();
    rig.dispatch(session, {
      type: 'session/customizationToggled',
      id,
      enablement: [{ kind: 'global', enabled: false }],
    });
    await rig.equipment.editServer({ server: 'typo', name: 'renamed', settings: { command: 'x' } });
    expect(await named(rig, 'renamed')).toMatchObject({ id, enabled: false, trusted: true });
    // The name is free again, and its next owner inherits nothing.
    const { id: other } = await rig.equipment.addServer({ name: 'typo', settings: { command: 'y' } }, person);
    expect(other).not.toBe(id);
    const restarted = new Rig({ servers: ['own'], records });
    const { servers } = await restarted.equipment.listServers({});
    expect(servers.map(({ name, id: its, enabled }) => [name, its, enabled])).toEqual([
      ['own', expect.anything(), true],
      ['renamed', id, false],
      ['typo', other, true],
    ]);
    await restarted.equipment.removeServer({ server: 'renamed' }, person);
    expect(await named(restarted, 'renamed')).toBeUndefined();
    expect(await named(restarted, 'typo')).toMatchObject({ id: other });
  });

  it('is signed out of when its address changes, and only then', async () => {
    const { rig, id } = await rigWith({ url });
    await rig.equipment.editServer({ server: id, name: 'tickets', settings: { url } });
    expect(rig.gateway.signedOut).toEqual([]);
    await rig.equipment.editServer({ server: id, name: 'tickets', settings: { url: `${url}/2` } });
    expect(rig.gateway.signedOut).toEqual([id]);
  });

  it('is not approved by a new name, and is by a person who changes what it runs', async () => {
    const { rig, id } = await rigWith({ command: 'x' });
    const source = (await rig.equipment.listTrust()).sources[0]?.source ?? '';
    await rig.equipment.setTrust({ source, decision: 'undecided' });
    await rig.equipment.editServer({ server: id, name: 'renamed', settings: { command: 'x' } });
    expect(await named(rig, 'renamed')).toMatchObject({ trusted: false });
    await rig.equipment.editServer({ server: id, name: 'renamed', settings: { command: 'y' } });
    expect(await named(rig, 'renamed')).toMatchObject({ trusted: true });
  });

  it('stays as it was when the edit makes no sense', async () => {
    const { rig, id } = await rigWith({ command: 'x' });
    const edits: readonly (readonly [
      Omit<Parameters<typeof rig.equipment.editServer>[0], 'server'>,
      string,
    ])[] = [
      [{ name: 'own', settings: { command: 'y' } }, 'AlreadyExists'],
      [{ name: 'typo', settings: {} }, 'InvalidParams'],
      [{ name: 'typo', settings: { command: 'y' }, keep: { env: ['NONE'] } }, 'InvalidParams'],
    ];
    for (const [edit, kind] of edits)
      await expect(rig.equipment.editServer({ server: id, ...edit })).rejects.toMatchObject({ kind });
    expect(await rig.equipment.readServer({ server: id })).toMatchObject({ settings: { command: 'x' } });
  });

  it('is edited where it is declared, if that is not here', async () => {
    const { rig } = await rigWith({ command: 'x' });
    await rig.equipment.addServer(
      { name: 'theirs', settings: { command: 'z' } },
      { person: false, artifacts: ['a'] },
    );
    await expect(rig.equipment.readServer({ server: 'own' })).rejects.toThrow(
      'declared in file:///host.json',
    );
    await expect(rig.equipment.readServer({ server: 'theirs' })).rejects.toThrow('described by an artifact');
  });
});

describe('J9: a test of a connection', () => {
  it('says what the server is and has, in a connection of its own that ends at once', async () => {
    const { rig, id } = await rigWith({ url, headers: { 'X-Key': 'hush' } });
    const session = await rig.session();
    rig.gateway.named('typo').becomeReady(['t']);
    const before = rig.gateway.made.length;
    rig.gateway.onStart = (connection) =>
      queueMicrotask(() => connection.becomeReady(['a', 'b'], { name: 'everything', title: 'Everything' }));
    const { test } = await rig.equipment.testServer(
      {
        server: id,
        settings: { url },
        keep: { headers: ['X-Key'] },
      },
      shell,
    );
    expect(test).toEqual({
      outcome: 'ready',
      name: 'everything',
      title: 'Everything',
      protocolVersion: '2025-11-25',
      tools: [{ name: 'a' }, { name: 'b' }],
      prompts: [],
      resources: [],
    });
    expect(rig.gateway.made).toHaveLength(before + 1);
    expect(rig.gateway.made.at(-1)).toMatchObject({
      state: { kind: 'stopped' },
      // Under its own id, with the token from the sign-in.
      lease: { server: id, definition: { transport: { headers: { 'X-Key': 'hush' } } } },
    });
    expect(rig.server(session, 'typo').state).toEqual({ kind: 'ready' });
    expect(await rig.equipment.readServer({ server: id })).toMatchObject({ name: 'typo' });
  });

  it('of another address goes without any token of the server', async () => {
    const { rig, id } = await rigWith({ url });
    rig.gateway.onStart = (connection) => queueMicrotask(() => connection.becomeReady());
    await rig.equipment.testServer({ server: id, settings: { url: 'https://elsewhere.example/mcp' } }, shell);
    expect(rig.gateway.made[0]?.lease.server).not.toBe(id);
  });

  it('ends with the first failure and its reason, and with the last words of the process', async () => {
    const { rig } = await rigWith({ command: 'x' });
    rig.gateway.onStart = (connection) =>
      queueMicrotask(() => {
        connection.entries.push({ seq: 1, at: '', from: 'stderr', text: 'no such file' });
        connection.become({ kind: 'error', error: { errorType: 'mcpServer', message: 'It ended.' } });
      });
    expect(await rig.equipment.testServer({ settings: { command: 'y' } }, shell)).toEqual({
      test: { outcome: 'failed', reason: 'It ended.', log: ['no such file'] },
    });
    expect(rig.gateway.running()).toEqual([]);
  });

  it('ends when whoever asked for it goes', async () => {
    const { rig } = await rigWith({ command: 'x' });
    const gone = new AbortController();
    const testing = rig.equipment.testServer(
      { settings: { command: 'y' } },
      { ...shell, signal: gone.signal },
    );
    await Promise.resolve();
    gone.abort(new Error('gone'));
    await expect(testing).rejects.toThrow('gone');
    const canceled = rig.equipment.testServer({ settings: { command: 'y' }, call: 'mine' }, shell);
    await Promise.resolve();
    rig.equipment.calls.cancel('shell', 'mine');
    await expect(canceled).rejects.toThrow('canceled');
    expect(rig.gateway.running()).toEqual([]);
  });
});
