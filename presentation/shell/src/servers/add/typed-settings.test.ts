import { describe, expect, it } from 'vitest';
import { splitCommand } from './split-command.ts';
import { nothingTyped, settingsTyped, suggestedName } from './typed-settings.ts';

describe('J4: a server that somebody types', () => {
  it.each([
    ['npx -y files /srv', ['npx', '-y', 'files', '/srv']],
    [`  a  "b c" 'd "e' f\\ g "" `, ['a', 'b c', 'd "e', 'f g', '']],
    ['C:\\tools\\run.exe --x', ['C:\\tools\\run.exe', '--x']],
    [`a"b"c 'it'\\''s'`, ['abc', "it's"]],
    ['', []],
  ])('J4: parts %j into words', (line, words) => {
    expect(splitCommand(line)).toEqual(words);
  });

  it('J4: a quote that is not closed is said', () => {
    expect(() => splitCommand('a "b')).toThrow('A quote (") is not closed');
  });

  it('J4: a command with its environment and directory', () => {
    const typed = {
      ...nothingTyped,
      command: 'node "a b.js"',
      env: 'A=1\n\nB = x=y ',
      cwd: ' /srv ',
      isOwn: true,
    };
    expect(settingsTyped(typed)).toEqual({
      command: 'node',
      args: ['a b.js'],
      env: { A: '1', B: 'x=y' },
      cwd: '/srv',
      isolation: 'session',
    });
    expect(settingsTyped({ ...nothingTyped, command: 'x' })).toEqual({ command: 'x' });
  });

  it('J4: timeouts and roots of any server, and a sentence for a timeout without a meaning', () => {
    const typed = { ...nothingTyped, roots: 'none' as const, startWithin: '120', callWithin: ' 900 ' };
    const treatment = { roots: 'none', startWithinSeconds: 120, callWithinSeconds: 900 };
    expect(settingsTyped({ ...typed, command: 'x' })).toEqual({ command: 'x', ...treatment });
    const url = 'https://a.example/mcp';
    expect(settingsTyped({ ...typed, way: 'url', url })).toEqual({ url, ...treatment });
    for (const startWithin of ['soon', '0', '-1'])
      expect(() => settingsTyped({ ...nothingTyped, command: 'x', startWithin })).toThrow(
        'The start timeout must be a number of seconds, such as 60.',
      );
  });

  it.each([
    [{}, true],
    [{ hasNetwork: true }, { network: 'host' }],
    [
      { reads: ' /a \n\n/b', writes: '/c' },
      {
        folders: [
          { path: '/a', access: 'read' },
          { path: '/b', access: 'read' },
          { path: '/c', access: 'write' },
        ],
      },
    ],
  ])('SE14: a command in a sandbox with %j', (typed, sandbox) => {
    const settings = settingsTyped({ ...nothingTyped, command: 'x', isSandboxed: true, ...typed });
    expect(settings).toEqual({ command: 'x', sandbox });
  });

  it('SE14: what was typed for a sandbox that is not wanted does not count', () => {
    const typed = { ...nothingTyped, command: 'x', reads: '/a', hasNetwork: true };
    expect(settingsTyped(typed)).toEqual({ command: 'x' });
  });

  it('J4: an address with headers and a client id', () => {
    const typed = {
      ...nothingTyped,
      way: 'url' as const,
      url: ' https://a.example/mcp ',
      headers: 'X-A: b:c',
      clientId: 'me',
      isSse: true,
    };
    expect(settingsTyped(typed)).toEqual({
      type: 'sse',
      url: 'https://a.example/mcp',
      headers: { 'X-A': 'b:c' },
      oauth: { clientId: 'me' },
    });
  });

  it.each([
    [{ command: ' ' }, 'Enter a command.'],
    [{ command: 'x', env: 'A=1\nB' }, 'Line 2: write it as NAME=value.'],
    [{ way: 'url' as const, url: 'a.example' }, 'Enter the full address'],
    [{ way: 'url' as const, url: 'javascript:alert(1)' }, 'Enter the full address'],
    [
      { way: 'url' as const, url: 'https://a.example', headers: 'no colon' },
      'Line 1: write it as Name: value.',
    ],
  ])('J4: %j is answered with what to write', (typed, problem) => {
    expect(() => settingsTyped({ ...nothingTyped, ...typed })).toThrow(problem);
  });

  it.each([
    [{ command: 'npx -y @modelcontextprotocol/server-filesystem@1.0 /srv' }, 'filesystem'],
    [{ command: 'node /opt/weather-mcp-server/dist/index.js' }, 'weather'],
    [{ command: 'uvx mcp-server-git' }, 'git'],
    [{ command: '' }, ''],
    [{ way: 'url' as const, url: 'https://mcp.tickets.example/mcp' }, 'tickets'],
    [{ way: 'url' as const, url: 'http://127.0.0.1:8931/mcp' }, 'localhost-8931'],
    [{ way: 'url' as const, url: 'http://localhost/mcp' }, 'localhost'],
    [{ way: 'url' as const, url: 'http://192.168.1.20:8931/mcp' }, '192.168.1.20'],
    [{ way: 'url' as const, url: 'nonsense' }, ''],
  ])('J4: a name for %j', (typed, name) => {
    expect(suggestedName({ ...nothingTyped, ...typed })).toBe(name);
  });
});
