import { workspaceUri, extensionReducer, type WorkspaceState } from '@loggia/protocol';
import { expect, test } from 'vitest';
import { parcel, PlainHandler } from './src/handlers/plain-handler.ts';
import { Api } from './src/process/api.ts';
import { DataDirectory, HostProcess } from './src/process/host-process.ts';
import { TappedClient } from './src/process/tapped-client.ts';
import { until } from './src/process/until.ts';

interface Opened {
  readonly opened: {
    readonly kind: string;
    readonly mcpChannel: string;
    readonly resourceUri: string;
    readonly view: string;
    readonly input: { readonly artifact: { readonly context: object } };
    readonly result: { readonly structuredContent: unknown };
  };
}

const bare = { handlers: false, welcome: false };

test('G1, G2, H2: a handler in plain JavaScript owns a type: it appears, opens, is told, and goes, with nothing of the platform touched', async () => {
  using data = new DataDirectory(bare);
  await using host = await HostProcess.start(data, 'product');
  using client = new TappedClient('desk', () => data.endpoint(), { mcpApps: {} }, extensionReducer);
  const api = new Api(() => data.endpoint());
  const { id: workspace } = await api.firstWorkspace();
  const view = client.ahp.subscribe<WorkspaceState>(workspaceUri(workspace));
  await view.ready;
  const shown = () => view.state?.types.find(({ mime }) => mime === parcel);
  expect(shown()).toBeUndefined();

  const handler = new PlainHandler(data.path);
  await api.call('addServer', { name: 'parcels', settings: handler.settings });
  const type = await until('the type appears', shown);
  expect(type).toMatchObject({ label: 'Parcel', icon: '📦', owner: { kind: 'server', name: 'parcels' } });

  // F4: its rules hold.
  await expect(api.create({ workspace, type: parcel, title: 'Nameless', context: {} })).rejects.toMatchObject(
    {
      kind: 'InvalidParams',
      message: expect.stringMatching(/to/) as string,
    },
  );
  const made = await api.create({ workspace, type: parcel, title: 'Books', context: { to: 'Ada' } });
  await until('the card appears', () =>
    view.state?.artifacts.find(({ id, preview }) => id === made.id && preview?.text === 'Ada'),
  );
  await until('it is told of the creation', () => handler.kinds(made.id).includes('create'));

  // Its viewer opens it, as if an agent had called.
  const { opened } = await api.call<Opened>('openArtifact', { artifact: made.id });
  expect(opened).toMatchObject({ kind: 'view', result: { structuredContent: { to: 'Ada' } } });
  expect(opened.input.artifact.context).toEqual({ to: 'Ada' });
  const read = await client.ahp.call('resources/read', {
    channel: opened.mcpChannel,
    uri: opened.resourceUri,
  });
  expect(JSON.stringify(read)).toContain('A parcel.');

  // H4: what its View asks for comes with a key to this artifact, and to no other.
  const asView = (name: string, given: object) =>
    client.ahp.call('tools/call', {
      channel: opened.mcpChannel,
      name,
      arguments: given,
      _meta: { 'loggia.view': opened.view },
    });
  await asView('readdress', { artifact: made.id, to: 'Grace' });
  expect((await api.artifact(made.id)).context).toEqual({ to: 'Grace', grams: 5 });
  const other = await api.create({ workspace, type: parcel, title: 'Theirs', context: { to: 'Bob' } });
  for (const [command, params] of [
    ['getArtifact', { artifact: other.id }],
    ['listArtifacts', { workspace }],
    ['search', { query: 'Bob' }],
    ['listServers', {}],
    ['listSessions', {}],
  ] as const) {
    await expect(asView('overreach', { command, params })).rejects.toThrow(
      /^This (token|needs the permission) /,
    );
  }

  await api.commit('On its way', made.id);
  await until('it is told of the commit', () => handler.kinds(made.id).join() === 'create,commit');
  const weighed = await api.call('runAction', { artifact: made.id, action: 'weigh' });
  expect(weighed).toMatchObject({ result: { content: [{ text: '5 g' }] } });
  await until('what it extracts can be found', async () => {
    const { hits } = await api.call<{ hits: { kind: string }[] }>('search', { query: 'fragile Grace' });
    return hits.length === 1;
  });
  await api.call('archiveArtifacts', { artifacts: [made.id] });
  await api.call('deleteArtifacts', { artifacts: [other.id] });
  await until(
    'it is told of the rest',
    () => handler.kinds(made.id).at(-1) === 'archive' && handler.kinds(other.id).join() === 'create,delete',
  );

  // G2: stopped, its type is gone from every client; started again, it is back.
  const server = view.state?.customizations?.find(({ name }) => name === 'parcels');
  if (!server) throw new Error('The workspace does not show its server.');
  view.dispatch({ type: 'session/mcpServerStopRequested', id: server.id });
  await until('the type is gone', () => shown() === undefined);
  view.dispatch({ type: 'session/mcpServerStartRequested', id: server.id });
  await until('the type is back', shown);

  await api.call('removeServer', { server: 'parcels' });
  await until('the type is gone', () => shown() === undefined);
  expect((await api.artifact(made.id)).context).toEqual({ to: 'Grace', grams: 5 });
  await expect(api.call('openArtifact', { artifact: made.id, with: 'parcels' })).rejects.toMatchObject({
    kind: 'NotFound',
  });
  expect(host.loggedErrors).toEqual([]);
});

test('G3: two servers that claim a vendor type are an error that names both, until somebody says who comes first', async () => {
  using data = new DataDirectory(bare);
  await using host = await HostProcess.start(data, 'product');
  const api = new Api(() => data.endpoint());
  const { id: workspace } = await api.firstWorkspace();
  const ids: string[] = [];
  for (const name of ['first', 'second']) {
    const { settings } = new PlainHandler(data.path, { name, label: `Parcel of ${name}` });
    ids.push((await api.call<{ id: string }>('addServer', { name, settings })).id);
  }
  const disputed = await until('both claim it', async () => {
    const found = await api.explain(workspace, parcel);
    return found.rule === 'conflict' ? found : undefined;
  });
  expect(disputed.steps.join(' ')).toMatch(/first.*second|second.*first/s);
  // Neither the order in the list nor the order of arrival decides.
  const made = await api.create({ workspace, type: parcel, title: 'Whose?', context: {} });
  expect((await api.deliveries()).find(({ artifact }) => artifact === made.id)?.reason).toMatch(
    /first|second/,
  );

  await api.call('setTypePolicy', { type: parcel, precedence: [ids[1]] });
  await until(
    'the second has it',
    async () => (await api.explain(workspace, parcel)).type?.label === 'Parcel of second',
  );
  await api.call('setTypePolicy', { type: parcel, precedence: [] });
  expect((await api.explain(workspace, parcel)).rule).toBe('conflict');
  expect(host.loggedErrors).toEqual([]);
});

test('G3, G4: a server that is not trusted changes nothing about standard types, nor about those of the platform', async () => {
  using data = new DataDirectory(bare);
  await using host = await HostProcess.start(data, 'product');
  const api = new Api(() => data.endpoint());
  const { id: workspace } = await api.firstWorkspace();
  const before = [
    await api.explain(workspace, 'text/markdown'),
    await api.explain(workspace, 'application/vnd.loggia.thing'),
  ];
  for (const [name, mime] of [
    ['md', 'text/markdown'],
    ['ours', 'application/vnd.loggia.thing'],
  ] as const) {
    const { settings } = new PlainHandler(data.path, { name, mime, label: 'Usurper' });
    const { id } = await api.call<{ id: string }>('addServer', { name, settings });
    await api.call('setTypePolicy', { trust: { server: id, decision: 'untrusted' } });
  }
  await until('both claims are seen', async () => {
    const markdown = await api.explain(workspace, 'text/markdown');
    const platform = await api.explain(workspace, 'application/vnd.loggia.thing');
    return markdown.claims.length > 1 && platform.claims.length > 0;
  });
  const after = [
    await api.explain(workspace, 'text/markdown'),
    await api.explain(workspace, 'application/vnd.loggia.thing'),
  ];
  expect(after.map(({ type, rule }) => ({ type, rule }))).toEqual(
    before.map(({ type, rule }) => ({ type, rule })),
  );
  expect(
    after.flatMap(({ claims }) => claims).filter(({ verdict }) => /trust|platform/.test(verdict)),
  ).not.toEqual([]);

  // Once the server is trusted, the user may choose it; until then the built-in stays.
  const md = after[0]?.claims.find(({ name }) => name === 'md')?.server;
  await api.call('setTypePolicy', { trust: { server: md, decision: 'trusted' } });
  expect((await api.explain(workspace, 'text/markdown')).type?.viewer).toMatchObject({ kind: 'native' });
  await api.call('setTypePolicy', { type: 'text/markdown', openWith: md });
  expect((await api.explain(workspace, 'text/markdown')).type?.viewer).toMatchObject({
    kind: 'view',
    server: md,
  });
  expect(host.loggedErrors).toEqual([]);
});
