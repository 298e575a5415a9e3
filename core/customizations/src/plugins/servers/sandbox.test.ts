import { describe, expect, it } from 'vitest';
import type { DeclarationRules } from './declaration-rules.ts';
import { defineServer } from './definition.ts';

const host: DeclarationRules = {
  dialect: 'tolerant',
  author: 'host',
  environment: { variable: () => undefined },
  pluginRoot: undefined,
  pluginData: undefined,
  folder: '/etc/loggia',
  startsIn: undefined,
};
const guest: DeclarationRules = { ...host, author: 'guest', folder: '/work', startsIn: '/work' };
const plugin: DeclarationRules = { ...guest, pluginRoot: '/plugins/one', folder: '/plugins/one' };
const on = { environment: { variable: () => undefined, sandboxed: { except: ['/plugins/ours'] } } };

function sandboxOf(written: object, rules: DeclarationRules): unknown {
  const { transport } = defineServer('x', { command: 'x', ...written }, rules);
  return transport.kind === 'stdio' ? transport.sandbox : undefined;
}

const usual = { folders: [], workspace: true, network: 'none' };

describe('a declaration', () => {
  it.each<[string, object, DeclarationRules, unknown]>([
    ['that says nothing runs without one', {}, host, undefined],
    ['that says no runs without one', { sandbox: false }, host, undefined],
    ['that says yes gets the session folder and no network', { sandbox: true }, host, usual],
    [
      'can name folders and the network',
      { sandbox: { folders: [{ path: 'a' }, { path: '/b', access: 'write' }], network: 'host' } },
      host,
      {
        folders: [
          { path: '/etc/loggia/a', access: 'read' },
          { path: '/b', access: 'write' },
        ],
        workspace: false,
        network: 'host',
      },
    ],
    [
      'reads its working directory',
      { sandbox: { folders: [] }, cwd: '/srv' },
      host,
      { folders: [{ path: '/srv', access: 'read' }], workspace: false, network: 'none' },
    ],
    [
      'of a plugin reads its plugin',
      { sandbox: true },
      plugin,
      { folders: [{ path: '/plugins/one', access: 'read' }], workspace: true, network: 'none' },
    ],
    ['gets one where the host wants it', {}, { ...host, ...on }, usual],
    ['of the owner can do without it', { sandbox: false }, { ...host, ...on }, undefined],
    ['of somebody else cannot', { sandbox: false }, { ...guest, ...on }, usual],
    [
      'of somebody else cannot in a plugin either',
      { sandbox: false, env: { PLUGIN_ROOT: '/plugins/ours' } },
      { ...plugin, ...on },
      { folders: [{ path: '/plugins/one', access: 'read' }], workspace: true, network: 'none' },
    ],
    [
      'of a plugin that comes with the host runs without one',
      {},
      { ...plugin, ...on, pluginRoot: '/plugins/ours' },
      undefined,
    ],
    [
      'in the portable form gets one, too',
      { type: 'stdio' },
      { ...plugin, ...on, dialect: 'agent-plugins' },
      { folders: [{ path: '/plugins/one', access: 'read' }], workspace: true, network: 'none' },
    ],
  ])('SE14: %s', (_, written, rules, expected) => {
    expect(sandboxOf(written, rules)).toEqual(expected);
  });

  it.each<[string, object, DeclarationRules, string]>([
    ['a word', { sandbox: 'yes' }, host, '"sandbox" must be true, false, or an object'],
    ['another setting', { sandbox: { memory: 1 } }, host, '"memory" isn\'t a setting of "sandbox"'],
    [
      'no list of folders',
      { sandbox: { folders: '/a' } },
      host,
      '"sandbox" must be true, false, or an object',
    ],
    ['a folder without a path', { sandbox: { folders: [{}] } }, host, '"sandbox" must be'],
    [
      'another access',
      { sandbox: { folders: [{ path: '/a', access: 'all' }] } },
      host,
      '"access" must be one of',
    ],
    ['another network', { sandbox: { network: 'some' } }, host, '"network" must be one of "none", "host".'],
    ['a home', { sandbox: { folders: [{ path: '~/a' }] } }, host, 'starts with "~"'],
    ['a folder of others', { sandbox: { folders: [{ path: '/home' }] } }, guest, 'leads out of the folder'],
    ['a way out', { sandbox: { folders: [{ path: '../home' }] } }, guest, 'leads out of the folder'],
    [
      'a working directory of others',
      { sandbox: true, cwd: '/home' },
      guest,
      '"cwd" leads out of the folder',
    ],
  ])('SE14 L5: with %s is refused', (_, written, rules, words) => {
    expect(() => sandboxOf(written, rules)).toThrow(words);
  });

  it('SE14 L5: of a server elsewhere is refused', () => {
    const written = { url: 'https://x.example/mcp', sandbox: true };
    expect(() => defineServer('x', written, host)).toThrow(
      '"sandbox" only applies to servers that run a command.',
    );
  });
});
