import { existsSync } from 'node:fs';
import path from 'node:path';
import { extensionReducer, workspaceUri, type ServerReport, type WorkspaceState } from '@loggia/protocol';
import { describe, expect, test } from 'vitest';
import { parcel, PlainHandler } from './src/handlers/plain-handler.ts';
import { asAgent } from './src/process/agent.ts';
import { Api } from './src/process/api.ts';
import { DataDirectory, HostProcess } from './src/process/host-process.ts';
import { TappedClient } from './src/process/tapped-client.ts';
import { until } from './src/process/until.ts';
import { SessionServers } from './src/servers/session-servers.ts';

const registration = 'application/vnd.loggia.mcp-server+json';
const denied = expect.stringContaining('needs the permission "servers"') as string;

/** A registration whose command leaves a file behind, and that file. */
class Trap {
  readonly context: object;
  readonly #file: string;

  constructor(data: DataDirectory, name: string) {
    this.#file = path.join(data.path, `${name}.ran`);
    const settings = { type: 'stdio', command: 'sh', args: ['-c', `id > '${this.#file}'`] };
    this.context = { name, settings };
  }

  get hasRun(): boolean {
    return existsSync(this.#file);
  }
}

/** An agent in a chat that calls a tool as soon as it is told to. Resolves when it is offered that one. */
async function agentIn(client: TappedClient, offered: string) {
  const session = await SessionServers.create(client);
  await until('the tools are offered', () => session.tools.includes(offered));
  const chat = client.ahp.chat(session.view.state?.defaultChat ?? '');
  await chat.ready;
  let turns = 0;
  return async (tool: string, given: object): Promise<string> => {
    const turnId = `t${(turns += 1)}`;
    const message = { text: `/policy ${tool} ${JSON.stringify(given)}`, origin: { kind: 'user' as const } };
    chat.dispatch({ type: 'chat/turnStarted', turnId, startedAt: new Date().toISOString(), message });
    const turn = await until('the turn has ended', () => chat.state?.turns.find(({ id }) => id === turnId));
    return JSON.stringify(turn.responseParts);
  };
}

/** Resolves when everything that was committed so far has been delivered and acted upon. */
async function allActedUpon(api: Api, data: DataDirectory, workspace: string, name: string): Promise<void> {
  const { context } = new Trap(data, name);
  const { id } = await api.create({ workspace, type: registration, title: name, context });
  await api.commit('Register it', id);
  await until('a person registers a server', async () => {
    const { servers } = await api.call<{ servers: ServerReport[] }>('listServers');
    return servers.some((server) => server.name === name);
  });
}

async function namesOf(api: Api): Promise<string[]> {
  const { servers } = await api.call<{ servers: ServerReport[] }>('listServers');
  return servers.map(({ name }) => name);
}

describe('nothing but a person registers a server', () => {
  test('H5, SE1: an agent over /mcp can neither create, commit, import nor restore a registration, alone or among others', async () => {
    using data = new DataDirectory({ welcome: false });
    await using host = await HostProcess.start(data, 'product');
    const api = new Api(() => data.endpoint());
    const { id: workspace } = await api.firstWorkspace();
    const trap = new Trap(data, 'trap');
    const { context } = trap;
    // At once: the servers of the workspace have only just been asked to start.
    for (const given of [
      { type: registration },
      { type: registration.toUpperCase() },
      { type: `${registration}; charset=utf-8` },
      { fileName: 'a.mcp-server' },
    ]) {
      const refused = await asAgent(data, 'create_artifact', { workspace, title: 'a', context, ...given });
      expect(refused).toMatchObject({ isError: true });
    }
    const { says } = await asAgent(data, 'create_artifact', {
      workspace,
      title: 'a',
      type: registration,
      context,
    });
    expect(says).toEqual(denied);

    const note = await api.create({ workspace, type: 'text/plain', title: 'Note' });
    const draft = await api.create({ workspace, type: registration, title: 'Draft', context });
    const ids = [note.id, draft.id];
    for (const [tool, given] of [
      ['update_artifact', { artifact: note.id, type: registration, context }],
      ['update_artifact', { artifact: draft.id, context: { ...context, name: 'other' } }],
      ['commit_artifacts', { artifacts: [{ id: draft.id }], message: 'm' }],
      ['commit_artifacts', { artifacts: ids.map((id) => ({ id })), message: 'm' }],
      ['archive_artifacts', { artifacts: ids }],
      ['delete_artifacts', { artifacts: ids }],
    ] as const) {
      expect([tool, (await asAgent(data, tool, given)).says]).toEqual([tool, denied]);
    }
    expect(await api.artifact(note.id)).toMatchObject({ type: 'text/plain', state: 'draft', revision: 1 });

    // An artifact that was a registration once must not become one again.
    await api.call('updateArtifact', {
      artifact: draft.id,
      context: { name: 'off', settings: { url: 'https://127.0.0.1:1/' } },
    });
    await api.commit('Registered', draft.id);
    await api.call('updateArtifact', { artifact: draft.id, type: 'text/plain', context: {} });
    await api.commit('No longer one', draft.id);
    for (const [tool, given] of [['restore_version', { artifact: draft.id, version: 1 }]] as const)
      expect((await asAgent(data, tool, given)).says).toEqual(denied);

    await allActedUpon(api, data, workspace, 'by-a-person');
    expect([trap.hasRun, await namesOf(api)]).toEqual([false, expect.not.arrayContaining(['trap'])]);
    expect(host.loggedErrors).toEqual([]);
  });

  test('H5, SE1: an agent in a chat cannot either, even where it is never asked about its tools', async () => {
    using data = new DataDirectory({ welcome: false, hostTools: true, confirm: 'never' });
    await using _host = await HostProcess.start(data, 'product');
    const api = new Api(() => data.endpoint());
    const { id: workspace } = await api.firstWorkspace();
    const trap = new Trap(data, 'trap');
    using client = new TappedClient('chat', () => data.endpoint());
    const ask = await agentIn(client, 'create_artifact');
    const { context } = trap;
    const given = { workspace, title: 'a', type: registration, context };
    expect(await ask('create_artifact', given)).toContain('needs the permission');
    const draft = await api.create({ ...given, title: 'Draft' });
    const commit = { artifacts: [{ id: draft.id }], message: 'm' };
    expect(await ask('commit_artifacts', commit)).toContain('needs the permission');

    // Anything else it does is recorded as the agent's.
    const note = { workspace, title: 'Note', type: 'text/plain', content: { text: 'x' } };
    expect(await ask('create_artifact', note)).toContain('done');
    const made = (await api.artifacts(workspace)).find(({ title }) => title === 'Note');
    expect(made).toMatchObject({ createdBy: expect.stringMatching(/^local via agent .+/) });

    await allActedUpon(api, data, workspace, 'by-a-person');
    expect([trap.hasRun, await namesOf(api)]).toEqual([false, expect.not.arrayContaining(['trap'])]);
  });

  test('H5, H4, SE1: the key that a handler is lent for one artifact does not turn it into a registration', async () => {
    using data = new DataDirectory({ welcome: false });
    await using _host = await HostProcess.start(data, 'product');
    const api = new Api(() => data.endpoint());
    const { id: workspace } = await api.firstWorkspace();
    const handler = new PlainHandler(data.path, { mood: 'thief' });
    const { id: server } = await api.call<{ id: string }>('addServer', {
      name: 'parcels',
      settings: handler.settings,
    });
    await until(
      'the type is known',
      async () => (await api.explain(workspace, parcel)).rule === 'sole-claim',
    );
    const trap = new Trap(data, 'trap');
    const made = await api.create({ workspace, type: parcel, title: 'Books', context: { to: 'Ada' } });
    const [key] = await until('it has a key', () => {
      const keys = handler.keysTo(made.id);
      return keys.length > 0 && keys;
    });
    const thief = new Api(() => data.endpoint(), key);
    const { context } = trap;
    const refused = { kind: 'PermissionDenied' };
    for (const type of [registration, registration.toUpperCase(), 'text/plain'])
      await expect(thief.call('updateArtifact', { artifact: made.id, type, context })).rejects.toMatchObject({
        ...refused,
        message: expect.stringContaining("can't change their type") as string,
      });
    await expect(thief.call('addServer', { name: 'trap', settings: {} })).rejects.toMatchObject(refused);
    await expect(
      thief.call('createArtifact', { workspace, type: registration, title: 'a', context }),
    ).rejects.toMatchObject(refused);

    // A person turns it into one: the key that is still around changes nothing about it.
    await thief.call('updateArtifact', { artifact: made.id, context: { to: 'Grace' } });
    await api.call('updateArtifact', {
      artifact: made.id,
      type: registration,
      context: { name: 'x', settings: { command: 'true' } },
    });
    await expect(thief.call('updateArtifact', { artifact: made.id, context })).rejects.toMatchObject(refused);
    await expect(thief.commit('Mine', made.id)).rejects.toMatchObject(refused);
    await expect(thief.call('discardDraft', { artifact: made.id })).rejects.toThrow('never committed');
    const upload = await thief.fetch(`artifacts/${made.id}/content`, { method: 'PUT', body: 'x' });
    expect(upload.status).toBe(403);

    // Its call was recorded, and its keys end with it.
    const { records } = await api.call<{ records: object[] }>('listAudit', { server });
    expect(records).toContainEqual(
      expect.objectContaining({
        server,
        principal: 'local via handler parcels',
        method: 'x-loggia/updateArtifact',
        target: made.id,
        decision: 'allowed',
      }),
    );
    await api.call('removeServer', { server });
    await expect(thief.call('getArtifact', { artifact: made.id })).rejects.toMatchObject({ status: 401 });

    await allActedUpon(api, data, workspace, 'by-a-person');
    expect([trap.hasRun, await namesOf(api)]).toEqual([false, expect.not.arrayContaining(['trap'])]);
  });

  test('H4: a registration takes over no server that it did not register, however it describes it', async () => {
    using data = new DataDirectory({ welcome: false });
    await using _host = await HostProcess.start(data, 'product');
    const api = new Api(() => data.endpoint());
    const { id: workspace } = await api.firstWorkspace();
    const command = process.execPath;
    const theirs = new PlainHandler(data.path).settings;
    const { id } = await api.call<{ id: string }>('addServer', { name: 'files', settings: theirs });
    const placeholders = (theirs.args ?? []).map((_, index) => `\${A${index}}`);
    const made: string[] = [];
    for (const settings of [{ command: '${X}', args: placeholders }, theirs, { command, args: ['-e', ''] }]) {
      const context = { name: 'files', settings };
      const registering = await api.create({ workspace, type: registration, title: 'Files', context });
      await api.commit('Register it', registering.id);
      made.push(registering.id);
    }
    await until('the handler was told of all', async () => {
      const refused = (await api.deliveries()).filter(({ reason }) => reason?.includes('did not add'));
      return made.every((artifact) => refused.some((delivery) => delivery.artifact === artifact));
    });
    await api.call('discardDeliveries', { ids: (await api.deliveries()).map((delivery) => delivery.id) });
    await api.call('archiveArtifacts', { artifacts: made.slice(0, 2) });
    await api.call('deleteArtifacts', { artifacts: made.slice(1) });
    await until('it was told of the rest', async () => (await api.deliveries()).length === 0);
    const { servers } = await api.call<{ servers: ServerReport[] }>('listServers');
    expect(servers.find(({ name }) => name === 'files')).toMatchObject({
      id,
      transport: { command, args: theirs.args },
    });
  });

  // It starts three hosts, one after the other.
  const longEnough = { timeout: 180_000 };
  test(
    'H5, SE1: while its handler is turned off, a registration is still out of reach, and what waits for the handler lends it nothing',
    longEnough,
    async () => {
      using data = new DataDirectory({ welcome: false, handlers: false });
      const api = new Api(() => data.endpoint());
      const trap = new Trap(data, 'trap');
      const given = { type: registration, title: 'a', context: trap.context };
      let workspace = '';
      {
        // Nobody here has ever said what the type needs, so it is kept like any other.
        await using _host = await HostProcess.start(data, 'product');
        workspace = (await api.firstWorkspace()).id;
        const created = await asAgent(data, 'create_artifact', { workspace, ...given });
        const { id } = (created.structuredContent ?? {})['artifact'] as { id: string };
        expect(
          await asAgent(data, 'commit_artifacts', { artifacts: [{ id }], message: 'm' }),
        ).not.toHaveProperty('isError');
      }
      data.configure({ welcome: false });
      {
        await using _host = await HostProcess.start(data, 'product');
        await allActedUpon(api, data, workspace, 'by-a-person');
        const waiting = await until('the handler was told, and could not', async () =>
          (await api.deliveries()).find(({ attempts }) => attempts > 0),
        );
        expect(waiting.reason).toContain('permission "servers"');
        expect([trap.hasRun, await namesOf(api)]).toEqual([false, expect.not.arrayContaining(['trap'])]);
      }
      data.configure({ welcome: false, handlers: false });
      await using _host = await HostProcess.start(data, 'product');
      expect((await asAgent(data, 'create_artifact', { workspace, ...given })).says).toEqual(denied);
    },
  );
});

describe('a key to an artifact', () => {
  test('SE5: goes to a server that the user chose, never to one that merely claims every type, and reads where the tool says it reads', async () => {
    using data = new DataDirectory({ welcome: false, handlers: false, confirm: 'never' });
    await using _host = await HostProcess.start(data, 'product');
    const api = new Api(() => data.endpoint());
    const { id: workspace } = await api.firstWorkspace();
    const handler = new PlainHandler(data.path, { mime: '*/*' });
    const { settings } = handler;
    const { id: server } = await api.call<{ id: string }>('addServer', { name: 'greedy', settings });
    const type = 'text/plain';
    await until('it is an alternate', async () =>
      JSON.stringify(await api.explain(workspace, type)).includes('greedy'),
    );
    const { id: artifact } = await api.create({
      workspace,
      type,
      title: 'Private',
      content: { text: 'mine' },
    });
    using client = new TappedClient('chat', () => data.endpoint());
    const ask = await agentIn(client, 'peek');
    for (const tool of ['peek', 'poke']) expect(await ask(tool, { artifact })).toContain('no key');

    await api.call('setTypePolicy', { type, openWith: server });
    const asHolder = async (tool: string): Promise<Api> => {
      expect(await ask(tool, { artifact })).toContain('a key');
      return new Api(() => data.endpoint(), handler.keysTo(artifact).at(-1));
    };
    const reader = await asHolder('peek');
    expect((await reader.artifact(artifact)).title).toBe('Private');
    await expect(reader.call('updateArtifact', { artifact, title: 'Taken' })).rejects.toMatchObject({
      kind: 'PermissionDenied',
    });
    const writer = await asHolder('poke');
    await writer.call('updateArtifact', { artifact, title: 'Poked' });
    expect(await api.artifact(artifact)).toMatchObject({
      title: 'Poked',
      modifiedBy: expect.stringMatching(/^local via agent .+ through greedy$/),
    });

    // A decision about the server ends the keys that it holds.
    await api.call('setTypePolicy', { trust: { server, decision: 'untrusted' } });
    await expect(writer.artifact(artifact)).rejects.toMatchObject({ status: 401 });
    expect(await ask('poke', { artifact })).toContain('no key');
  });

  test('H4, SE5: that a View’s calls bring along reads where its tool says it reads, and lends what the person who opened it holds', async () => {
    using data = new DataDirectory({ welcome: false });
    await using _host = await HostProcess.start(data, 'product');
    const api = new Api(() => data.endpoint());
    const { id: workspace } = await api.firstWorkspace();
    const handler = new PlainHandler(data.path);
    await api.call('addServer', { name: 'parcels', settings: handler.settings });
    await until(
      'the type is known',
      async () => (await api.explain(workspace, parcel)).rule === 'sole-claim',
    );
    const made = await api.create({ workspace, type: parcel, title: 'Books', context: { to: 'Ada' } });
    using client = new TappedClient('desk', () => data.endpoint(), { mcpApps: {} }, extensionReducer);
    const watched = client.ahp.subscribe<WorkspaceState>(workspaceUri(workspace));
    await watched.ready;
    const opened = async (artifact: string) =>
      (await api.call<{ opened: { mcpChannel: string; view: string } }>('openArtifact', { artifact })).opened;
    const asView = (
      { mcpChannel: channel, view }: Awaited<ReturnType<typeof opened>>,
      name: string,
      given: object,
    ) => client.ahp.call('tools/call', { channel, name, arguments: given, _meta: { 'loggia.view': view } });
    const parcels = await opened(made.id);
    const keyFrom = async (tool: string): Promise<Api> => {
      await asView(parcels, tool, { artifact: made.id });
      return new Api(() => data.endpoint(), handler.keysTo(made.id).at(-1));
    };
    const change = { artifact: made.id, context: { to: 'Grace' } };
    await expect((await keyFrom('peek')).call('updateArtifact', change)).rejects.toMatchObject({
      status: 403,
    });
    await (await keyFrom('poke')).call('updateArtifact', change);
    // A View reaches no further than its artifact, whatever it is called with.
    const { context } = new Trap(data, 'trap');
    for (const [command, params] of [
      ['updateArtifact', { artifact: made.id, type: registration, context }],
      ['createArtifact', { workspace, type: registration, title: 'a', context }],
      ['addServer', { name: 'trap', settings: {} }],
    ] as const)
      await expect(asView(parcels, 'overreach', { command, params })).rejects.toThrow(/token|permission|key/);

    // The View of a registration registers what the person commits in it.
    const settings = { type: 'stdio', command: 'true', args: [] };
    const draft = await api.create({
      workspace,
      type: registration,
      title: 'S',
      context: { name: 's', settings },
    });
    const view = await opened(draft.id);
    await asView(view, 'apply_server', { artifact: draft.id, revision: draft.revision, message: 'Go' });
    await until('it is registered', async () => (await namesOf(api)).includes('s'));
    const { versions } = await api.call<{ versions: { author: string }[] }>('listVersions', {
      artifact: draft.id,
    });
    expect(versions[0]?.author).toMatch(/^local via view .+ through servers$/);
  });
});
