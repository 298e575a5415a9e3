import { isDeepStrictEqual } from 'node:util';
import { createSession } from '@loggia/client';
import { workspaceUri, extensionReducer, type WorkspaceState, type WorkspaceSummary } from '@loggia/protocol';
import { expect, test } from 'vitest';
import { parcel, PlainHandler } from './src/handlers/plain-handler.ts';
import { Api } from './src/process/api.ts';
import { DataDirectory, HostProcess } from './src/process/host-process.ts';
import { TappedClient } from './src/process/tapped-client.ts';
import { until } from './src/process/until.ts';
import { SessionServers } from './src/servers/session-servers.ts';

interface Opened {
  readonly opened: { readonly kind: string; readonly mcpChannel: string; readonly resourceUri: string };
}

test('F2: the server of one workspace, its types and its Views are out of reach for another, and go with it', async () => {
  using data = new DataDirectory({ handlers: false, welcome: false });
  await using host = await HostProcess.start(data, 'product');
  const api = new Api(() => data.endpoint());
  const { id: other } = await api.firstWorkspace();
  const { workspace } = await api.call<{ workspace: WorkspaceSummary }>('createWorkspace', { title: 'Own' });
  const { id: own } = workspace;
  const { settings } = new PlainHandler(data.path);
  const { id: server } = await api.call<{ id: string }>('addServer', {
    name: 'parcels',
    settings,
    workspace: own,
  });

  const shared = new PlainHandler(data.path, { name: 'shared', mime: 'application/vnd.shared+json' });
  await api.call('addServer', { name: 'shared', settings: shared.settings });

  using desk = new TappedClient('desk', () => data.endpoint(), { mcpApps: {} }, extensionReducer);
  using elsewhere = new TappedClient('elsewhere', () => data.endpoint(), { mcpApps: {} }, extensionReducer);
  const here = desk.ahp.subscribe<WorkspaceState>(workspaceUri(own));
  const there = elsewhere.ahp.subscribe<WorkspaceState>(workspaceUri(other));
  await there.ready;
  await until('its type is known in its workspace', () =>
    here.state?.types.some(({ mime }) => mime === parcel),
  );
  await until('the other workspace has what all have', () =>
    there.state?.customizations?.some(({ name }) => name === 'shared'),
  );
  expect(there.state?.types.some(({ mime }) => mime === parcel)).toBe(false);
  expect(JSON.stringify(there.state?.customizations)).not.toContain('parcels');

  const made = await api.create({ workspace: own, type: parcel, title: 'Books', context: { to: 'Ada' } });
  const { opened } = await api.call<Opened>('openArtifact', { artifact: made.id });
  expect(opened.kind).toBe('view');
  const read = (by: TappedClient) =>
    by.ahp.call('resources/read', { channel: opened.mcpChannel, uri: opened.resourceUri });
  expect(JSON.stringify(await read(desk))).toContain('A parcel.');
  await expect(read(elsewhere)).rejects.toThrow('There is no such channel for this client');

  // An artifact that moves away leaves the server behind.
  const copied = await api.call<{ artifacts: { id: string }[] }>('copyArtifacts', {
    artifacts: [{ id: made.id }],
    workspace: other,
  });
  const [copy] = copied.artifacts;
  const opening = api.call('openArtifact', { artifact: copy?.id, with: server });
  await expect(opening).rejects.toMatchObject({ kind: 'NotFound' });
  const calling = { server, tool: 'weigh', session: workspaceUri(other) };
  await expect(api.call('callTool', calling)).rejects.toMatchObject({ kind: 'NotFound' });

  await api.call('deleteWorkspace', { workspace: own, withContents: true });
  const { servers } = await api.call<{ servers: { id: string }[] }>('listServers');
  expect(servers.map(({ id }) => id)).not.toContain(server);
  expect(host.loggedErrors).toEqual([]);
});

test('F2, D5: a server that is off in a workspace is off for its desk, artifacts and sessions, and on elsewhere', async () => {
  using data = new DataDirectory({ handlers: false, welcome: false });
  await using host = await HostProcess.start(data, 'product');
  const api = new Api(() => data.endpoint());
  const { id: other } = await api.firstWorkspace();
  const { workspace } = await api.call<{ workspace: WorkspaceSummary }>('createWorkspace', { title: 'Own' });
  const { settings } = new PlainHandler(data.path);
  const { id: server } = await api.call<{ id: string }>('addServer', { name: 'parcels', settings });
  using client = new TappedClient('desk', () => data.endpoint(), { mcpApps: {} }, extensionReducer);
  const desks = [workspace.id, other].map((id) => client.ahp.subscribe<WorkspaceState>(workspaceUri(id)));
  const sessions = await Promise.all(
    [workspace.id, other].map(async (id) =>
      SessionServers.watch(client, await createSession(client.ahp, { config: { workspace: id } })),
    ),
  );
  const states = () =>
    [...desks, ...sessions.map(({ view }) => view)].map(({ state }) =>
      state?.customizations?.find(({ id }) => id === server),
    );
  const kinds = () => states().map((entry) => (entry?.type === 'mcpServer' ? entry.state.kind : undefined));
  await until('it runs everywhere', () => kinds().every((kind) => kind === 'ready'));
  const made = await api.create({
    workspace: workspace.id,
    type: parcel,
    title: 'Books',
    context: { to: 'Ada' },
  });

  const session = workspaceUri(workspace.id);
  await api.call('setEnabled', { customization: 'parcels', session, enabled: false });
  await until('it is off in its workspace and on in the other', () =>
    isDeepStrictEqual(kinds(), ['stopped', 'ready', 'stopped', 'ready']),
  );
  const known = () => desks.map(({ state }) => state?.types.some(({ mime }) => mime === parcel));
  await until('its types are gone from the desk', () => isDeepStrictEqual(known(), [false, true]));
  const { opened } = await api.call<Opened>('openArtifact', { artifact: made.id });
  expect(opened.kind).not.toBe('view');

  await api.call('setEnabled', { customization: 'parcels', session });
  await until('it runs again', () => kinds().every((kind) => kind === 'ready'));
  expect(host.loggedErrors).toEqual([]);
});
