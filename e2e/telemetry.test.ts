import { createSession } from '@loggia/client';
import type { SessionState } from '@loggia/protocol';
import { expect, test } from 'vitest';
import { DataDirectory, HostProcess } from './src/process/host-process.ts';
import { TappedClient } from './src/process/tapped-client.ts';
import { until } from './src/process/until.ts';

test('A1: a host exports what it does as OTLP, and nothing that was said', async () => {
  using data = new DataDirectory();
  await using _host = await HostProcess.start(data);
  using client = new TappedClient('operator', () => data.endpoint());
  const { ahp } = client;
  await ahp.connect();
  const { telemetry } = ahp.host ?? {};
  expect(telemetry).toEqual({
    logs: 'ahp-otlp:/logs/{level}',
    traces: 'ahp-otlp:/traces',
    metrics: 'ahp-otlp:/metrics',
  });
  const heard: string[] = [];
  for (const name of ['otlp/exportTraces', 'otlp/exportMetrics', 'otlp/exportLogs'] as const)
    ahp.onNotification(name, ({ payload }) => void heard.push(JSON.stringify(payload)));
  for (const channel of ['ahp-otlp:/traces', 'ahp-otlp:/metrics', 'ahp-otlp:/logs/info'])
    expect(await ahp.call('subscribe', { channel })).toEqual({});
  const session = ahp.session(await createSession(ahp));
  await session.ready;
  const { defaultChat = '' } = session.state as SessionState;
  const message = { text: 'unheard-of words', origin: { kind: 'user' as const } };
  const turn = { turnId: 'turn-1', startedAt: new Date().toISOString(), message };
  await ahp.dispatch(defaultChat, { type: 'chat/turnStarted', ...turn }).settled;
  const all = () => heard.join('\n');
  for (const fact of ['"name":"turn"', 'loggia.turn.duration', 'loggia.commit.duration', 'loggia.tokens'])
    await until(`${fact} is exported`, () => all().includes(fact), 60_000);
  expect(all()).toContain(defaultChat);
  expect(all()).not.toContain('unheard-of');
});
