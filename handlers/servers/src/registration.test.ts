import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openSecrets } from './registration.ts';
import { isRegisteredWith } from './same-transport.ts';

const stdio = (command: string, ...args: string[]) => ({ transport: { kind: 'stdio', command, args } });
const http = (url: string) => ({ transport: { kind: 'http', url } });

describe('what a server was registered with', () => {
  it.each([
    [stdio('npx', '-y', 'a'), { command: 'npx', args: ['-y', 'a'] }, true],
    [stdio('npx', '-y', 'b'), { command: 'npx', args: ['-y', 'a'] }, false],
    [stdio('npx', '-y'), { command: 'npx', args: ['-y', 'a'] }, false],
    [stdio('/home/me/run', 'x'), { command: '${HOME}/run', args: ['x'] }, true],
    [stdio('/home/me/run', 'x'), { command: '${HOME}/walk', args: ['x'] }, false],
    [stdio('a-1-b-2-c'), { command: 'a-${X}-b-${Y}-c' }, true],
    [stdio('a-1-c'), { command: 'a-${X}-b-${Y}-c' }, false],
    [stdio('aa'), { command: 'aa${X}aa' }, false],
    [http('https://x.example/mcp'), { url: 'https://X.example:443/mcp' }, true],
    [http('https://x.example/mcp'), { url: 'https://x.example/other' }, false],
    [http('https://x.example/mcp'), { type: 'sse' as const, url: 'https://x.example/mcp' }, false],
    [http('https://x.example/mcp'), { command: 'npx' }, false],
    [stdio('npx'), { url: 'https://x.example/mcp' }, false],
  ])('%j is that of %j: %s', (report, settings, expected) => {
    expect(isRegisteredWith(report, settings)).toBe(expected);
  });

  it('is recognised whatever the host fills in', () => {
    fc.assert(
      fc.property(
        fc.array(fc.stringMatching(/^[a-z/-]{0,6}$/), { minLength: 1 }),
        fc.string(),
        (parts, value) => {
          const report = stdio(parts.join(value));
          expect(isRegisteredWith(report, { command: parts.join('${X}') })).toBe(true);
        },
      ),
    );
  });
});

describe('secrets', () => {
  it('are named where they are written out', () => {
    expect(
      openSecrets({
        env: { API_KEY: 'abc', GH_TOKEN: '${GH_TOKEN}', MODE: 'x', PASSWORD: '' },
        headers: { Authorization: 'Bearer abc', 'X-Team': 'blue', Cookie: 'a=${A}' },
      }),
    ).toEqual(['API_KEY', 'Authorization']);
  });
});
