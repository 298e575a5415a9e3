import { describe, expect, it } from 'vitest';
import { toolFingerprint } from '../../decisions/fingerprint.ts';
import { defineServer } from './definition.ts';
import { environmentWith, pluginRules } from './servers.testkit.ts';
import { writtenServer } from './written-server.ts';

const base = {
  command: 'node',
  args: ['run.js', '--fast'],
  env: { A: '1', TOKEN: '${TOKEN}' },
  cwd: '/work',
  isolation: 'shared',
};
const hostRules = { ...pluginRules, author: 'host' as const };

function written(value: unknown, rules = hostRules) {
  return writtenServer(value, rules, defineServer('s', value, rules).transport);
}

describe('the fingerprint of a definition', () => {
  it.each<[string, object]>([
    ['another program', { ...base, command: 'sh' }],
    ['another argument', { ...base, args: ['run.js', '--slow'] }],
    ['arguments split elsewhere', { ...base, args: ['run.js --fast'] }],
    ['another folder', { ...base, cwd: '/elsewhere' }],
    ['another value of a variable', { ...base, env: { ...base.env, A: '2' } }],
    ['one more variable', { ...base, env: { ...base.env, NODE_OPTIONS: '--require ./x' } }],
    ['another isolation', { ...base, isolation: 'session' }],
    ['a setting that nobody knows yet', { ...base, future: { network: true } }],
    ['another sandbox', { ...base, sandbox: { network: 'host' } }],
    ['another transport', { url: 'https://a.test/mcp' }],
  ])('SE6: is another one with %s', (_, other) => {
    expect(written(other).fingerprint).not.toBe(written(base).fingerprint);
  });

  it.each<[string, object, object]>([
    ['url', { url: 'https://a.test/mcp' }, { url: 'https://b.test/mcp' }],
    [
      'header',
      { url: 'https://a.test/mcp', headers: { A: '1' } },
      { url: 'https://a.test/mcp', headers: { A: '2' } },
    ],
  ])('SE6: is another one with another %s', (_, one, other) => {
    expect(written(other).fingerprint).not.toBe(written(one).fingerprint);
  });

  it('SE1, SE14: comes with what its sandbox lets it reach', () => {
    const sandbox = { folders: [{ path: '/srv', access: 'write' }], network: 'host' };
    expect(written({ ...base, sandbox }).launch.sandbox).toEqual([
      'read:/plugins/sample',
      'write:/data/sample',
      'read:/work',
      'write:/srv',
      'network:host',
    ]);
    expect(written(base).launch).not.toHaveProperty('sandbox');
  });

  it('SE6: does not depend on the order of what is written', () => {
    const { env, cwd, ...rest } = base;
    const other = { cwd, env: { TOKEN: env.TOKEN, A: env.A }, ...rest };
    expect(written(other).fingerprint).toBe(written(base).fingerprint);
  });

  it("SE1: of what somebody registered is about the program that it comes to, and of a guest's about what it wrote", () => {
    const value = { command: '${TOOL}', args: ['${TOOL}'] };
    const withTool = (author: 'host' | 'guest', tool: string) => {
      const rules = { ...pluginRules, author, environment: environmentWith({ TOOL: tool }) };
      return writtenServer(value, rules, defineServer('s', value, rules).transport);
    };
    expect(withTool('host', 'one').launch).toMatchObject({ command: 'one', args: ['one'] });
    expect(withTool('host', 'one').fingerprint).not.toBe(withTool('host', 'two').fingerprint);
    expect(withTool('guest', 'one')).toEqual(withTool('guest', 'two'));
    expect(withTool('guest', 'one').launch).toMatchObject({ command: '${TOOL}' });
  });

  it('B13: a renewed token asks nobody again, and no value is shown', () => {
    const withToken = (TOKEN: string) =>
      written(base, { ...hostRules, environment: environmentWith({ TOKEN }) });
    expect(withToken('old')).toEqual(withToken('new'));
    expect(withToken('old').launch).toEqual({
      kind: 'stdio',
      command: 'node',
      args: ['run.js', '--fast'],
      cwd: '/work',
      env: expect.arrayContaining(['A', 'TOKEN']),
    });
  });

  it.each<[unknown, object]>([
    [
      { command: ['npx', '-y'], args: ['x', 5] },
      { command: 'npx', args: ['-y', 'x', '5'], env: [] },
    ],
    [
      { serverUrl: 'https://a.test', headers: { K: 'v' } },
      { url: 'https://a.test', headers: ['K'] },
    ],
    [
      { command: 'x', environment: { A: '1' }, workingDirectory: 'b' },
      { cwd: 'b', env: ['A'] },
    ],
    [5, { command: '', args: [] }],
    [{ command: { a: 1 } }, { command: '{"a":1}' }],
  ])("SE7: a guest's %j is shown as it is written", (value, launch) => {
    expect(writtenServer(value, pluginRules, undefined).launch).toMatchObject(launch);
  });
});

describe('the fingerprint of a tool', () => {
  const tool = {
    name: 'wipe',
    title: 'Wipe',
    description: 'Wipes',
    inputSchema: { type: 'object' as const },
    outputSchema: { type: 'object' as const },
    annotations: { readOnlyHint: true },
    _meta: { ui: { resourceUri: 'ui://a' }, trace: '1' },
  };

  it.each<[string, object]>([
    ['name', { name: 'other' }],
    ['title', { title: 'Other' }],
    ['description', { description: 'Wipes everything' }],
    ['input', { inputSchema: { type: 'object', properties: { all: {} } } }],
    ['output', { outputSchema: { type: 'object', properties: { all: {} } } }],
    ['annotations', { annotations: { readOnlyHint: false } }],
    ['View', { _meta: { ui: { resourceUri: 'ui://b' } } }],
  ])('SE6: is another one with another %s', (_, change) => {
    expect(toolFingerprint({ ...tool, ...change })).not.toBe(toolFingerprint(tool));
  });

  it('SE6: of what is nested too deeply is like no other', () => {
    let deep: object = {};
    for (let level = 0; level < 100_000; level += 1) deep = { deep };
    const made = () => toolFingerprint({ ...tool, inputSchema: { type: 'object', properties: deep } });
    expect(made()).not.toBe(made());
  });

  it('SE6: is the same for what says the same', () => {
    const same = { ...structuredClone(tool), _meta: { trace: '2', ui: { resourceUri: 'ui://a' } } };
    expect(toolFingerprint(same)).toBe(toolFingerprint(tool));
  });
});
