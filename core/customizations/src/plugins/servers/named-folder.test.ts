import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import { namesFolder } from './named-folder.ts';

const folder = tmpdir();
const stdio = (args: string[], cwd?: string) =>
  ({ kind: 'stdio', command: 'npx', args, env: {}, ...(cwd !== undefined && { cwd }) }) as const;

describe('B14: a command that names the folders of its server', () => {
  it.each([
    [['-y', 'server-filesystem', folder], undefined],
    [['-y', 'server-filesystem', '/no/such/folder', folder], undefined],
    [['-y', 'server-filesystem', '.'], folder],
  ])('%j', (args, cwd) => {
    expect(namesFolder(stdio(args, cwd))).toBe(true);
  });

  it.each([
    [['-y', 'server-filesystem'], undefined],
    [['-y', 'server-filesystem', '/no/such/folder'], undefined],
    [['--directory', folder, 'run', 'server.py'], undefined],
    [[folder], undefined],
    [['-y', 'server-filesystem', '.'], undefined],
    [['-y', 'bin', 'bin'], '/'],
  ])('not %j', (args, cwd) => {
    expect(namesFolder(stdio(args, cwd))).toBe(false);
  });

  it('not an address', () => {
    expect(namesFolder({ kind: 'http', url: 'https://a.example', headers: {} })).toBe(false);
  });
});
