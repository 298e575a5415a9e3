import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import http, { type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { AgentCatalog } from './agent-catalog.ts';
import type { CatalogSource } from './catalog-source.ts';
import { findProgram } from './find-program.ts';

const advice = 'Correct "agentCatalogs" in the configuration file, or add the agent by its command.';
const entry = (id: string, name = id) => ({ id, name, distribution: { npx: { package: id } } });
const registry = (...agents: readonly object[]): string => JSON.stringify({ version: '1.0.0', agents });

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'loggia catalog '));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

async function serving(answer: RequestListener): Promise<string> {
  const server = http.createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/registry.json`;
}

function catalogOf(
  sources: readonly CatalogSource[],
  { now = (): number => 0, limits = { bytes: 10_000, ms: 5_000 } } = {},
): AgentCatalog {
  const machine = { platform: 'linux-x86_64', node: '20.19.0', has: () => true };
  return new AgentCatalog({ sources, machine, limits, clock: { now } });
}

test('J9: catalogs are read in order, and the first entry of an id counts', async () => {
  const folder = folderWith({
    'own.json': registry(entry('one', 'Our One')),
    'tree/one/agent.json': JSON.stringify(entry('one', 'Their One')),
    'tree/two/agent.json': JSON.stringify(entry('two')),
    'tree/agent.schema.json': '{}',
    'tree/.git/agent.json': '{',
    'built/registry.json': registry(entry('three')),
    'built/other.json': '{',
  });
  const { agents, problems } = await catalogOf([
    { kind: 'file', path: path.join(folder, 'own.json') },
    { kind: 'file', path: path.join(folder, 'tree') },
    { kind: 'builtIn', path: path.join(folder, 'built') },
  ]).list();
  expect(problems).toEqual([]);
  expect(agents.map(({ id, name, source }) => [id, name, source])).toEqual([
    ['one', 'Our One', { kind: 'file', name: path.join(folder, 'own.json') }],
    ['two', 'two', { kind: 'file', name: path.join(folder, 'tree') }],
    ['three', 'three', { kind: 'builtIn' }],
  ]);
});

test('L5: a catalog that is missing, broken or huge is reported, and the others are listed', async () => {
  const folder = folderWith({
    'good.json': registry(entry('one')),
    'bad.json': '{',
    'huge.json': `"${'x'.repeat(2 * 1024 * 1024)}"`,
  });
  const at = (name: string): CatalogSource => ({ kind: 'file', path: path.join(folder, name) });
  const limits = { bytes: 1024 * 1024, ms: 5_000 };
  const catalog = catalogOf(['gone.json', 'bad.json', 'huge.json', 'good.json'].map(at), { limits });
  const { agents, problems } = await catalog.list();
  expect(agents.map(({ id }) => id)).toEqual(['one']);
  expect(problems).toEqual([
    `The catalog ${path.join(folder, 'gone.json')} is not there. ${advice}`,
    `The catalog ${path.join(folder, 'bad.json')} is not valid JSON.`,
    `The catalog ${path.join(folder, 'huge.json')} is larger than 1 MiB. ${advice}`,
  ]);
});

test('J9: an address is asked when the list is, and again after a while; what it had is kept if it fails', async () => {
  let requests = 0;
  let status = 200;
  let now = 0;
  const url = await serving((_, response) => {
    requests += 1;
    response.writeHead(status).end(registry(entry('far')));
  });
  const catalog = catalogOf([{ kind: 'address', url }], { now: () => now });
  expect(requests).toBe(0);
  await catalog.list();
  expect((await catalog.list()).agents.map(({ id, source }) => [id, source])).toEqual([
    ['far', { kind: 'address', name: url }],
  ]);
  expect(requests).toBe(1);
  now = 11 * 60_000;
  status = 500;
  const later = await catalog.list();
  expect([requests, later.agents.map(({ id }) => id), later.problems]).toEqual([
    2,
    ['far'],
    [`The catalog ${url} could not be loaded: it answered with status 500. ${advice}`],
  ]);
});

test('L5: an address that is endless, silent or gone gets a sentence', async () => {
  const endless = await serving((_, response) => {
    const pour = (): void => void response.write('x'.repeat(65_536), () => setImmediate(pour));
    response.on('error', () => undefined);
    pour();
  });
  const silent = await serving(() => undefined);
  const listed = async (url: string, ms: number) =>
    (await catalogOf([{ kind: 'address', url }], { limits: { bytes: 1024 * 1024, ms } }).list()).problems;
  expect(await listed(endless, 30_000)).toEqual([`The catalog ${endless} is larger than 1 MiB. ${advice}`]);
  expect(await listed(silent, 1)).toEqual([
    `The catalog ${silent} took longer than 0 seconds to load. ${advice}`,
  ]);
  const gone = 'http://127.0.0.1:1/registry.json';
  expect(await listed(gone, 30_000)).toEqual([`The catalog ${gone} could not be reached. ${advice}`]);
});

test.skipIf(process.platform === 'win32')('J9: a program is found on the PATH if it can be run', () => {
  const folder = folderWith({ runs: '', 'does-not': '', 'folder/x': '' });
  chmodSync(path.join(folder, 'runs'), 0o755);
  const env = { PATH: `relative:${folder}` };
  expect(findProgram('runs', env)).toBe(path.join(folder, 'runs'));
  expect(findProgram(path.join(folder, 'runs'), {})).toBe(path.join(folder, 'runs'));
  expect(['does-not', 'folder', 'nothing'].map((name) => findProgram(name, env))).toEqual([
    ...[undefined, undefined, undefined],
  ]);
});
