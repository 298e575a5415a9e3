import { ProtocolError } from '@loggia/protocol';
import { describe, expect, it } from 'vitest';
import { parseServers } from './parse-servers.ts';
import { environmentWith } from './servers.testkit.ts';
import { settingsToDefinition } from './settings.ts';

const configuration = {
  file: 'host.json',
  uri: 'file:///etc/loggia/host.json',
  environment: environmentWith({ TOKEN: 'secret' }),
  author: 'host' as const,
  folder: '/etc/loggia',
};

describe('a file of servers', () => {
  it('D4: every server knows where it is declared', () => {
    const text =
      '{\n  // mine\n  "mcpServers": {\n    "a": { "command": "npx" },\n    "b": {\n      "url": "https://b/mcp"\n    },\n  },\n}';
    expect(parseServers(text, configuration)).toEqual({
      problems: [],
      servers: [
        {
          name: 'a',
          uri: configuration.uri,
          range: { start: { line: 3, character: 4 }, end: { line: 3, character: 29 } },
          definition: { name: 'a', transport: { kind: 'stdio', command: 'npx', args: [], env: {} } },
          written: {
            fingerprint: expect.any(String),
            launch: { kind: 'stdio', command: 'npx', args: [], env: [] },
          },
        },
        {
          name: 'b',
          uri: configuration.uri,
          range: { start: { line: 4, character: 4 }, end: { line: 6, character: 5 } },
          definition: { name: 'b', transport: { kind: 'http', url: 'https://b/mcp', headers: {} } },
          written: {
            fingerprint: expect.any(String),
            launch: { kind: 'http', url: 'https://b/mcp', headers: [] },
          },
        },
      ],
    });
  });

  it('L5: a broken server is told with its line, and the others work', () => {
    const text =
      '{"mcpServers": {\n"a": {"command": "x",\n "args": "y"},\n"b": {"command": "y"},\n"b": {"command": "z"},\n"c": 5,\n"\\u0007": {"command": "x"}}}';
    const { servers, problems } = parseServers(text, configuration);
    expect(servers.map(({ name, definition }) => [name, definition !== undefined])).toEqual([
      ['a', false],
      ['b', true],
      ['c', false],
    ]);
    expect(problems.map(({ line, message }) => `${line}: ${message}`)).toEqual([
      '3: The server "a": "args" must be a list of texts in square brackets.',
      '5: The server "b" is declared twice. Rename one.',
      '6: The server "c": Describe the server by an object with "command" or "url".',
      '7: "\\u0007" cannot be the name of a server. Choose a short plain one.',
    ]);
  });

  it('L5: what is no JSON at all is told with its line', () => {
    expect(parseServers('{\n"mcpServers": {\n', configuration)).toMatchObject({
      servers: [],
      problems: [{ line: 3 }],
    });
    expect(parseServers('{"mcpServers": []}', configuration).problems).toEqual([
      {
        file: 'host.json',
        line: 1,
        message: 'Write the servers as an object, with a name for each.',
      },
    ]);
    expect(parseServers('{"port": {"command": 1}}', configuration)).toEqual({ servers: [], problems: [] });
  });

  it('L5: a file with ever so many servers has an end', () => {
    const many = Object.fromEntries(
      Array.from({ length: 600 }, (_, index) => [`s${index}`, { command: 'x' }]),
    );
    const { servers, problems } = parseServers(JSON.stringify({ mcpServers: many }), configuration);
    expect(servers).toHaveLength(500);
    expect(problems).toHaveLength(1);
  });

  it('D4: a file that is not read is told of, and the server is there', () => {
    const { servers, problems } = parseServers(
      '{"servers":{"a":{"command":"x","envFile":".env"}}}',
      configuration,
    );
    expect(servers[0]?.definition).toBeDefined();
    expect(problems).toEqual([
      {
        file: 'host.json',
        line: 1,
        message: 'The server "a": "envFile" is not read here. Write the variables under "env".',
      },
    ]);
  });
});

describe('what a user sets', () => {
  it('D4: becomes a definition', () => {
    expect(
      settingsToDefinition('s', {
        url: 'https://s/mcp',
        headers: { A: 'b' },
        callWithinSeconds: 5,
        sampling: 'deny',
      }),
    ).toEqual({
      name: 's',
      transport: { kind: 'http', url: 'https://s/mcp', headers: { A: 'b' } },
      callWithinMs: 5000,
      sampling: 'deny',
    });
  });

  it('L5: or a sentence that says what to correct', () => {
    expect(() => settingsToDefinition('s', {})).toThrow(
      new ProtocolError('InvalidParams', 'It has neither "command" nor "url". Add one of them.'),
    );
    expect(() => settingsToDefinition('s', { command: './relative' })).toThrow(
      new ProtocolError(
        'InvalidParams',
        '"command" must be a path from the root of the disk. Write it in full.',
      ),
    );
  });
});
