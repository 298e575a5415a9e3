import { describe, expect, it } from 'vitest';
import { defineServer, isDisabled } from './definition.ts';
import { Fault } from './fault.ts';
import { clientRules, pluginRules } from './servers.testkit.ts';

const hostRules = { ...pluginRules, author: 'host' as const };
const portableRules = { ...pluginRules, dialect: 'agent-plugins' as const };
const ofPlugin = {
  PLUGIN_ROOT: '/plugins/sample',
  CLAUDE_PLUGIN_ROOT: '/plugins/sample',
  PLUGIN_DATA: '/data/sample',
  CLAUDE_PLUGIN_DATA: '/data/sample',
};

function transportOf(written: unknown, rules = pluginRules) {
  return defineServer('s', written, rules).transport;
}

function faultOf(written: unknown, rules = pluginRules): { message: string; field: string | undefined } {
  try {
    const made = defineServer('s', written, rules);
    return expect.fail(`It is ${JSON.stringify(made)}`);
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { message: error.message, field: error.field };
  }
}

describe('a server as everybody writes it', () => {
  it('D3: a command with all that belongs to it', () => {
    const written = {
      command: '${CLAUDE_PLUGIN_ROOT}/bin/run',
      args: ['--root', '${PLUGIN_ROOT}', 5],
      env: { KEY: '${TOKEN}', PORT: 80, ON: true, OFF: null },
      cwd: 'data',
    };
    expect(defineServer('s', written, pluginRules)).toEqual({
      name: 's',
      transport: {
        kind: 'stdio',
        command: '/plugins/sample/bin/run',
        args: ['--root', '/plugins/sample', '5'],
        env: { ...ofPlugin, KEY: 'secret', PORT: '80', ON: 'true' },
        cwd: '/plugins/sample/data',
      },
    });
  });

  it.each([
    [{ command: 'npx' }, 'stdio'],
    [{ type: 'stdio', command: 'npx' }, 'stdio'],
    [{ type: 'local', command: ['npx', '-y', 'x'] }, 'stdio'],
    [{ url: 'https://example.com/mcp' }, 'http'],
    [{ url: 'https://example.com/sse' }, 'sse'],
    [{ type: 'http', url: 'https://example.com/sse' }, 'http'],
    [{ type: 'streamable-http', url: 'https://example.com/mcp' }, 'http'],
    [{ type: 'streamableHttp', url: 'https://example.com/mcp' }, 'http'],
    [{ type: 'remote', url: 'https://example.com/mcp' }, 'http'],
    [{ transport: 'http', url: 'https://example.com/mcp' }, 'http'],
    [{ type: 'sse', url: 'https://example.com/mcp' }, 'sse'],
    [{ serverUrl: 'https://example.com/mcp' }, 'http'],
    [{ httpUrl: 'https://example.com/mcp' }, 'http'],
  ])('D3: %j is %s', (written, kind) => {
    expect(transportOf(written).kind).toBe(kind);
  });

  it('D3: a command may be a list, and "environment" is "env"', () => {
    expect(transportOf({ command: ['npx', '-y', 'x'], args: ['z'], environment: { A: 'b' } })).toEqual({
      kind: 'stdio',
      command: 'npx',
      args: ['-y', 'x', 'z'],
      env: { ...ofPlugin, A: 'b' },
      cwd: '/project',
    });
  });

  it('D3: headers take variables, and what a variable holds cannot add a header', () => {
    expect(
      transportOf({ url: 'https://example.com/mcp', headers: { Authorization: 'Bearer ${TOKEN}' } }),
    ).toEqual({
      kind: 'http',
      url: 'https://example.com/mcp',
      headers: { Authorization: 'Bearer secret' },
    });
    const context = { ...pluginRules, environment: { variable: () => 'secret\r\nX-Evil: 1' } };
    const fault = faultOf({ url: 'https://example.com', headers: { A: '${TOKEN}' } }, context);
    expect(fault).toEqual({
      field: 'headers',
      message: 'The header "A" holds characters that no header can. Remove them.',
    });
  });

  it.each([
    [{}, 'It has neither "command" nor "url". Add one of them.', undefined],
    [[], 'Describe the server by an object with "command" or "url".', undefined],
    [
      { command: 'a', url: 'https://b' },
      'It has both "command" and "url". Add "type" to say which counts.',
      undefined,
    ],
    [
      { type: 'websocket', url: 'wss://b' },
      '"type" is "websocket", which is not known here. Write "stdio", "http" or "sse".',
      'type',
    ],
    [{ type: 'stdio' }, '"command" is missing. Name the program to start.', undefined],
    [{ command: ' ' }, '"command" is empty. Name the program to start.', 'command'],
    [{ command: 'a\nb' }, '"command" holds control characters. Remove them.', 'command'],
    [{ command: '~/bin/x' }, '"command" starts with "~". Write the path in full.', 'command'],
    [
      { command: '../x' },
      '"command" leads out of the folder. Name a path inside it, without "..".',
      'command',
    ],
    [
      { command: './a/../../x' },
      '"command" leads out of the folder. Name a path inside it, without "..".',
      'command',
    ],
    [
      { command: 'x', cwd: '../..' },
      '"cwd" leads out of the folder. Name a path inside it, without "..".',
      'cwd',
    ],
    [{ command: 'x', args: '-y' }, '"args" must be a list of texts in square brackets.', 'args'],
    [{ command: 'x', args: [{}] }, '"args" must be text in quotes.', 'args'],
    [{ command: 'x', args: ['a\0b'] }, '"args" must not hold a zero byte.', 'args'],
    [{ command: 'x', env: ['A=b'] }, '"env" must be an object of names and texts.', 'env'],
    [{ command: 'x', env: { 'A=B': 'c' } }, '"A=B" cannot be the name of an environment variable.', 'env'],
    [
      { url: 'example.com' },
      '"url" is not a URL. Write it in full, such as "https://example.com/mcp".',
      'url',
    ],
    [{ url: 'file:///etc/passwd' }, '"url" must start with "https://" or "http://".', 'url'],
    [
      { url: 'https://user:word@example.com' },
      '"url" must not hold a name and password. Sign in, or use "headers".',
      'url',
    ],
    [
      { url: 'https://example.com', headers: { 'a b': 'c' } },
      '"a b" cannot be the name of a header.',
      'headers',
    ],
    [
      { url: 'https://example.com', headers: { A: '1', a: '2' } },
      'The header "a" is declared twice. Keep one.',
      'headers',
    ],
    [
      { url: 'https://example.com', sampling: 'allow' },
      'Only the host\'s own configuration may allow "sampling". Remove it.',
      'sampling',
    ],
    [
      { url: 'https://example.com', startWithinSeconds: -1 },
      '"startWithinSeconds" must be a number of seconds, at most 3600.',
      'startWithinSeconds',
    ],
  ])('L5: %j is refused in words', (written, message, field) => {
    expect(faultOf(written)).toEqual({ message, field });
  });

  it('L5: a variable without a value is named with its field, and no value is told', () => {
    expect(faultOf({ url: 'https://example.com', headers: { A: '${TOKEN}', B: '${NONE}' } })).toEqual({
      field: 'headers',
      message: 'Set the variable NONE where the host runs, and list it in the host\'s setting "environment".',
    });
  });

  it('L5: names that objects have by themselves are no names here', () => {
    const written: unknown = JSON.parse('{"command":"x","env":{"__proto__":"y"}}');
    expect(faultOf(written).field).toBe('env');
    for (const name of ['__proto__', '', ' ', 'a\nb', 'a\u202eb', 'x'.repeat(201)]) {
      expect(() => defineServer(name, { command: 'x' }, pluginRules)).toThrow(Fault);
    }
    expect(defineServer('constructor', { command: 'x' }, pluginRules).name).toBe('constructor');
  });

  it('D4: the host itself may say more, and its paths go anywhere', () => {
    const written = {
      command: '../tool/run',
      era: 'legacy',
      isolation: 'session',
      startWithinSeconds: 2.5,
      callWithinSeconds: 60,
      sampling: 'allow',
      oauth: { clientId: 'me', clientSecret: 'hidden', callbackPort: 80 },
    };
    expect(defineServer('s', written, hostRules)).toMatchObject({
      transport: { command: '/plugins/tool/run' },
      era: 'legacy',
      isolation: 'session',
      startWithinMs: 2500,
      callWithinMs: 60_000,
      sampling: 'allow',
      oauthClient: { clientId: 'me', clientSecret: 'hidden' },
    });
  });

  it('D2: of a plugin that lies with a client, what needs its files cannot be started, and the rest can', () => {
    const missing = "It needs files that are on the client, so it can't be started here.";
    expect(faultOf({ command: './run' }, clientRules)).toEqual({ message: missing, field: 'command' });
    expect(faultOf({ command: 'node', args: ['${PLUGIN_ROOT}/x'] }, clientRules)).toEqual({
      message: missing,
      field: 'args',
    });
    expect(faultOf({ command: 'node', cwd: 'x' }, clientRules)).toEqual({ message: missing, field: 'cwd' });
    expect(transportOf({ command: 'npx', args: ['x'] }, clientRules)).toEqual({
      kind: 'stdio',
      command: 'npx',
      args: ['x'],
      env: {},
      cwd: '/project',
    });
    expect(transportOf({ url: 'https://example.com/mcp' }, clientRules).kind).toBe('http');
  });

  it('D3: one that is turned off is known as such', () => {
    expect([
      isDisabled({ disabled: true }),
      isDisabled({ enabled: false }),
      isDisabled({ disabled: false }),
    ]).toEqual([true, true, false]);
  });
});

describe('a server as Agent Plugins 1.0 has it', () => {
  it('D3: a command of the plugin, with the two placeholders', () => {
    const written = {
      type: 'stdio',
      command: './bin/run',
      args: ['${PLUGIN_DATA}/db', '${TOKEN}'],
      env: { CONFIG: '${PLUGIN_ROOT}/c.json', PLUGIN_ROOT: 'mine' },
    };
    expect(transportOf(written, portableRules)).toEqual({
      kind: 'stdio',
      command: '/plugins/sample/bin/run',
      args: ['/data/sample/db', '${TOKEN}'],
      env: { ...ofPlugin, CONFIG: '/plugins/sample/c.json' },
      cwd: '/plugins/sample',
    });
    expect(
      transportOf({ type: 'stdio', command: 'npx', cwd: '${PLUGIN_DATA}/a' }, portableRules),
    ).toMatchObject({
      command: 'npx',
      cwd: '/data/sample/a',
    });
  });

  it('D3: headers are as they are written', () => {
    const headers = { 'X-Tenant': '${TOKEN}' };
    expect(
      transportOf({ type: 'streamable-http', url: 'https://example.com/mcp', headers }, portableRules),
    ).toEqual({
      kind: 'http',
      url: 'https://example.com/mcp',
      headers,
    });
    expect(transportOf({ type: 'sse', url: 'http://127.0.0.1:80/sse' }, portableRules).kind).toBe('sse');
  });

  it.each([
    [{ command: 'x' }, undefined],
    [{ type: 'http', url: 'https://example.com' }, 'type'],
    [{ type: 'stdio', command: 'npx -y x' }, 'command'],
    [{ type: 'stdio', command: '/bin/sh' }, 'command'],
    [{ type: 'stdio', command: '../x' }, 'command'],
    [{ type: 'stdio', command: './../x' }, 'command'],
    [{ type: 'stdio', command: '${PLUGIN_ROOT}/x' }, 'command'],
    [{ type: 'stdio', command: 'x', cwd: 'data' }, 'cwd'],
    [{ type: 'stdio', command: 'x', cwd: '/tmp' }, 'cwd'],
    [{ type: 'stdio', command: 'x', cwd: '${PLUGIN_DATA}/../../x' }, 'cwd'],
    [{ type: 'stdio', command: 'x', cwd: '${PLUGIN_ROOT}x' }, 'cwd'],
    [{ type: 'stdio', command: 'x', url: 'https://example.com' }, 'url'],
    [{ type: 'sse', url: 'https://example.com', command: 'x' }, 'command'],
    [{ type: 'sse', url: 'http://example.com' }, 'url'],
    [{ type: 'sse', url: 'https://example.com#x' }, 'url'],
    [{ type: 'sse', url: 'https://example.com', headers: { a: '1', A: '2' } }, 'headers'],
  ])('D3: %j is refused', (written, field) => {
    expect(faultOf(written, portableRules).field).toBe(field);
  });
});
