import { expect, test } from 'vitest';
import { loggia } from './src/process/command.ts';
import { DataDirectory, HostProcess } from './src/process/host-process.ts';
import { TappedClient } from './src/process/tapped-client.ts';
import { until } from './src/process/until.ts';
import { programOf, stdio } from './src/servers/reference-servers.ts';
import { SessionServers } from './src/servers/session-servers.ts';

test('K1: without a key and without a network, plain words run a tool, and a form asks for what is missing', async () => {
  const mcpServers = { everything: stdio(programOf('everything'), 'stdio') };
  // As a new user has it: no agent is configured.
  using data = new DataDirectory({ agents: undefined, mcpServers });
  await using host = await HostProcess.start(data);

  const asked = await loggia(data, ['chat', 'what can you do?']);
  expect(asked).toMatchObject({ code: 0, stdout: expect.stringContaining('/tools') });
  const added = await loggia(data, ['chat', 'add', '3', 'and', '4', '--yes']);
  expect(added).toMatchObject({ code: 0, stdout: expect.stringContaining('The sum of 3 and 4 is 7') });

  using client = new TappedClient('newcomer', () => data.endpoint());
  const session = await SessionServers.create(client);
  await session.until('everything', 'ready');
  await until('its tools are offered', () => session.tools.includes('get-sum'));
  const chat = client.ahp.chat(session.view.state?.defaultChat ?? '');
  await chat.ready;
  const message = { text: 'get the sum with a=20', origin: { kind: 'user' as const } };
  chat.dispatch({ type: 'chat/turnStarted', turnId: 't1', startedAt: new Date().toISOString(), message });
  const request = await until('it asks', () => {
    const entry = session.view.state?.inputNeeded?.[0];
    return entry?.kind === 'chatInput' ? entry.request : undefined;
  });
  const questions = new Map(request.questions?.map((question) => [question.id, question]));
  expect(questions.get('a')).toMatchObject({ kind: 'number', defaultValue: 20 });
  expect(questions.get('b')).toMatchObject({ kind: 'number', required: true });
  expect(questions.get('b')).not.toHaveProperty('defaultValue');
  chat.dispatch({
    type: 'chat/inputCompleted',
    requestId: request.id,
    response: 'accept',
    answers: Object.fromEntries(
      (request.questions ?? []).map(({ id }) => [
        id,
        { state: 'submitted' as const, value: { kind: 'number' as const, value: id === 'b' ? 22 : 20 } },
      ]),
    ),
  });
  const done = await until('it is done', async () => {
    const waiting = session.view.state?.inputNeeded?.[0];
    if (waiting?.kind === 'toolConfirmation')
      chat.dispatch({
        type: 'chat/toolCallConfirmed',
        turnId: 't1',
        toolCallId: waiting.toolCall.toolCallId,
        approved: true,
        confirmed: 'user-action',
      });
    return chat.state?.turns[0];
  });
  expect(done.state).toBe('complete');
  expect(JSON.stringify(done.responseParts)).toContain('The sum of 20 and 22 is 42');
  expect(host.loggedErrors).toEqual([]);
});
