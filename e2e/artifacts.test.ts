import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { extensionReducer, workspaceUri, type ArtifactSummary, type WorkspaceState } from '@loggia/protocol';
import { expect, test } from 'vitest';
import { Api, ApiError } from './src/process/api.ts';
import { DataDirectory, HostProcess } from './src/process/host-process.ts';
import { TappedClient } from './src/process/tapped-client.ts';
import { until } from './src/process/until.ts';

const bare = { handlers: false, welcome: false };

test('F5, A4: two clients see an artifact appear, change and go; one that was away catches up, across a killed host', async () => {
  using data = new DataDirectory(bare);
  const api = new Api(() => data.endpoint());
  const desk = (name: string) => new TappedClient(name, () => data.endpoint(), undefined, extensionReducer);
  using here = desk('here');
  using there = desk('there');
  const first = await HostProcess.start(data, 'product');
  const { id: workspace } = await api.firstWorkspace();
  const views = [here, there].map((client) => client.ahp.subscribe<WorkspaceState>(workspaceUri(workspace)));
  await Promise.all(views.map(({ ready }) => ready));
  const titles = () =>
    views.map(({ state }) => state?.artifacts.map(({ title, state: at }) => `${title} ${at}`));
  const made = await api.create({ workspace, type: 'text/plain', title: 'Note', content: { text: 'one' } });
  await until('both see it', () => titles().every((list) => list?.join() === 'Note draft'));
  await api.commit('First', made.id);
  await until('both see the commit', () => titles().every((list) => list?.join() === 'Note committed'));

  await first.kill();
  await using second = await HostProcess.start(data, 'product');
  await api.call('updateArtifact', { artifact: made.id, title: 'Renamed' });
  await until('both catch up', () => titles().every((list) => list?.join() === 'Renamed draft'));
  await api.call('deleteArtifacts', { artifacts: [made.id] });
  await until('both see it go', () => titles().every((list) => list?.length === 0));
  await api.call('undeleteArtifacts', { artifacts: [made.id] });
  await until('both see it back', () => titles().every((list) => list?.length === 1));
  expect(views.map(({ state }) => state)).toEqual([views[0]?.state, views[0]?.state]);
  expect(second.loggedErrors).toEqual([]);
});

test('F3: whoever comes second is told who was first, and nothing is overwritten', async () => {
  using data = new DataDirectory(bare);
  await using _host = await HostProcess.start(data, 'product');
  const api = new Api(() => data.endpoint());
  const { id: workspace } = await api.firstWorkspace();
  const { id, revision } = await api.create({
    workspace,
    title: 'Ours',
    content: { text: 'a' },
    fileName: 'a.md',
  });
  const edit = (text: string) =>
    api.call('updateArtifact', { artifact: id, ifRevision: revision, content: { text } });
  const outcomes = await Promise.allSettled(['b', 'c', 'd'].map(edit));
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
  const refused = outcomes.flatMap((outcome) =>
    outcome.status === 'rejected' ? [outcome.reason as ApiError] : [],
  );
  for (const error of refused)
    expect(error).toMatchObject({ status: 409, kind: 'Conflict', data: { artifact: { id } } });
});

test('F7, L5: a long upload fills no memory, blocks nobody, and what is cut off leaves nothing', async () => {
  const size = 700 * 1024 * 1024;
  using data = new DataDirectory(bare);
  await using host = await HostProcess.start(data, 'product');
  const api = new Api(() => data.endpoint());
  const { id: workspace } = await api.firstWorkspace();
  const before = host.residentBytes;
  const chunk = Buffer.alloc(1024 * 1024, 'loggia');
  const hash = createHash('sha256');
  let most = 0;
  const bytes = async function* (count: number) {
    for (let sent = 0; sent < count; sent += chunk.length) {
      hash.update(chunk);
      most = Math.max(most, host.residentBytes);
      yield chunk;
    }
  };
  const upload = (source: AsyncGenerator<Buffer>, signal?: AbortSignal) =>
    api.fetch('content', {
      method: 'PUT',
      body: Readable.toWeb(Readable.from(source)) as ReadableStream,
      duplex: 'half',
      ...(signal && { signal }),
    });
  const slowest: number[] = [];
  const done = new AbortController();
  const others = (async () => {
    while (!done.signal.aborted) {
      const start = performance.now();
      await api.firstWorkspace();
      slowest.push(performance.now() - start);
      await sleep(20);
    }
  })();
  const response = await upload(bytes(size));
  done.abort();
  await others;
  const { content } = (await response.json()) as { content: { hash: string; size: number } };
  expect(content).toEqual({ hash: hash.digest('hex'), size });
  expect(most - before).toBeLessThan(150 * 1024 * 1024);
  expect(slowest.length).toBeGreaterThan(5);

  const made = await api.create({
    workspace,
    title: 'Big',
    content: { hash: content.hash },
    fileName: 'big.bin',
  });
  const part = await api.fetch(`artifacts/${made.id}/content`, { headers: { range: 'bytes=700-711' } });
  expect(part.status).toBe(206);
  expect(await part.text()).toBe(chunk.subarray(700, 712).toString());

  const cut = new AbortController();
  const slow = async function* () {
    yield chunk;
    cut.abort();
    await sleep(50);
    yield chunk;
  };
  await expect(upload(slow(), cut.signal)).rejects.toThrow(/abort/i);
  expect((await host.health()).status).toBe('ok');
  expect(host.loggedErrors).toEqual([]);
});

test('L5: paths that would lead out, types that are none, and texts that are no JSON get a clear answer', async () => {
  using data = new DataDirectory(bare);
  await using host = await HostProcess.start(data, 'product');
  const api = new Api(() => data.endpoint());
  const { id: workspace } = await api.firstWorkspace();
  for (const path of [
    'artifacts/..%2F..%2Ftoken/content',
    'artifacts/%2e%2e/content',
    'artifacts/a%00b/content',
  ]) {
    expect([400, 404]).toContain((await api.fetch(path)).status);
  }
  const bad = [
    { workspace, title: '', content: { text: '' } },
    { workspace, title: 'x', type: 'no type' },
    { workspace, title: 'x', content: { hash: '../../token' } },
    { workspace: '../x', title: 'x' },
    { workspace: 'nowhere', title: 'x' },
    { workspace, title: 'x', content: { hash: '0'.repeat(64) } },
  ];
  for (const params of bad) {
    await expect(api.create(params)).rejects.toMatchObject({
      status: expect.toSatisfy((status: number) => status === 400 || status === 404) as number,
      message: expect.stringMatching(/\w+ \w+/) as string,
    });
  }
  const broken = await api.fetch('createArtifact', {
    method: 'POST',
    body: '{',
    headers: { 'content-type': 'application/json' },
  });
  expect(broken.status).toBe(400);
  expect((await api.artifacts(workspace)).map(({ title }: ArtifactSummary) => title)).toEqual([]);
  expect(host.loggedErrors).toEqual([]);
});
