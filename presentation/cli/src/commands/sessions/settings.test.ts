import { sessionToolValues, workspaceUri } from '@loggia/protocol';
import { expect, test } from 'vitest';
import { loggia } from '../../host-double.testkit.ts';
import { ChatHost } from '../chat/chat-host.testkit.ts';

async function hostWithSettings(): Promise<ChatHost> {
  const host = await ChatHost.start();
  const property = (type: string) => ({ type, title: '', sessionMutable: true });
  const properties = { toolBudget: property('string'), pinnedTools: property('array') };
  host.session = {
    ...host.session,
    project: { uri: workspaceUri('w1'), displayName: 'Home' },
    config: { schema: { properties }, values: sessionToolValues({ budget: null, pins: [] }) },
  };
  host.double.answers['x-loggia/readWorkspaceSettings'] = () => ({
    settings: { toolBudget: 8000 },
    host: { confirm: 'writes', pinnedTools: ['Files'] },
  });
  return host;
}

test('K3: the tools of a session are shown and changed', async () => {
  const host = await hostWithSettings();
  const { data } = host;
  expect((await loggia(['sessions', 'settings', '1111'], { data })).out).toBe(
    `In "Talk":
  Agents search for tools that need more than 8000 tokens, as in the workspace.
  Agents always have the tools of Files.
`,
  );
  const changed = ['sessions', 'settings', '1111', '--tool-budget', '500', '--pin', 'Boards, Notes/read'];
  expect((await loggia(changed, { data })).out).toBe(
    `In "Talk":
  Agents search for tools that need more than 500 tokens.
  Agents always have the tools of Files, Boards, Notes/read.
`,
  );
  const cleared = ['sessions', 'settings', '1111', '--tool-budget', 'default', '--pin', 'none', '--json'];
  expect(JSON.parse((await loggia(cleared, { data })).out)).toEqual({
    session: host.sessionUri,
    toolBudget: null,
    pinnedTools: [],
  });
  expect(host.dispatched).toEqual([
    {
      type: 'session/configChanged',
      config: { toolBudget: '500', pinnedTools: ['Boards', 'Notes/read'] },
    },
    { type: 'session/configChanged', config: { toolBudget: 'default', pinnedTools: [] } },
  ]);
});

test('K3: a wrong budget, and a session without these settings, are explained', async () => {
  const host = await hostWithSettings();
  const { data } = host;
  expect(await loggia(['sessions', 'settings', '1111', '--tool-budget', 'much'], { data })).toMatchObject({
    exitCode: 2,
    complaints: expect.stringContaining('--tool-budget cannot be "much".'),
  });
  const { config: _, ...bare } = host.session;
  host.session = bare;
  expect(await loggia(['sessions', 'settings', '1111'], { data })).toMatchObject({
    exitCode: 1,
    complaints: expect.stringContaining('has no settings for tools'),
  });
});
