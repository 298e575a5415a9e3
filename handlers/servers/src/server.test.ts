import { parseTypeFiles, parseTypeUri } from '@loggia/content';
import { Peer } from '@loggia/testing/handlers';
import { describe, expect, it } from 'vitest';
import { hostWith } from './fake-host.testkit.ts';
import { serversServer } from './server.ts';

const files = { name: 'files', settings: { command: 'npx', args: ['files', '/srv'] } };

async function open(context: Record<string, unknown> = files) {
  const { host, meta } = await hostWith(context);
  const peer = await Peer.connect(serversServer('<p>view</p>').newServer());
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    const result = await peer.callTool(name, { artifact: 's1', ...args }, meta);
    if (result['isError']) throw new Error(result['content'][0].text);
    return result['structuredContent'];
  };
  let events = 0;
  const tell = (
    kind: string,
    more: Record<string, unknown> = {},
    artifact: unknown = { ...host.artifact },
  ) => {
    events += 1;
    const event = { id: `e${events}`, kind, at: '2026-01-01T00:00:00Z', attempt: 1, by: 'me', ...more };
    return call('mcp_server_event', { event, artifact });
  };
  return { host, peer, call, tell };
}

describe('the servers handler', () => {
  it('G1: defines its type whole, and asks for the permission that it needs', async () => {
    const { peer } = await open();
    const { resources } = await peer.request('resources/list');
    const texts = new Map<string, string>();
    let mime = '';
    for (const { uri } of resources) {
      const place = parseTypeUri(uri);
      if (place === undefined) continue;
      mime = place.mime;
      texts.set(place.file, await peer.readText(uri));
    }
    const { contract, problems } = parseTypeFiles(mime, texts);
    expect([mime, problems]).toEqual(['application/vnd.loggia.mcp-server+json', []]);
    expect(contract?.behaviors?.needs).toEqual(['servers']);
    expect(Object.keys(contract?.behaviors?.events ?? {}).sort()).toEqual(['archive', 'commit', 'delete']);
  });

  it('C5: offers its tools to its View alone', async () => {
    const { peer } = await open();
    const { tools } = await peer.request('tools/list');
    expect(
      tools.filter((tool: { _meta: { ui: { visibility: string[] } } }) =>
        tool._meta.ui.visibility.includes('model'),
      ),
    ).toEqual([]);
  });

  it('H2: registers and starts what was committed, once in effect', async () => {
    const { host, tell } = await open();
    host.commit();
    await tell('commit', { id: 'same' });
    await tell('commit', { id: 'same' });
    await tell('commit', { id: 'later', cause: 'replay' });
    expect(host.servers).toMatchObject([
      { name: 'files', transport: { command: 'npx', args: ['files', '/srv'] }, state: { kind: 'ready' } },
    ]);
    const changes = host.asked.filter((command) => command === 'removeServer' || command === 'startServer');
    expect(changes).toEqual(['startServer']);
  });

  it('H2: registers anew what was changed, also where only a variable was', async () => {
    const { host, tell } = await open();
    host.commit();
    await tell('commit');
    host.commit({ name: 'files', settings: { command: 'npx', args: ['files', '/srv'], env: { A: 'b' } } });
    await tell('commit');
    expect(host.asked.filter((command) => command === 'addServer' || command === 'removeServer')).toEqual([
      'addServer',
      'addServer',
      'removeServer',
      'addServer',
    ]);
    expect(host.names()).toEqual(['files']);
  });

  it('H2: takes the old name back when it was renamed, even if an event in between was lost', async () => {
    const { host, tell } = await open();
    host.commit();
    await tell('commit');
    host.commit({ ...files, name: 'lost' });
    host.commit({ ...files, name: 'data' });
    await tell('commit');
    expect(host.names()).toEqual(['data']);
  });

  it('H2: goes on where it was interrupted', async () => {
    const { host, tell } = await open();
    host.commit();
    await tell('commit');
    host.commit({ name: 'files', settings: { command: 'other' } });
    host.failing.add('removeServer');
    await expect(tell('commit', { id: 'again' })).rejects.toThrow('The host stumbled.');
    await tell('commit', { id: 'again', attempt: 2 });
    expect(host.servers).toMatchObject([{ name: 'files', transport: { command: 'other' } }]);
  });

  it('H2: follows what is committed now, not what an old event says', async () => {
    const { host, tell } = await open();
    const old = host.commit();
    host.commit({ ...files, name: 'data' });
    await tell('commit', { cause: 'replay' }, old);
    expect(host.names()).toEqual(['data']);
    host.artifact.state = 'archived';
    await tell('archive');
    await tell('commit', { cause: 'replay' }, old);
    expect(host.names()).toEqual([]);
    host.artifact.state = 'committed';
    await tell('commit', { cause: 'unarchive' });
    await tell('archive', { cause: 'replay' });
    expect(host.names()).toEqual(['data']);
  });

  it('H2: registers what was committed, not what is being drafted', async () => {
    const { host, tell } = await open();
    host.commit();
    Object.assign(host.artifact, { context: { ...files, name: 'draft' }, state: 'draft' });
    await tell('commit', { cause: 'unarchive' });
    expect(host.names()).toEqual(['files']);
  });

  it.each(['archive', 'delete'])(
    'H2: takes the server back on %s, also under an earlier name',
    async (kind) => {
      const { host, tell } = await open();
      host.commit();
      await tell('commit');
      const last = host.commit({ ...files, name: 'data' });
      if (kind === 'delete') last.context = { ...files };
      host.deleted = kind === 'delete';
      await tell(kind, {}, last);
      await tell(kind, {}, last);
      expect(host.names()).toEqual([]);
    },
  );

  it('asks nothing of the host for what was never committed', async () => {
    const { host, tell } = await open();
    host.deleted = true;
    await tell('delete');
    expect(host.asked).not.toContain('listServers');
  });

  it('H4: takes over no server by describing it, with placeholders or word for word', async () => {
    for (const settings of [
      // oxlint-disable-next-line no-template-curly-in-string -- a placeholder of the host's
      { command: '${X}', args: ['${Y}', '${Z}'] },
      { command: 'npx', args: ['theirs', '/srv'] },
    ]) {
      const { host, call, tell } = await open({ name: 'files', settings });
      const theirs = {
        id: 'x',
        name: 'files',
        source: { kind: 'added', artifact: 's2' },
        transport: { kind: 'stdio', command: 'npx', args: ['theirs', '/srv'] },
        state: { kind: 'ready' },
      };
      host.servers.push(theirs);
      host.commit();
      await expect(tell('commit')).rejects.toThrow('which this artifact did not add');
      await expect(call('server_control', { action: 'stop' })).rejects.toThrow('not registered');
      await tell('archive');
      await tell('delete');
      expect(host.servers).toEqual([theirs]);
      expect(host.asked).not.toContain('removeServer');
    }
  });

  it("leaves everybody else's servers alone, and says whose name it is", async () => {
    const { host, tell } = await open();
    const theirs = {
      id: 'x',
      name: 'files',
      source: { kind: 'added' },
      transport: { kind: 'stdio', command: 'theirs', args: [] },
      state: { kind: 'ready' },
    };
    host.servers.push(theirs);
    host.commit();
    await expect(tell('commit')).rejects.toThrow('which this artifact did not add. Choose another name');
    await tell('archive');
    expect(host.servers).toEqual([theirs]);
    host.servers = [
      {
        ...theirs,
        source: { kind: 'host', name: 'loggia.json' },
        transport: { kind: 'stdio', command: 'npx', args: ['files', '/srv'] },
      },
    ];
    await expect(tell('commit')).rejects.toThrow('declared in loggia.json');
  });

  it('H4: says which permission is missing', async () => {
    const { host, call, tell } = await open();
    host.granted = false;
    host.commit();
    await expect(tell('commit')).rejects.toThrow('needs the permission "servers". Grant it');
    expect(await call('server_status')).toMatchObject({ permission: 'missing', draft: files });
  });

  it.each([
    [{ name: '', settings: { command: 'x' } }, 'Give the server a name.'],
    [{ name: 'a', settings: {} }, 'Enter the command'],
    [{ name: 'a', settings: { url: 'ftp://x' } }, 'Enter an address'],
    [{ name: 'a', settings: { command: 'x', env: { 'A-B': '' } } }, 'is not a valid variable name'],
    [{ name: 'a', settings: { url: 'https://x', headers: { 'a b': '' } } }, 'is not a valid header name'],
    [{ name: 'a', settings: { command: 'x', shell: true } }, 'not complete at "/settings"'],
    [{ settings: { command: 'x' } }, 'not complete at "/name"'],
  ])('F4: registers nothing for %j', async (context, message) => {
    const { host, tell } = await open();
    host.commit(context);
    await expect(tell('commit')).rejects.toThrow(message);
    expect(host.asked).not.toContain('addServer');
  });

  it('shows draft, what is in force, and what runs, without the secrets of a sign-in', async () => {
    const { host, call, tell } = await open();
    expect(await call('open_mcp_server', { artifact: host.artifact })).toEqual({
      artifact: { revision: 1, state: 'draft', version: 0, title: 'Files' },
      draft: files,
      permission: 'granted',
    });
    host.commit();
    await tell('commit');
    const [server] = host.servers;
    if (server)
      server.state = {
        kind: 'authRequired',
        reason: 'required',
        requiredScopes: ['a'],
        oauthClient: { clientSecret: 'hush' },
      };
    const status = await call('server_status');
    expect(status).toMatchObject({
      committed: files,
      server: { name: 'files', state: { kind: 'authRequired', reason: 'required', requiredScopes: ['a'] } },
    });
    expect(JSON.stringify(status)).not.toContain('hush');
  });

  it('controls, reads and lists its own server, and no other', async () => {
    const { host, call, tell } = await open();
    await expect(call('server_logs')).rejects.toThrow('The server is not registered.');
    host.commit();
    await tell('commit');
    await call('server_control', { action: 'stop' });
    expect(host.servers[0]?.state).toEqual({ kind: 'stopped' });
    expect(await call('server_logs', { after: 7 })).toMatchObject({ entries: [{ seq: 7, text: 'files' }] });
    expect(await call('server_tools')).toMatchObject({ tools: [{ tool: { name: 'read' } }] });
    host.servers = [
      {
        id: 'y',
        name: 'files',
        source: { kind: 'workspace' },
        transport: { kind: 'stdio', command: 'npx', args: ['files', '/srv'] },
        state: {},
      },
    ];
    host.servers[0]!.state = { kind: 'ready' };
    await expect(call('server_control', { action: 'stop' })).rejects.toThrow('not registered');
    expect(await call('server_status')).toMatchObject({ taken: { name: 'files' } });
  });

  it('F3: saves a draft, commits it, and reports who was faster', async () => {
    const { host, call } = await open({ ...files, note: 'kept' });
    const changed = { name: 'data', settings: { url: 'https://mcp.example.com/mcp' } };
    expect(await call('save_server', { revision: 1, ...changed })).toEqual({ revision: 2, state: 'draft' });
    expect(host.artifact.context).toEqual({ ...changed, note: 'kept' });
    expect(await call('save_server', { revision: 1, ...files })).toEqual({
      conflict: true,
      revision: 2,
      draft: { ...changed, note: 'kept' },
    });
    expect(await call('apply_server', { revision: 1, message: 'x' })).toMatchObject({ conflict: true });
    expect(await call('apply_server', { revision: 2, message: 'x' })).toEqual({
      revision: 3,
      state: 'committed',
    });
  });

  it('H3: gives search what it may know: no values of variables', async () => {
    const { host, call } = await open({
      name: 'files',
      settings: { command: 'npx', args: ['-y', 'pkg'], env: { KEY: 'hush' } },
    });
    expect(
      await call('mcp_server_extract_text', { artifact: host.artifact, capability: 'extract_text' }),
    ).toEqual({
      text: 'files\nnpx\n-y\npkg\nKEY',
    });
  });

  it('opens the settings even where nothing can be asked of the host', async () => {
    const { host, peer } = await open();
    const opened = await peer.callTool('open_mcp_server', { artifact: host.artifact });
    expect(opened['structuredContent']).toMatchObject({ draft: files, permission: 'unknown' });
  });
});
