import { expect, test } from 'vitest';
import { HostDouble, loggia, Refusal } from '../../host-double.testkit.ts';

const at = '2026-01-02T12:00:00.000Z';
const home = { id: 'home-1', channel: 'x-loggia-workspace:/home-1', title: 'Home\u0007', createdAt: at };
const work = { ...home, id: 'work-2', title: 'Work', description: 'All of it' };

function start(workspaces: readonly object[] = [home, work]): Promise<HostDouble> {
  return HostDouble.start({
    'x-loggia/listWorkspaces': () => ({ workspaces }),
    'x-loggia/createWorkspace': ({ title }) => ({ workspace: { ...home, title } }),
    'x-loggia/updateWorkspace': ({ title }) => ({ workspace: { ...home, title } }),
    'x-loggia/deleteWorkspace': () => ({}),
  });
}

test('F2: workspaces are listed, made and renamed', async () => {
  const host = await start();
  const { data } = host;
  expect((await loggia(['workspaces', 'list'], { data })).out).toBe(`ID      TITLE  DESCRIPTION  CREATED
home-1  Home␇  –            2026-01-02T12:00:00Z
work-2  Work   All of it    2026-01-02T12:00:00Z
`);
  expect((await loggia(['workspaces', 'create', 'New', '--description', 'D'], { data })).out).toBe(
    'Created "New" (home-1).\n',
  );
  expect((await loggia(['workspaces', 'rename', 'Work', 'Play'], { data })).out).toBe(
    '"Work" is "Play" now.\n',
  );
  expect(host.commands.filter(([method]) => method !== 'x-loggia/listWorkspaces')).toEqual([
    ['x-loggia/createWorkspace', { title: 'New', description: 'D' }],
    ['x-loggia/updateWorkspace', { workspace: 'work-2', title: 'Play' }],
  ]);
  const none = await start([]);
  expect((await loggia(['workspaces', 'list'], { data: none.data })).out).toContain('workspaces create');
});

test('F2: one is removed after a yes, with its contents only if that is said', async () => {
  const host = await start();
  const { data } = host;
  const removals = () => host.commands.filter(([method]) => method === 'x-loggia/deleteWorkspace');
  expect(await loggia(['workspaces', 'delete', 'Work'], { data })).toMatchObject({ exitCode: 2 });
  expect(await loggia(['workspaces', 'delete', 'Work'], { data, ask: async () => '' })).toMatchObject({
    exitCode: 1,
    complaints: 'loggia: "Work" was not changed.\n',
  });
  expect(await loggia(['workspaces', 'delete', 'Wrok', '--yes'], { data })).toMatchObject({ exitCode: 1 });
  expect(removals()).toEqual([]);
  await loggia(['workspaces', 'delete', 'Work'], { data, ask: async () => 'y' });
  await loggia(['workspaces', 'delete', 'home', '--with-contents', '--yes'], { data });
  expect(removals()).toEqual([
    ['x-loggia/deleteWorkspace', { workspace: 'work-2' }],
    ['x-loggia/deleteWorkspace', { workspace: 'home-1', withContents: true }],
  ]);
});

test('L5: what stands in the way is said in the words of the command line', async () => {
  const host = await start();
  host.answers['x-loggia/deleteWorkspace'] = () => {
    throw new Refusal(-32602, 'It still has 2 artifacts. Delete them first, or say "withContents".');
  };
  expect(await loggia(['workspaces', 'delete', 'Work', '--yes'], { data: host.data })).toMatchObject({
    exitCode: 1,
    complaints: expect.stringContaining('say "withContents". On the command line, add --with-contents.'),
  });
});

test('F2: the settings of a workspace are shown and changed, and can be left to the host', async () => {
  const provider = {
    ...{ provider: 'anthropic', name: 'Anthropic', source: { kind: 'connected' } },
    ...{ models: [], isDefault: false },
  };
  const answer = {
    settings: { confirm: 'always', pinnedTools: ['Boards'] },
    host: { agent: 'operator', confirm: 'writes' },
  };
  const host = await HostDouble.start({
    'x-loggia/listWorkspaces': () => ({ workspaces: [home, work] }),
    'x-loggia/listModelProviders': () => ({ providers: [provider], offers: [] }),
    'x-loggia/readWorkspaceSettings': () => answer,
    'x-loggia/setWorkspaceSettings': () => answer,
  });
  const { data } = host;
  const settings = (...options: string[]) => loggia(['workspaces', 'settings', 'Work', ...options], { data });
  expect((await settings()).out).toBe(`In "Work":
  New sessions use operator, as everywhere.
  Agents always ask before they use a tool.
  Agents search for tools that need more than a tenth of the model’s window, as everywhere.
  Agents always have the tools of Boards.
`);
  await settings('--agent', 'Anthropic', '--confirm', 'default');
  await settings('--agent', 'default');
  await settings('--tool-budget', '5000', '--pin', 'Boards, Files/read');
  await settings('--tool-budget', 'default', '--pin', 'none');
  expect(host.commands.filter(([name]) => name === 'x-loggia/setWorkspaceSettings')).toEqual([
    ['x-loggia/setWorkspaceSettings', { workspace: 'work-2', agent: 'anthropic', confirm: null }],
    ['x-loggia/setWorkspaceSettings', { workspace: 'work-2', agent: null }],
    [
      'x-loggia/setWorkspaceSettings',
      { workspace: 'work-2', toolBudget: 5000, pinnedTools: ['Boards', 'Files/read'] },
    ],
    ['x-loggia/setWorkspaceSettings', { workspace: 'work-2', toolBudget: null, pinnedTools: null }],
  ]);
  expect(await settings('--confirm', 'sometimes')).toMatchObject({
    exitCode: 2,
    complaints: expect.stringContaining('Write writes, always, never or default'),
  });
});
