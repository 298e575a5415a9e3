import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Flags } from './flags.ts';
import { loadConfig } from './host-config.ts';
import type { HostEnvironment } from './host-environment.ts';

function homeWith(files: Readonly<Record<string, object>> = {}) {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'loggia config '));
  onTestFinished(() => fs.rmSync(home, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(home, name)), { recursive: true });
    fs.writeFileSync(path.join(home, name), JSON.stringify(content));
  }
  const load = async (flags: Partial<Flags> = {}, env: HostEnvironment['env'] = {}) =>
    loadConfig({ noOpen: true, ...flags }, { platform: 'linux', env, home, workingDirectory: home });
  return { home, load };
}

test('L1: with nothing set, everything has a default', async () => {
  const { home, load } = homeWith();
  expect(await load()).toEqual({
    dataDirectory: path.join(home, '.local/share/loggia'),
    configFile: undefined,
    port: 5644,
    host: '127.0.0.1',
    allowedHosts: [],
    allowedOrigins: [],
    sandbox: undefined,
    sandboxPort: 0,
    tokenInAddress: false,
    sandboxServers: 'off',
    roots: [],
    graceSeconds: 30,
    retention: { trashDays: 30, archivedSessionDays: 'never', auditDays: 365, clientDays: 30 },
    retainActions: 200_000,
    maxFrameBytes: 8 * 1024 * 1024,
    maxUploadBytes: 10_737_418_240,
    agents: undefined,
    agentCatalogs: [{ kind: 'builtIn' }],
    confirm: 'writes',
    reviewResults: [],
    toolBudget: undefined,
    pinnedTools: [],
    mcpServers: {},
    plugins: [],
    handlers: true,
    welcome: true,
    userFolders: [],
    hostTools: true,
    delegation: { depth: 3, atOnce: 8, perTurn: 32, tokens: 5_000_000, cost: 10 },
    trustedFolders: [],
    environment: [],
  });
});

test('D4: folders of the user are read where they exist, unless that is turned off', async () => {
  const { home, load } = homeWith({
    '.copilot/mcp-config.json': {},
    'elsewhere/mcp-config.json': {},
    '.agents/skills/x.json': {},
    'off/host.json': { userFolders: false },
  });
  const agents = { kind: 'agents', path: path.join(home, '.agents') };
  const foldersWith = async (...given: Parameters<typeof load>) => (await load(...given)).userFolders;
  expect(await foldersWith()).toEqual([{ kind: 'copilot', path: path.join(home, '.copilot') }, agents]);
  const elsewhere = path.join(home, 'elsewhere');
  expect(await foldersWith({}, { COPILOT_HOME: elsewhere })).toEqual([
    { kind: 'copilot', path: elsewhere },
    agents,
  ]);
  expect(await foldersWith({}, { COPILOT_HOME: 'relative' })).toEqual([agents]);
  expect(await foldersWith({ data: 'off' })).toEqual([]);
});

describe('L1: flags win over the environment, that over the file, and that over the defaults', () => {
  const env = {
    LOGGIA_PORT: '2',
    LOGGIA_HOST: 'two.local',
    LOGGIA_DATA: 'data-two',
    LOGGIA_CONFIG: 'two.json',
  };
  const files = {
    'data-one/host.json': { port: 3, host: '127.0.0.3' },
    'data-two/host.json': { port: 33 },
    'one.json': { graceSeconds: 1 },
    'two.json': { graceSeconds: 2 },
  };
  test.each<[string, Partial<Flags>, HostEnvironment['env'], object]>([
    ['the file', { data: 'data-one' }, {}, { port: 3, host: '127.0.0.3', graceSeconds: 30 }],
    [
      'the environment',
      { data: 'data-one' },
      { LOGGIA_PORT: '2', LOGGIA_HOST: 'two.local' },
      { port: 2, host: 'two.local' },
    ],
    ['a flag', { data: 'data-one', port: 1, host: '::1' }, env, { port: 1, host: '::1', graceSeconds: 2 }],
    ['port 0 as a flag', { data: 'data-one', port: 0 }, env, { port: 0 }],
    ['the data directory of the environment', {}, { LOGGIA_DATA: 'data-two' }, { port: 33 }],
    ['an empty variable', { data: 'data-one' }, { LOGGIA_PORT: '', LOGGIA_CONFIG: '' }, { port: 3 }],
    ['the configuration of a flag', { config: 'one.json' }, env, { graceSeconds: 1, port: 2 }],
    ['the configuration of the environment', {}, env, { graceSeconds: 2 }],
  ])('%s', async (_, flags, variables, expected) => {
    expect(await homeWith(files).load(flags, variables)).toMatchObject(expected);
  });
});

test('L1: paths are absolute, those in the file relative to it', async () => {
  const { home, load } = homeWith({
    'settings/host.json': {
      host: '[::1]',
      roots: [{ path: '../notes', write: true }, { path: '~/notes', write: false }, { path: '.' }],
      agents: [
        { module: './agent.mjs', options: { loud: true } },
        { module: '../other.mjs' },
        { module: '@some/agent' },
      ],
    },
    'notes/one.json': {},
  });
  expect(await load({ data: 'd', config: 'settings/host.json' })).toMatchObject({
    dataDirectory: path.join(home, 'd'),
    configFile: path.join(home, 'settings/host.json'),
    host: '::1',
    roots: [
      { path: path.join(home, 'notes'), access: 'write' },
      { path: path.join(home, 'notes'), access: 'read' },
      { path: path.join(home, 'settings'), access: 'read' },
    ],
    agents: [
      { module: path.join(home, 'settings/agent.mjs'), options: { loud: true } },
      { module: path.join(home, 'other.mjs'), options: {} },
      { module: '@some/agent', options: {} },
    ],
  });
});

test('L1: what is decided cannot be changed', async () => {
  const { load } = homeWith({ 'd/host.json': { agents: [{ module: 'x', options: { deep: { down: 1 } } }] } });
  const config = await load({ data: 'd' });
  expect(() => Object.assign(config, { port: 1 })).toThrow(TypeError);
  expect(() => Object.assign(config.agents?.[0]?.options['deep'] as object, { down: 2 })).toThrow(TypeError);
});

test('L5: what the environment or the file gets wrong is named', async () => {
  const { home, load } = homeWith({ 'd/host.json': { roots: [{ path: '.' }, { path: './gone' }] } });
  await expect(load({}, { LOGGIA_PORT: 'http' })).rejects.toMatchObject({
    exitCode: 2,
    message:
      'LOGGIA_PORT cannot be "http"; set it to a whole number from 0 to 65535 (0 picks a free port), or unset it.',
  });
  await expect(load({}, { LOGGIA_HOST: 'a:1' })).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining('LOGGIA_HOST cannot be "a:1"; set it to an address') as string,
  });
  await expect(load({}, { LOGGIA_CONFIG: 'gone.json' })).rejects.toMatchObject({
    exitCode: 2,
    message: expect.stringContaining('gone.json is not there') as string,
  });
  await expect(load({ data: 'd' })).rejects.toMatchObject({
    exitCode: 2,
    message: `${path.join(home, 'd/host.json')}: roots[1].path is ${path.join(home, 'd/gone')}, and there is no such folder; create it or remove the entry.`,
  });
});

test.each([
  [{ sandbox: 'https://*.example', allowedHosts: ['desk.example'] }],
  [{ sandbox: 'https://*.views.example', allowedOrigins: ['https://a.views.example'] }],
  [{ sandbox: 'https://views.example', allowedHosts: ['views.example'] }],
])('E3, L5: the host does not share its names with Views: %j', async (settings) => {
  const { load } = homeWith({ 'host.json': settings });
  await expect(load({ config: 'host.json' })).rejects.toThrow(/"sandbox" would serve Views under it/);
});
