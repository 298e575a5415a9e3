import { answers, FakeProvider, says } from '@loggia/testing/providers';
import { expect, onTestFinished, test } from 'vitest';
import { loggia } from './src/process/command.ts';
import { DataDirectory, HostProcess } from './src/process/host-process.ts';
import { TappedClient } from './src/process/tapped-client.ts';
import { until } from './src/process/until.ts';
import { echoServer, stdio } from './src/servers/reference-servers.ts';
import { SessionServers } from './src/servers/session-servers.ts';

test('K3, L5: the tools of a session are chosen on the command line, for every client and over a restart', async () => {
  const model = await FakeProvider.open('anthropic');
  onTestFinished(() => model.close());
  const options = { provider: 'anthropic', apiKey: 'k', baseURL: model.baseURL, models: [{ id: 'big-one' }] };
  const agents = [{ module: '@loggia/model', options }];
  using data = new DataDirectory({ agents, mcpServers: { echo: stdio(echoServer) } });
  const host = await HostProcess.start(data);
  using client = new TappedClient('user', () => data.endpoint());
  const session = await SessionServers.create(client);
  await session.until('echo', 'ready');
  await until('its tools are offered', () => session.tools.includes('echo'));
  const settings = (...words: readonly string[]) =>
    loggia(data, ['sessions', 'settings', session.uri, ...words]);
  /** The tools that the model gets with the next message. */
  const sent = async (text: string) => {
    model.when(text, answers(says('Seen.')));
    const chat = session.client.ahp.chat(session.view.state?.defaultChat ?? '');
    await chat.ready;
    const turnId = crypto.randomUUID();
    chat.dispatch({
      type: 'chat/turnStarted',
      turnId,
      startedAt: new Date().toISOString(),
      message: { text, origin: { kind: 'user' } },
    });
    await until(`${text} is answered`, () => chat.state?.turns.find(({ id }) => id === turnId));
    return model.requests.at(-1)?.tools ?? [];
  };

  const all = await sent('One');
  expect(all).toContain('echo');
  expect(all).not.toContain('search_tools');
  expect(await settings()).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('a tenth of the model’s window, as in the workspace'),
  });

  expect(await settings('--tool-budget', '0')).toMatchObject({ code: 0 });
  expect(session.view.state?.config?.values).toMatchObject({ toolBudget: '0', pinnedTools: [] });
  expect(await sent('Two')).toEqual(['search_tools']);
  expect(await settings('--pin', 'echo/echo')).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('Agents always have the tools of echo/echo.'),
  });
  const pinned = await sent('Three');
  expect(pinned.toSorted()).toEqual(['echo', 'search_tools']);

  const chosen = { toolBudget: '0', pinnedTools: ['echo/echo'] };
  const tooMuch = await settings('--tool-budget', '10000001');
  expect(tooMuch).toMatchObject({ code: 1, stderr: expect.stringContaining('tokens up to 10000000') });
  expect(await settings('--pin', 'x'.repeat(201))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('at most 200 characters each'),
  });
  expect(await settings('--tool-budget', 'much')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--tool-budget cannot be "much".'),
  });
  expect(session.view.state?.config?.values).toMatchObject(chosen);

  await host.kill();
  await using again = await HostProcess.start(data);
  const shown = await settings('--json');
  expect(JSON.parse(shown.stdout)).toMatchObject({ toolBudget: 0, pinnedTools: ['echo/echo'] });
  await session.until('echo', 'ready', 30_000);
  expect(session.view.state?.config?.values).toMatchObject(chosen);
  expect((await sent('Four')).toSorted()).toEqual(['echo', 'search_tools']);

  expect(await settings('--tool-budget', 'default', '--pin', 'none')).toMatchObject({ code: 0 });
  expect(await sent('Five')).toEqual(all);
  expect(model.problems).toEqual([]);
  expect(again.loggedErrors).toEqual([]);
});
