import { expect, test } from 'vitest';
import { HostDouble, loggia, report } from '../host-double.testkit.ts';

const home = {
  id: 'home-1',
  channel: 'x-loggia-workspace:/home-1',
  title: 'Home',
  createdAt: '2026-01-02T12:00:00.000Z',
};
const plugin = {
  ...{ id: 'p', customization: 'c', name: 'weather', problems: [], decision: 'trusted' },
  ...{ from: { kind: 'folder', path: '/p' }, source: 'file:///p' },
  ...{ addedAt: home.createdAt, updatedAt: home.createdAt },
};

test('F2, D5: servers and plugins are turned off in a workspace, in a session or everywhere', async () => {
  const host = await HostDouble.start({
    'x-loggia/listServers': () => ({ servers: [report({ id: 'i', name: 'issues' })] }),
    'x-loggia/listPlugins': () => ({ plugins: [plugin] }),
    'x-loggia/listWorkspaces': () => ({ workspaces: [home] }),
    'x-loggia/setEnabled': () => ({ enabled: false, enablement: [] }),
  });
  const { data } = host;
  const said = async (...argv: string[]) => (await loggia(argv, { data })).out;
  expect(await said('servers', 'disable', 'issues', '--workspace', 'Home')).toBe(
    '"issues" is off in the workspace "Home" and its sessions, except where somebody turned it on.\n',
  );
  expect(await said('plugins', 'disable', 'weather', '--session', 'ahp-session:/1')).toBe(
    '"weather" is off in this session.\n',
  );
  expect(await said('servers', 'enable', 'issues')).toBe(
    '"issues" is on, except where somebody turned it off.\n',
  );
  expect(host.commands.filter(([name]) => name === 'x-loggia/setEnabled')).toEqual([
    ['x-loggia/setEnabled', { customization: 'i', session: home.channel, enabled: false }],
    ['x-loggia/setEnabled', { customization: 'c', session: 'ahp-session:/1', enabled: false }],
    ['x-loggia/setEnabled', { customization: 'i', enabled: true }],
  ]);
  const both = ['servers', 'disable', 'issues', '--workspace', 'Home', '--session', 'ahp-session:/1'];
  expect(await loggia(both, { data })).toMatchObject({ exitCode: 2 });
});

test('F2: the list says that nobody uses a workspace, and for whom a server is off', async () => {
  const off = report({
    name: 'off',
    enabled: false,
    enablement: [{ kind: 'workspace', uri: home.channel, enabled: false }],
  });
  const idle = report({ name: 'quiet', state: { kind: 'stopped' }, idle: true });
  const host = await HostDouble.start({
    'x-loggia/listServers': () => ({ servers: [idle, off] }),
    'x-loggia/listWorkspaces': () => ({ workspaces: [home] }),
  });
  const { out } = await loggia(['servers', 'list', '--workspace', 'Home'], { data: host.data });
  expect(out).toMatch(/^quiet +idle /m);
  expect(out).toMatch(/^off +disabled /m);
  expect(out).toContain('They start when somebody opens the workspace');
  expect(out).toContain('off: It is turned off in this workspace.');
});
