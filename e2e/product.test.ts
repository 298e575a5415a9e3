import { Client } from '@modelcontextprotocol/client';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import {
  extensionReducer,
  workspaceUri,
  type ServerReport,
  type TypeView,
  type WorkspaceState,
  type WorkspaceSummary,
} from '@loggia/protocol';
import { expect, test } from 'vitest';
import { Api } from './src/process/api.ts';
import { DataDirectory, HostProcess } from './src/process/host-process.ts';
import { TappedClient } from './src/process/tapped-client.ts';
import { until } from './src/process/until.ts';
import { echoServer } from './src/servers/reference-servers.ts';

interface Opened {
  readonly opened: {
    readonly kind: string;
    readonly mcpChannel: string;
    readonly resourceUri: string;
    readonly view: string;
    readonly renderer?: string;
  };
}

/** The HTML of an artifact's View, read over the channel that the View itself would use. */
async function viewOf(client: TappedClient, { mcpChannel, resourceUri }: Opened['opened']): Promise<string> {
  const read = (await client.ahp.call('resources/read', { channel: mcpChannel, uri: resourceUri })) as {
    contents: { text: string; mimeType: string }[];
  };
  const [html] = read.contents;
  return (html?.text.length ?? 0) > 5_000 ? (html?.mimeType ?? '') : 'too short';
}

/** The workspace, once the handlers that come with the product have said what they own: they start beside the host. */
async function withHandlers(client: TappedClient, { id }: WorkspaceSummary) {
  const view = client.ahp.subscribe<WorkspaceState>(workspaceUri(id));
  await view.ready;
  const typeOf = (mime: string): TypeView | undefined => view.state?.types.find((type) => type.mime === mime);
  await until('the handlers are there', () =>
    ['board', 'planner', 'table', 'mcp-server'].every(
      (name) => typeOf(`application/vnd.loggia.${name}+json`)?.viewer?.kind === 'view',
    ),
  );
  return view;
}

test('F2, I4: a new host has a welcome workspace, and its own handlers open what is in it', async () => {
  using data = new DataDirectory();
  await using host = await HostProcess.start(data, 'product');
  const api = new Api(() => data.endpoint());
  using client = new TappedClient('desk', () => data.endpoint(), { mcpApps: {} }, extensionReducer);
  const workspace = await api.firstWorkspace();
  expect(workspace.title).toBe('Welcome');
  const view = await withHandlers(client, workspace);
  const artifacts = await api.artifacts(workspace.id);
  const shown: Record<string, string> = {};
  for (const { id, title } of artifacts) {
    const { opened } = await api.call<Opened>('openArtifact', { artifact: id });
    shown[title] = opened.renderer ?? (await viewOf(client, opened));
  }
  expect(shown).toEqual({
    'Read me first': 'markdown',
    'House rules': 'markdown',
    'Getting to know Loggia': 'text/html;profile=mcp-app',
    'Ten days in Portugal': 'text/html;profile=mcp-app',
    'Coffee, cup by cup': 'text/html;profile=mcp-app',
    Cities: 'csv',
    'A server of your own': 'text/html;profile=mcp-app',
    Measurements: 'json',
    'An arcade': 'image',
  });
  // G4: the file opens natively, or with the table.
  const cities = artifacts.find(({ title }) => title === 'Cities');
  const { opened } = await api.call<Opened>('openArtifact', { artifact: cities?.id, with: 'table' });
  expect(opened.kind).toBe('view');

  // H3: what handlers and the platform extract is found; H3: cards have pictures.
  for (const word of ['aqueduct', 'arrows', 'brick']) {
    await until(
      `"${word}" is found`,
      async () => (await api.call<{ hits: unknown[] }>('search', { query: word })).hits.length > 0,
    );
  }
  await until(
    'cards have pictures',
    () => (view.state?.artifacts ?? []).filter(({ thumbnail }) => thumbnail !== undefined).length >= 2,
  );
  expect(await api.deliveries()).toEqual([]);
  expect(host.loggedErrors).toEqual([]);
});

test('H4, C5: the Views of the handlers save and read through their own tools, and an old version cannot be changed', async () => {
  using data = new DataDirectory();
  await using host = await HostProcess.start(data, 'product');
  const api = new Api(() => data.endpoint());
  using client = new TappedClient('desk', () => data.endpoint(), { mcpApps: {} }, extensionReducer);
  const workspace = await api.firstWorkspace();
  await withHandlers(client, workspace);
  const artifacts = await api.artifacts(workspace.id);
  const titled = (title: string) => artifacts.find((artifact) => artifact.title === title)?.id ?? '';
  const open = async (title: string, more: object = {}) => {
    const artifact = titled(title);
    const { opened } = await api.call<Opened>('openArtifact', { artifact, ...more });
    return async (name: string, given: object = {}) => {
      const answer = (await client.ahp.call('tools/call', {
        channel: opened.mcpChannel,
        name,
        arguments: { artifact, ...given },
        _meta: { 'loggia.view': opened.view },
      })) as { structuredContent: Record<string, unknown>; content: { text: string }[]; isError?: boolean };
      if (answer.isError) throw new Error(answer.content[0]?.text);
      return answer.structuredContent;
    };
  };

  const board = titled('Getting to know Loggia');
  const onBoard = await open('Getting to know Loggia');
  const { revision, context } = await api.artifact(board);
  const cards = (context['cards'] as { id: string }[]).map((card) =>
    card.id === 'move' ? { ...card, column: 'done' } : card,
  );
  const moved = { ...context, cards };
  expect(await onBoard('save_board', { ifRevision: revision, board: moved })).toMatchObject({ saved: true });
  expect(await api.artifact(board)).toMatchObject({ state: 'draft', context: { cards } });
  // A save on an outdated revision is answered with the newest one.
  expect(await onBoard('save_board', { ifRevision: revision, board: context })).toMatchObject({
    saved: false,
  });
  const onOldBoard = await open('Getting to know Loggia', { version: 1 });
  const now = await api.artifact(board);
  await expect(onOldBoard('save_board', { ifRevision: now.revision, board: context })).rejects.toThrow(
    /write/,
  );

  const onTable = await open('Cities', { with: 'table' });
  expect(await onTable('read_table')).toMatchObject({ text: expect.stringContaining('aqueduct') as string });
  const onServer = await open('A server of your own');
  expect(await onServer('server_status')).toMatchObject({
    permission: 'granted',
    artifact: { state: 'draft' },
  });
  expect(host.loggedErrors).toEqual([]);
});

test('F2, F6: a session belongs to a workspace, and what was said in it is found', async () => {
  using data = new DataDirectory({ handlers: false, welcome: false });
  await using host = await HostProcess.start(data, 'product');
  const api = new Api(() => data.endpoint());
  using client = new TappedClient('talker', () => data.endpoint());
  const first = await api.firstWorkspace();
  const { workspace: second } = await api.call<{ workspace: WorkspaceSummary }>('createWorkspace', {
    title: 'Second',
  });
  const talk = async (config: Record<string, unknown>, text: string) => {
    const uri = `ahp-session:/${crypto.randomUUID()}`;
    await client.ahp.request('createSession', { channel: uri, config });
    const session = client.ahp.session(uri);
    await session.ready;
    const chat = client.ahp.chat(session.state?.defaultChat ?? '');
    await chat.ready;
    chat.dispatch({
      type: 'chat/turnStarted',
      turnId: 't1',
      startedAt: new Date().toISOString(),
      message: { text, origin: { kind: 'user' } },
    });
    await until('the turn is over', () => chat.state?.turns.length === 1);
    return session.state?.project?.uri;
  };
  expect(await talk({}, 'Where is the clepsydra?')).toBe(first.channel);
  expect(await talk({ workspace: second.id }, 'The clepsydra is here.')).toBe(second.channel);
  await expect(talk({ workspace: 'nowhere' }, '')).rejects.toThrow(/no workspace/);
  const find = async (more: object) =>
    (await api.call<{ hits: { kind: string }[] }>('search', { query: 'clepsydra', ...more })).hits;
  expect((await find({})).map(({ kind }) => kind)).toEqual(['message', 'message']);
  expect(await find({ workspace: second.id })).toHaveLength(1);
  expect(host.loggedErrors).toEqual([]);
});

test('I4, H4: committing a registration registers the server; archiving it takes the server away', async () => {
  using data = new DataDirectory({ welcome: false });
  await using host = await HostProcess.start(data, 'product');
  const api = new Api(() => data.endpoint());
  const { id: workspace } = await api.firstWorkspace();
  const names = async () =>
    (await api.call<{ servers: ServerReport[] }>('listServers')).servers.map(({ name }) => name);
  const type = 'application/vnd.loggia.mcp-server+json';
  await until('the handler is there', async () => (await api.explain(workspace, type)).type !== undefined);
  const made = await api.create({
    workspace,
    type,
    title: 'Echo',
    context: { name: 'my-echo', settings: { type: 'stdio', command: process.execPath, args: [echoServer] } },
  });
  expect(await names()).not.toContain('my-echo');
  await api.commit('Register', made.id);
  await until('the server is registered', async () => (await names()).includes('my-echo'));
  await api.call('archiveArtifacts', { artifacts: [made.id] });
  await until('the server is gone', async () => !(await names()).includes('my-echo'));
  expect(host.loggedErrors).toEqual([]);
});

test('I3: any MCP client works with artifacts through the host itself', async () => {
  using data = new DataDirectory({ handlers: false });
  await using host = await HostProcess.start(data, 'product');
  const { http, token } = data.endpoint();
  const client = new Client({ name: 'stranger', version: '1.0.0' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${http}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${token}` } },
    }),
  );
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['search', 'create_artifact', 'commit_artifacts']),
  );
  const found = await client.callTool({ name: 'search', arguments: { query: 'aqueduct' } });
  expect(JSON.stringify(found.structuredContent)).toContain('Cities');
  const wrong = await client.callTool({ name: 'create_artifact', arguments: { title: 'x' } });
  expect(wrong.isError).toBe(true);
  await client.close();
  await expect(
    new Client({ name: 'nobody', version: '1.0.0' }).connect(
      new StreamableHTTPClientTransport(new URL(`${http}/mcp`)),
    ),
  ).rejects.toThrow(/token/i);
  expect(host.loggedErrors).toEqual([]);
});
