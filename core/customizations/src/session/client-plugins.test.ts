import type { ClientPlugin, SessionAction } from '@loggia/protocol';
import { ProtocolError } from '@loggia/protocol';
import { describe, expect, it } from 'vitest';
import { folderWith, Rig, uriOf, type RigOptions } from './rig.testkit.ts';

const session = 'ahp-session:/s';
const pluginUri = 'client-files:/plugins/p';
const web = { mcpServers: { web: { type: 'http', url: 'https://web.test/mcp' } } };

/** A client that serves files, and records requests. */
function servedBy(files: Readonly<Record<string, string>>, asked: string[] = []): RigOptions['askClient'] {
  return async (clientId, method, params) => {
    const uri = String(params['uri']);
    asked.push(`${clientId} ${method} ${uri}`);
    if (method === 'resourceRead') {
      const data = files[uri];
      if (data === undefined) throw new ProtocolError('NotFound', 'Nothing is there.');
      return { data, encoding: 'utf-8' };
    }
    const names = Object.keys(files).flatMap((file) =>
      file.startsWith(`${uri}/`) ? [file.slice(uri.length + 1)] : [],
    );
    const entries = new Map(
      names.map((name) => [name.split('/')[0] ?? '', name.includes('/') ? 'directory' : 'file']),
    );
    return { entries: [...entries].map(([name, type]) => ({ name, type })) };
  };
}

function activeClient(plugins: ClientPlugin[], clientId = 'c'): SessionAction {
  return { type: 'session/activeClientSet', activeClient: { clientId, tools: [], customizations: plugins } };
}

function plugin(more: Partial<ClientPlugin> = {}): ClientPlugin {
  return { id: 'p1', uri: pluginUri, name: 'Mine', nonce: '1', ...more };
}

async function rigWith(files: Readonly<Record<string, string>>, asked?: string[]): Promise<Rig> {
  const askClient = servedBy(files, asked);
  const rig = new Rig(askClient ? { askClient } : {});
  await rig.session(session);
  return rig;
}

describe('plugins that clients publish', () => {
  const files = { [`${pluginUri}/.mcp.json`]: JSON.stringify(web) };

  it('D2: are shown as loading, then with what the client serves, and run once they are trusted', async () => {
    const rig = await rigWith(files);
    rig.dispatch(session, activeClient([plugin()]));
    expect(rig.shown(session)).toEqual([
      {
        type: 'plugin',
        id: 'p1',
        uri: pluginUri,
        name: 'Mine',
        clientId: 'c',
        load: { kind: 'loading' },
        _meta: { 'loggia.trust': { source: pluginUri, decision: 'undecided' } },
      },
    ]);
    await rig.settled(session);
    expect(rig.shown(session)).toMatchObject([
      { clientId: 'c', load: { kind: 'degraded' }, children: [{ name: 'web', state: { kind: 'stopped' } }] },
    ]);
    await rig.trust(pluginUri);
    await rig.settled(session);
    expect(rig.shown(session)).toMatchObject([
      { load: { kind: 'loaded' }, children: [{ state: { kind: 'starting' } }] },
    ]);
  });

  it('D2: go with their client, and their servers with them', async () => {
    const rig = await rigWith(files);
    rig.dispatch(session, activeClient([plugin()]));
    await rig.settled(session);
    await rig.trust(pluginUri);
    await rig.settled(session);
    expect(rig.gateway.running()).toHaveLength(1);
    rig.written(session);
    // The host removes a client that stays away with the same action.
    rig.dispatch(session, { type: 'session/activeClientRemoved', clientId: 'c' });
    expect(rig.shown(session)).toEqual([]);
    expect(rig.gateway.running()).toHaveLength(0);
    expect(rig.written(session)).toEqual(['session/activeClientRemoved', 'session/customizationRemoved']);
  });

  it('D2: are kept while their nonce is the same, and read again when it changes', async () => {
    const asked: string[] = [];
    const served: Record<string, string> = { ...files };
    const rig = await rigWith(served, asked);
    rig.dispatch(session, activeClient([plugin()]));
    await rig.settled(session);
    await rig.trust(pluginUri);
    await rig.settled(session);
    rig.gateway.named('web').becomeReady();
    const before = asked.length;
    rig.dispatch(session, activeClient([plugin()]));
    await rig.settled(session);
    expect(asked).toHaveLength(before);
    const also = { mcpServers: { ...web.mcpServers, more: { type: 'http', url: 'https://more.test/mcp' } } };
    served[`${pluginUri}/.mcp.json`] = JSON.stringify(also);
    rig.dispatch(session, activeClient([plugin({ nonce: '2' })]));
    // The old version stays until the new one has been read.
    expect(rig.server(session, 'web').state).toEqual({ kind: 'ready' });
    await rig.settled(session);
    expect(asked.length).toBeGreaterThan(before);
    // New parts wait for a new decision; approved parts keep running.
    expect(rig.gateway.made.map(({ definition }) => definition.name)).toEqual(['web']);
    await rig.trust(pluginUri);
    expect(rig.gateway.made.map(({ definition }) => definition.name)).toEqual(['web', 'more']);
    expect(rig.server(session, 'web').state).toEqual({ kind: 'ready' });
  });

  it('D2, D5: the client decides for everywhere, also about children that it cannot see yet', async () => {
    const rig = await rigWith(files);
    const off = [{ kind: 'global' as const, enabled: false }];
    rig.dispatch(session, activeClient([plugin({ childEnablement: { web: off } })]));
    await rig.settled(session);
    await rig.trust(pluginUri);
    await rig.settled(session);
    expect(rig.server(session, 'web')).toMatchObject({ enablement: off, state: { kind: 'stopped' } });
    const { id } = rig.server(session, 'web');
    rig.dispatch(session, {
      type: 'session/customizationToggled',
      id,
      enablement: [{ kind: 'session', enabled: true }, ...off],
    });
    expect(rig.server(session, 'web').state).toEqual({ kind: 'starting' });
    rig.dispatch(session, {
      type: 'session/customizationToggled',
      id,
      enablement: [{ kind: 'global', enabled: true }],
    });
    expect(rig.server(session, 'web')).toMatchObject({ enablement: off, state: { kind: 'stopped' } });
    expect(await rig.records.list('enablement')).toEqual([]);
  });

  it('D2: an id that is taken is an error of the one who comes later', async () => {
    const rig = await rigWith(files);
    rig.dispatch(
      session,
      activeClient([plugin(), plugin({ uri: 'client-files:/plugins/q', name: 'Other' })]),
    );
    rig.dispatch(session, activeClient([plugin({ name: 'Third' })], 'd'));
    await rig.settled(session);
    const [first, second, third, ...rest] = rig.shown(session);
    expect(first).toMatchObject({ id: 'p1', name: 'Mine' });
    const message = 'Another customization of this session has the id "p1".';
    for (const [entry, name] of [
      [second, 'Other'],
      [third, 'Third'],
    ] as const) {
      expect(entry).toMatchObject({ name, load: { kind: 'error' }, children: [] });
      expect(JSON.stringify(entry)).toContain(message.replaceAll('"', '\\"'));
    }
    expect(rest).toEqual([]);
  });

  it('D2: a client that was not here when it was asked is asked again when it comes back', async () => {
    let here = false;
    const serve = servedBy(files);
    const rig = new Rig({
      askClient: async (...asked) => {
        if (!here || !serve) throw new Error('The client is not here.');
        return serve(...asked);
      },
    });
    await rig.session(session, {
      activeClients: [{ clientId: 'c', tools: [], customizations: [plugin()] }],
    });
    expect(rig.shown(session)).toMatchObject([{ load: { kind: 'error' } }]);
    here = true;
    rig.dispatch(session, activeClient([plugin()]));
    await expect
      .poll(() => rig.shown(session))
      .toMatchObject([{ load: { kind: 'degraded' }, children: [{ name: 'web' }] }]);
  });

  it('L5: a client that never answers holds up one turn for a while, and no other', async () => {
    const rig = new Rig({ askClient: () => new Promise(() => {}) });
    rig.sessions.create(session, {
      activeClients: [{ clientId: 'c', tools: [], customizations: [plugin()] }],
    });
    rig.equipment.use(session);
    let ready = 0;
    const turn = () => rig.equipment.ready(session, new AbortController().signal).then(() => (ready += 1));
    void turn();
    await rig.scheduler.advance(9000);
    expect(ready).toBe(0);
    await rig.scheduler.advance(2000);
    expect(ready).toBe(1);
    await turn();
    expect(rig.shown(session)).toMatchObject([{ load: { kind: 'loading' } }]);
  });

  it('L5: a folder here is read from here, and only once it is trusted', async () => {
    const folder = folderWith({ '.mcp.json': { mcpServers: { local: { command: './run' } } }, run: '' });
    const asked: string[] = [];
    const rig = await rigWith({ [`${uriOf(folder)}/.mcp.json`]: JSON.stringify(web) }, asked);
    rig.dispatch(session, activeClient([plugin({ uri: uriOf(folder) })]));
    await rig.settled(session);
    expect(asked).not.toEqual([]);
    expect(rig.server(session, 'web').state).toEqual({ kind: 'stopped' });
    await rig.trust(uriOf(folder));
    await rig.settled(session);
    expect(rig.gateway.running().map(({ definition }) => definition.name)).toEqual(['local']);
  });

  it('L5: nobody gets trust by naming a folder that is trusted but not there', async () => {
    const trusted = folderWith({});
    const uri = `${uriOf(trusted)}/not-there`;
    const askClient = servedBy({ [`${uri}/.mcp.json`]: JSON.stringify(web) });
    const rig = new Rig({ trustedFolders: [uriOf(trusted)], ...(askClient && { askClient }) });
    await rig.session(session);
    for (const [index, spelling] of [uri, `${uriOf(trusted)}/..%2felsewhere`].entries()) {
      rig.dispatch(session, activeClient([plugin({ id: `p${index}`, uri: spelling })]));
      await rig.settled(session);
      expect(rig.gateway.made).toHaveLength(0);
    }
  });

  it('SE1: gain nothing from the URI of a server that was approved', async () => {
    const rig = new Rig({ environment: { variable: () => 'secret' } });
    const settings = { command: 'added' };
    const { id } = await rig.equipment.addServer({ name: 'a', settings }, { person: true, artifacts: [] });
    const uri = `x-loggia-server:/${id}`;
    await rig.session(session);
    rig.dispatch(session, activeClient([plugin({ uri })]));
    await rig.settled(session);
    expect(rig.shown(session).at(-1)).toMatchObject({
      type: 'plugin',
      load: { kind: 'error', message: expect.stringContaining('belong to the host') },
      children: [],
    });
    expect((await rig.equipment.reviewTrust({ source: uri })).review.parts).toMatchObject([{ name: 'a' }]);
  });
});
