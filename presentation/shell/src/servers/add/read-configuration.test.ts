import { describe, expect, it } from 'vitest';
import { fillIn } from './fill-in.ts';
import { readConfiguration } from './read-configuration.ts';

const files = { command: 'npx', args: ['-y', 'files'] };
const tickets = { url: 'https://tickets.example/mcp' };

describe('J4: servers from a file', () => {
  it.each([
    ['under mcpServers', { mcpServers: { files, tickets } }],
    ['at the top', { $schema: 'x', files, tickets }],
    ['as editors have it', { inputs: [], servers: { files, tickets } }],
    ['in the settings of an editor', { mcp: { servers: { files, tickets } } }],
  ])('J4: reads .mcp.json %s', (_, file) => {
    expect(readConfiguration(JSON.stringify(file))).toEqual([
      { name: 'files', settings: files, problems: [], missing: [] },
      { name: 'tickets', settings: tickets, problems: [], missing: [] },
    ]);
  });

  it('J4: takes one server alone, and other words for the same', () => {
    const file = { type: 'streamable-http', serverUrl: 'https://a.example/mcp', disabled: true };
    expect(readConfiguration(JSON.stringify({ a: file }))).toEqual([
      { name: 'a', settings: { type: 'http', url: 'https://a.example/mcp' }, problems: [], missing: [] },
    ]);
    expect(readConfiguration(JSON.stringify(tickets))[0]?.settings).toEqual(tickets);
  });

  it('J4: a server that is wrong says where, and the others stay', () => {
    const text = `{
  "mcpServers": {
    "good": { "command": "x" },
    "args": { "command": "x",
      "args": "not a list" },
    "keys": { "command": "x", "frobnicate": 1 },
    "none": {},
    "both": { "command": "x", "url": "https://x.example" },
    "file": { "url": "file:///etc/passwd" },
    "text": "x"
  }
}`;
    const found = readConfiguration(text);
    expect(found.map(({ name, settings }) => [name, settings !== undefined])).toEqual([
      ['good', true],
      ...['args', 'keys', 'none', 'both', 'file', 'text'].map((name) => [name, false]),
    ]);
    expect(found.flatMap(({ problems }) => problems)).toEqual([
      expect.stringMatching(/^Line 5, mcpServers\.args\.args: /) as string,
      'Line 6, mcpServers.keys.frobnicate: this host doesn’t support "frobnicate".',
      'Line 7, mcpServers.none: it has neither "command" nor "url".',
      'Line 8, mcpServers.both: it has both "command" and "url". Keep one.',
      'Line 9, mcpServers.file: its "url" is not an http or https address.',
      'Line 10, mcpServers.text: an object with "command" or "url" is expected.',
    ]);
  });

  it.each([
    ['a list', '[]', 'Line 1: an object with servers is expected'],
    ['no servers', '{ "mcpServers": {} }', 'it contains no servers'],
    ['what is no JSON', '{ "mcpServers": {\n oops } }', 'Line 2'],
    ['what is very long', `{"a":"${'x'.repeat(1_000_001)}"}`, 'too long'],
    [
      'very many',
      JSON.stringify(Object.fromEntries(Array.from({ length: 201 }, (_, index) => [`s${index}`, tickets]))),
      'more than 200',
    ],
    [
      'a package of no known kind',
      '{ "name": "a/b", "packages": [{ "registryType": "mcpb", "identifier": "x" }] }',
      'can’t be added',
    ],
  ])('J4: nothing can be made of %s', (_, text, problem) => {
    expect(() => readConfiguration(text)).toThrow(problem);
  });

  it('J4: inputs that an editor would ask for have to be filled in', () => {
    const text = JSON.stringify({
      servers: {
        a: { command: 'x', args: ['--key=${input:key}'], env: { OTHER: '${input:other}', PLAIN: 'p' } },
      },
    });
    const [found] = readConfiguration(text);
    expect(found?.missing).toEqual(['key', 'other']);
    expect(found?.settings && fillIn(found.settings, { key: 'k$&{other}', other: 'o' })).toEqual({
      command: 'x',
      args: ['--key=k$&{other}'],
      env: { OTHER: 'o', PLAIN: 'p' },
    });
  });
});

describe('J4: a server of the registry', () => {
  const entry = {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-09-29/server.schema.json',
    name: 'io.example/weather',
    description: 'Weather.',
    version: '1.2.0',
    remotes: [
      {
        type: 'streamable-http',
        url: 'https://weather.example/mcp',
        headers: [{ name: 'X-Key', isRequired: true, isSecret: true }],
      },
    ],
    packages: [
      {
        registryType: 'npm',
        identifier: '@example/weather',
        version: '1.2.0',
        transport: { type: 'stdio' },
        packageArguments: [
          { type: 'positional', valueHint: 'city', isRequired: true },
          { type: 'named', name: '--units', value: 'metric' },
          { type: 'named', name: '--verbose' },
        ],
        environmentVariables: [
          { name: 'API_KEY', isRequired: true, isSecret: true },
          { name: 'REGION', default: 'eu' },
          { name: 'OPTIONAL' },
        ],
      },
      {
        registryType: 'oci',
        identifier: 'docker.io/example/weather',
        version: '1.2.0',
        transport: { type: 'stdio' },
        environmentVariables: [{ name: 'API_KEY', isRequired: true }],
      },
      { registryType: 'npm', identifier: 'x', transport: { type: 'sse', url: 'http://localhost:1' } },
    ],
  };

  it('J4: offers each way to have it, and says what is missing', () => {
    const expected = [
      {
        name: 'weather',
        label: 'At weather.example',
        settings: { type: 'http', url: 'https://weather.example/mcp', headers: { 'X-Key': '' } },
        problems: [],
        missing: ['X-Key'],
      },
      {
        name: 'weather',
        label: 'With npx, on the host',
        settings: {
          command: 'npx',
          args: ['-y', '@example/weather@1.2.0', '{city}', '--units', 'metric'],
          env: { API_KEY: '', REGION: 'eu' },
        },
        problems: [],
        missing: ['API_KEY', 'city'],
      },
      {
        name: 'weather',
        label: 'With docker, on the host',
        settings: {
          command: 'docker',
          args: ['run', '-i', '--rm', '-e', 'API_KEY', 'docker.io/example/weather:1.2.0'],
          env: { API_KEY: '' },
        },
        problems: [],
        missing: ['API_KEY'],
      },
    ];
    expect(readConfiguration(JSON.stringify(entry))).toEqual(expected);
    expect(readConfiguration(JSON.stringify({ server: entry, _meta: {} }))).toEqual(expected);
  });

  it('J4: what was filled in stands where it belongs', () => {
    const [remote, npm] = readConfiguration(JSON.stringify(entry));
    expect(remote?.settings && fillIn(remote.settings, { 'X-Key': 'secret' }).headers).toEqual({
      'X-Key': 'secret',
    });
    expect(npm?.settings && fillIn(npm.settings, { API_KEY: 'k', city: 'Bergamo' })).toEqual({
      command: 'npx',
      args: ['-y', '@example/weather@1.2.0', 'Bergamo', '--units', 'metric'],
      env: { API_KEY: 'k', REGION: 'eu' },
    });
  });
});
