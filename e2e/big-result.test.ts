import { keptContentOf } from '@loggia/protocol';
import { expect, test } from 'vitest';
import { DataDirectory, HostProcess } from './src/process/host-process.ts';
import { TappedClient } from './src/process/tapped-client.ts';
import { until } from './src/process/until.ts';
import { echoServer, stdio } from './src/servers/reference-servers.ts';
import { SessionServers } from './src/servers/session-servers.ts';

test('B7: 50 MB from a tool are kept whole, reach neither chat nor agent, and hold nobody up for good', async () => {
  using data = new DataDirectory({ mcpServers: { echo: stdio(echoServer, '--apps') } });
  await using host = await HostProcess.start(data);
  using client = new TappedClient('big', () => data.endpoint());
  using bystander = new TappedClient('bystander', () => data.endpoint());
  const session = await SessionServers.create(client);
  await session.until('echo', 'ready');
  await until('the tool is offered', () => session.tools.includes('big'));
  const chat = client.ahp.chat(session.view.state?.defaultChat ?? '');
  await chat.ready;
  const message = { text: '/tool big {}', origin: { kind: 'user' as const } };
  chat.dispatch({ type: 'chat/turnStarted', turnId: 't1', startedAt: new Date().toISOString(), message });
  let answered = 0;
  const turn = await until(
    'the turn has ended',
    async () => {
      await bystander.ahp.request('listSessions', { channel: 'ahp-root://' });
      answered += 1;
      return chat.state?.turns[0];
    },
    30_000,
  );
  expect(answered).toBeGreaterThan(1);
  expect(turn.state).toBe('complete');
  const call = turn.responseParts.flatMap((part) => (part.kind === 'toolCall' ? [part.toolCall] : []))[0];
  if (call?.status !== 'completed') throw new Error('The call is completed.');
  const kept = call.content?.flatMap((content) => (content.type === 'resource' ? [content.uri] : []))[0];
  const hash = keptContentOf(kept ?? '') ?? '';
  const { http: origin, token } = data.endpoint();
  const api = async (name: string, params: object): Promise<Response> =>
    fetch(`${origin}/api/${name}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify(params),
    });
  const linked = (await (await api('linkAttachment', { chat: chat.uri, hash })).json()) as { path: string };
  const whole = await fetch(new URL(linked.path, origin));
  expect((await whole.arrayBuffer()).byteLength).toBe(50 * 1024 * 1024);
  expect(call.pastTenseMessage).toMatch(/The agent was given the first [\d,]+ of 52,428,800 characters\.$/);
  // The agent says back all that it was given.
  expect(JSON.stringify(turn).length).toBeLessThan(2 * 1024 * 1024);
  expect(host.loggedErrors).toEqual([]);
});
