import { answers, calls, FakeProvider, says, type WireName } from '@loggia/testing/providers';
import { expect, test } from 'vitest';
import { DataDirectory, HostProcess } from './src/process/host-process.ts';
import { TappedClient } from './src/process/tapped-client.ts';
import { until } from './src/process/until.ts';
import { echoServer, stdio } from './src/servers/reference-servers.ts';
import { SessionServers } from './src/servers/session-servers.ts';

test.each<[WireName, string]>([
  ['anthropic', 'anthropic'],
  ['responses', 'openai'],
  ['chat-completions', 'openai-compatible'],
])(
  'K1, A7: a model that speaks %s uses a tool once the user allows it, for good if the user says so',
  async (wire, provider) => {
    const model = await FakeProvider.open(wire);
    const options = { provider, apiKey: 'secret-key', baseURL: model.baseURL, models: [{ id: 'big-one' }] };
    const agents = [{ module: '@loggia/model', options }];
    using data = new DataDirectory({ agents, mcpServers: { echo: stdio(echoServer) } });
    await using host = await HostProcess.start(data);
    using client = new TappedClient('user', () => data.endpoint());
    try {
      const session = await SessionServers.create(client);
      await session.until('echo', 'ready');
      await until('its tools are offered', () => session.tools.includes('echo'));
      const chat = client.ahp.chat(session.view.state?.defaultChat ?? '');
      await chat.ready;
      const say = (turnId: string, text: string) =>
        chat.dispatch({
          type: 'chat/turnStarted',
          turnId,
          startedAt: new Date().toISOString(),
          message: { text, origin: { kind: 'user' } },
        });
      const ended = (turnId: string) =>
        until(`${turnId} has ended`, () => chat.state?.turns.find(({ id }) => id === turnId));

      model.when('say it twice', answers(says('Let me ', 'see. '), calls('echo', { text: 'twice' })));
      model.when(/"text":"twice"/, answers(says('Twice ', 'twice.')));
      say('t1', 'say it twice');
      const waiting = await until('it asks', () => {
        const entry = session.view.state?.inputNeeded?.[0];
        return entry?.kind === 'toolConfirmation' ? entry.toolCall : undefined;
      });
      if (waiting.status !== 'pending-confirmation') throw new Error('It waits.');
      const always = waiting.options?.find(({ label }) => label.startsWith('Always'));
      chat.dispatch({
        type: 'chat/toolCallConfirmed',
        turnId: 't1',
        toolCallId: waiting.toolCallId,
        approved: true,
        confirmed: 'user-action',
        ...(always && { selectedOptionId: always.id }),
      });
      const first = await ended('t1');
      expect(first).toMatchObject({ state: 'complete', usage: { outputTokens: expect.any(Number) } });
      expect(JSON.stringify(first.responseParts)).toContain('Twice twice.');

      model.when('and again', answers(calls('echo', { text: 'again' })));
      model.when(/"text":"again"/, answers(says('Done.')));
      say('t2', 'and again');
      const second = await ended('t2');
      expect(second.state).toBe('complete');
      const call = second.responseParts.flatMap((part) =>
        part.kind === 'toolCall' ? [part.toolCall] : [],
      )[0];
      expect(call).toMatchObject({ status: 'completed', confirmed: 'setting', success: true });

      expect(model.problems).toEqual([]);
      expect(model.unused).toBe(0);
      expect(JSON.stringify([chat.state, session.view.state])).not.toContain('secret-key');
      expect(host.stderr).not.toContain('secret-key');
      expect(host.loggedErrors).toEqual([]);
    } finally {
      await model.close();
    }
  },
);
