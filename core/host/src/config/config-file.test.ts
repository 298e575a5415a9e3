import os from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { StartError } from '../start-error.ts';
import { parseConfigFile, readConfigFile } from './config-file.ts';

function mistake(text: string): string {
  try {
    parseConfigFile('host.json', text);
  } catch (error) {
    if (error instanceof StartError && error.exitCode === 2) return error.message;
    throw error;
  }
  return 'no mistake';
}

test('L1: everything that can be set, and nothing that must', () => {
  const settings = {
    port: 0,
    host: '::1',
    allowedHosts: ['loggia.example', 'loggia.example:8443', '[fe80::1]'],
    allowedOrigins: ['https://desk.example', 'http://localhost:3000'],
    sandbox: 'https://*.views.example',
    sandboxPort: 0,
    roots: [{ path: './notes', write: true }, { path: '/srv/docs' }],
    graceSeconds: 60,
    retainActions: 5000,
    maxFrameBytes: 1_048_576,
    agents: [{ module: './agent.mjs', options: { deep: [{ well: null }] } }, { module: '@some/agent' }],
    agentCatalogs: ['loggia', './agents.json', 'https://agents.example/registry.json'],
    confirm: 'always',
    mcpServers: { files: { command: 'npx', args: ['files'] }, far: { url: 'https://far.example/mcp' } },
    plugins: ['./plugins/notes'],
    trustedFolders: ['~/code'],
    environment: ['GITHUB_TOKEN'],
  };
  expect(parseConfigFile('host.json', JSON.stringify(settings))).toEqual(settings);
  expect(parseConfigFile('host.json', '\uFEFF{}')).toEqual({});
});

describe('L5: a mistake in the file is named with its place and what to do', () => {
  const port = 'must be a whole number from 0 to 65535 (0 picks a free port).';
  test.each<[string, string]>([
    ['{ "prot": 1 }', 'host.json: prot is not a setting; did you mean "port"?'],
    ['{ "allowedhosts": [] }', 'host.json: allowedhosts is not a setting; did you mean "allowedHosts"?'],
    [
      '{ "color": 1 }',
      'host.json: color is not a setting; remove it, or use one of port, host, allowedHosts, allowedOrigins, tokenInAddress, sandbox, sandboxPort, sandboxServers, roots, graceSeconds, retention, retainActions, maxFrameBytes, maxUploadBytes, agents, agentCatalogs, confirm, reviewResults, toolBudget, pinnedTools, mcpServers, plugins, handlers, welcome, userFolders, hostTools, delegation, trustedFolders, environment.',
    ],
    [
      '{ "roots": [{ "path": "." }, { "path": ".", "wirte": true }] }',
      'host.json: roots[1].wirte is not a setting; did you mean "write"?',
    ],
    [
      '{ "agents": [{ "module": "x", "a b": 1 }] }',
      'host.json: agents[0]["a b"] is not a setting; remove it, or use one of module, options.',
    ],
    ['{ "__proto__": 1 }', 'host.json: __proto__ is not a setting; remove it, or use one of port,'],
    ['{ "port": "8080" }', `host.json: port ${port}`],
    ['{ "port": 65536 }', `host.json: port ${port}`],
    ['{ "port": 1.5 }', `host.json: port ${port}`],
    ['{ "port": null }', `host.json: port ${port}`],
    [
      '{ "host": "http://x" }',
      'host.json: host must be an address or a name of this machine, such as 127.0.0.1,',
    ],
    ['{ "allowedHosts": "x" }', 'host.json: allowedHosts must be a list of names.'],
    [
      '{ "allowedHosts": ["*.example"] }',
      'host.json: allowedHosts[0] must be a name, with or without a port,',
    ],
    ['{ "sandbox": "views.example" }', 'host.json: sandbox must be an origin with a wildcard, such as'],
    ['{ "sandboxPort": -1 }', `host.json: sandboxPort ${port}`],
    ['{ "allowedOrigins": ["desk.example"] }', 'host.json: allowedOrigins[0] must be an origin, such as'],
    ['{ "roots": [{}] }', 'host.json: roots[0].path must be the path of a folder, relative to this file.'],
    [
      '{ "roots": ["./notes"] }',
      'host.json: roots[0] must be an object such as { "path": "./notes", "write": true }.',
    ],
    ['{ "roots": [{ "path": ".", "write": 1 }] }', 'host.json: roots[0].write must be true or false.'],
    [
      '{ "graceSeconds": -1 }',
      'host.json: graceSeconds must be a whole number of seconds, at most 86400 (a day).',
    ],
    [
      '{ "retention": { "trashDays": 0 } }',
      'host.json: retention.trashDays must be a whole number of days from 1 to 36500, or "never".',
    ],
    ['{ "retention": { "trash": 1 } }', 'host.json: retention.trash is not a setting'],
    ['{ "retainActions": 10 }', 'host.json: retainActions must be a whole number, at least 1000.'],
    ['{ "maxFrameBytes": 1 }', 'host.json: maxFrameBytes must be a whole number of bytes from 65536 to'],
    [
      '{ "agents": [{ "module": "" }] }',
      'host.json: agents[0].module must be the name of a package, or a path',
    ],
    ['{ "agents": [{ "module": "x", "options": [] }] }', 'host.json: agents[0].options must be an object.'],
    [
      '{ "agentCatalogs": ["http://far.example/"] }',
      'host.json: agentCatalogs[0] must be "loggia" (the catalog that comes with it), an address',
    ],
    ['[]', 'host.json: the file must be an object, such as { "port": 8080 }.'],
    ['', 'host.json is empty; write {} for no settings, or delete it.'],
    ['{ "port": 1 // mine\n}', 'host.json:1: comments are not allowed in JSON; remove this one.'],
    [
      '{\n  "host": "//x",\n  /* mine */ "port": 1\n}',
      'host.json:3: comments are not allowed in JSON; remove this one.',
    ],
    ['# mine\n{}', 'host.json:1: comments are not allowed in JSON; remove this one.'],
    ['{\n  "port": 1,\n}', 'host.json:2: a comma stands before the end of a list or object; remove it.'],
    [
      '{ "mcpServers": { "a": "npx a" } }',
      'host.json: mcpServers.a must be an object such as { "command": "npx", "args": ["some-server"] } or { "url": "https://…" }.',
    ],
    [
      '{ "plugins": [1] }',
      'host.json: plugins[0] must be the path of a plugin folder, relative to this file.',
    ],
    [
      '{ "environment": ["MY-VAR"] }',
      'host.json: environment[0] must be the name of an environment variable, such as "GITHUB_TOKEN".',
    ],
    ['{ "port": }', 'host.json is not valid JSON; correct it ('],
    ['{ "port": 1', 'host.json is not valid JSON; correct it ('],
  ])('%s', (text, message) => {
    expect(mistake(text).slice(0, message.length)).toBe(message);
  });
});

test('L5: a file that cannot be read is explained', async () => {
  const missing = path.join(os.tmpdir(), 'loggia no such file.json');
  await expect(readConfigFile(missing)).rejects.toMatchObject({
    exitCode: 2,
    message: `The configuration file ${missing} is not there; check the path, or leave the setting out.`,
  });
  await expect(readConfigFile(os.tmpdir())).rejects.toMatchObject({
    exitCode: 2,
    message: `The configuration file ${os.tmpdir()} is a directory; name the file inside it.`,
  });
});
