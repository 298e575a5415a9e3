import { cpSync } from 'node:fs';
import path from 'node:path';
import { SeededRandom } from '@loggia/testing';
import { beforeAll, afterAll, expect, test } from 'vitest';
import { Api } from './src/process/api.ts';
import { damage, kindsOfDamage } from './src/process/damage.ts';
import { DataDirectory, HostProcess } from './src/process/host-process.ts';
import { until } from './src/process/until.ts';
import { RawSocket } from './src/process/raw-socket.ts';

/** `npm run stress` looks at more of them. */
const rounds = process.env['LOGGIA_STRESS'] === undefined ? 1 : 6;
const advice = /is damaged|not a database of this host|cannot be opened|cannot be read/;

let whole: DataDirectory;
const ids: string[] = [];
let workspace = '';

beforeAll(async () => {
  whole = new DataDirectory();
  await using host = await HostProcess.start(whole);
  const api = new Api(() => whole.endpoint());
  workspace = (await api.firstWorkspace()).id;
  for (let index = 0; index < 60; index++) {
    const title = `Artifact number ${index}`;
    const context = { words: `something to read about the number ${index} `.repeat(20) };
    const { id } = await api.create({ workspace, type: 'text/plain', title, context });
    ids.push(id);
    if (index % 2 === 0) await api.commit(`Commit ${index}`, id);
  }
  using socket = await RawSocket.open(whole.endpoint());
  await socket.hello('writer');
  for (let index = 0; index < 10; index++) await socket.session(`ahp-session:/${index}`);
  await host.terminate();
});

afterAll(() => whole[Symbol.dispose]());

interface Told {
  readonly status: number;
  readonly message: string;
}

async function ask(api: Api, name: string, params: object): Promise<Told> {
  const response = await api.fetch(name, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(params),
    signal: AbortSignal.timeout(20_000),
  });
  const body = (await response.json()) as { error?: { message: string } };
  return { status: response.status, message: body.error?.message ?? '' };
}

/** All of it is read, in more ways than one. */
async function readAll(api: Api): Promise<Told[]> {
  const told: Told[] = [];
  for (const order of ['modified', 'created', 'title']) {
    told.push(await ask(api, 'listArtifacts', { workspace, order, limit: 100 }));
  }
  for (const [name, params] of [
    ['listWorkspaces', {}],
    ['listCollections', {}],
    ['listSessions', {}],
    ['listCommits', { workspace }],
    ['search', { query: 'number' }],
    ['listAudit', {}],
  ] as const) {
    told.push(await ask(api, name, params));
  }
  for (const artifact of ids) told.push(await ask(api, 'getArtifact', { artifact }));
  for (const artifact of ids.slice(0, 10)) told.push(await ask(api, 'listVersions', { artifact }));
  return told;
}

async function subscribeToAll(data: DataDirectory): Promise<Told[]> {
  using socket = await RawSocket.open(data.endpoint());
  const answers = [await socket.ask('initialize', { protocolVersions: ['1.0.0'], clientId: 'reader' })];
  for (let index = 0; index < 10; index++) {
    answers.push(await socket.ask('subscribe', { channel: `ahp-session:/${index}` }));
  }
  return answers.map((answer) => ({
    status: answer['error'] === undefined ? 200 : answer['error'].code === -32603 ? 500 : 503,
    message: answer['error']?.message ?? '',
  }));
}

const cases = kindsOfDamage.flatMap((kind) =>
  Array.from({ length: rounds }, (_, round) => [kind, round + 1] as const),
);

test.each(cases)(
  'SE11: a database with %s is refused with advice or served as far as it goes, and never ends the host (%i)',
  { timeout: 120_000 },
  async (kind, seed) => {
    using data = new DataDirectory();
    cpSync(whole.path, data.path, { recursive: true });
    damage(path.join(data.path, 'loggia.db'), kind, new SeededRandom(seed));
    await using host = HostProcess.launch(data);
    await until('it serves or ends', () => host.isReady || !host.isRunning, 60_000);
    if (!host.isRunning) {
      await assertRefusedWithAdvice(host);
      return;
    }
    const api = new Api(() => data.endpoint());
    const told = [...(await readAll(api)), ...(await subscribeToAll(data))];
    const write = await ask(api, 'createArtifact', { workspace, type: 'text/plain', title: 'New' });
    const unclear = [...told, write].filter(({ status }) => status >= 500 && status !== 503);
    expect(unclear).toEqual([]);
    expect(host.isRunning).toBe(true);
    const damaged = [...told, write].filter(({ message }) => /damaged/.test(message));
    const health = await fetch(`${data.endpoint().http}/healthz`);
    const said = { answer: health.status, ...((await health.json()) as object) };
    const aware = { answer: 503, reason: expect.stringContaining('loggia.db is damaged') };
    expect(said).toMatchObject(damaged.length > 0 ? aware : {});
  },
);

async function assertRefusedWithAdvice(host: HostProcess): Promise<void> {
  expect(await host.ended).toEqual({ code: 1, signal: null });
  expect(host.stderr).toMatch(advice);
  expect(host.stderr).toContain('loggia.db');
  expect(host.stderr).not.toMatch(/panicked|defect of Loggia/);
}
