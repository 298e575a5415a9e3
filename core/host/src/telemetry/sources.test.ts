import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { localPrincipal } from '@loggia/access';
import type { Action, Channel } from '@loggia/kernel';
import { ManualClock, ManualScheduler } from '@loggia/testing';
import { expect, onTestFinished, test } from 'vitest';
import { createLogger } from '../logger.ts';
import { observeLog } from './observe-log.ts';
import { observeRequests } from './observe-requests.ts';
import { observeTurns } from './observe-turns.ts';
import { Telemetry } from './telemetry.ts';

function watched(...uris: readonly string[]) {
  const clock = new ManualClock(1_000);
  const scheduler = new ManualScheduler(clock);
  const telemetry = new Telemetry({ clock, scheduler, service: { name: 'loggia' } });
  onTestFinished(() => telemetry.stop());
  const sent: string[] = [];
  const watch = (): void => {
    for (const uri of uris)
      telemetry.subscribe(uri, localPrincipal, ({ params }) => sent.push(JSON.stringify(params)) > 0);
  };
  return { clock, scheduler, telemetry, sent, watch };
}

test('A1: requests tell their host, method and status, and neither path nor body', async () => {
  const { clock, scheduler, telemetry, sent, watch } = watched('ahp-otlp:/traces');
  observeRequests(telemetry, clock);
  const server = createServer((_request, response) => response.writeHead(503).end('secret answer'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const ask = async (): Promise<string> => {
    const url = `http://127.0.0.1:${port}/secret-path?key=secret`;
    const answer = await fetch(url, { method: 'POST', body: 'secret question' });
    return answer.text();
  };
  await ask();
  watch();
  await ask();
  await scheduler.advance(1_000);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.match(/"name":"request /g)).toHaveLength(1);
  for (const fact of [`"stringValue":"127.0.0.1:${port}"`, '"POST"', '"intValue":"503"', '"code":2'])
    expect(sent[0]).toContain(fact);
  expect(sent[0]).not.toContain('secret');
});

test('A1: lines of the log are exported with their sentence, level and error, without other fields', async () => {
  const { scheduler, telemetry, sent, watch } = watched('ahp-otlp:/logs/info');
  const written: string[] = [];
  const logger = createLogger('info', { write: (text) => void written.push(text) });
  observeLog(logger, telemetry);
  logger.warn('before anybody listens');
  watch();
  logger.debug('below the level of the log');
  logger.error(
    { err: new TypeError('private words'), file: '/home/somebody' },
    'A turn could not be stored.',
  );
  await scheduler.advance(1_000);
  expect(written).toHaveLength(2);
  expect(sent).toHaveLength(1);
  for (const fact of [
    '"severityNumber":17',
    '"severityText":"error"',
    'A turn could not be stored.',
    'TypeError',
  ])
    expect(sent[0]).toContain(fact);
  expect(sent[0]).not.toMatch(/private words|somebody|before anybody/);
});

test('A1: a tool call is a span inside of its turn, with the name of the tool and the outcome', async () => {
  const { clock, scheduler, telemetry, sent, watch } = watched('ahp-otlp:/traces', 'ahp-otlp:/metrics');
  const observer = observeTurns(telemetry, clock);
  const chat = { kind: 'chat', uri: 'ahp-chat:/c', parent: 'ahp-session:/s' } as Channel;
  const call = { turnId: 't', toolCallId: 'k' };
  const begin = (): void =>
    observer.appended(chat, { type: 'chat/toolCallStart', ...call, toolName: 'add' } as Action);
  const end = (success: boolean): void => {
    const result = { success, content: [{ type: 'text', text: 'private' }], pastTenseMessage: 'private' };
    observer.appended(chat, { type: 'chat/toolCallComplete', ...call, result } as Action);
  };
  begin();
  watch();
  // It began before anybody watched.
  end(true);
  begin();
  clock.advance(40);
  end(false);
  begin();
  observer.appended(chat, { type: 'chat/turnComplete', turnId: 't', duration: 50 } as Action);
  await scheduler.advance(1_000);
  const traces = sent.find((text) => text.includes('resourceSpans')) ?? '';
  const { payload } = JSON.parse(traces) as {
    payload: { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };
  };
  const [early, tool, left, turn, ...others] = payload.resourceSpans[0]?.scopeSpans[0]?.spans ?? [];
  expect(others).toEqual([]);
  expect(early).toMatchObject({ name: 'tool call', status: { code: 1 } });
  expect(tool).toMatchObject({ name: 'tool call', traceId: turn?.traceId, parentSpanId: turn?.spanId });
  expect(left).toMatchObject({ name: 'tool call', parentSpanId: turn?.spanId, status: { code: 1 } });
  expect(traces).toContain('"loggia.tool","value":{"stringValue":"add"}');
  expect(sent.join()).not.toContain('private');
});

test('A1: the tokens of a turn are counted once, however often its totals are reported', async () => {
  const { clock, scheduler, telemetry, sent, watch } = watched('ahp-otlp:/metrics');
  const observer = observeTurns(telemetry, clock);
  const chat = { kind: 'chat', uri: 'ahp-chat:/c', parent: 'ahp-session:/s' } as Channel;
  const report = (inputTokens: number, outputTokens: number): void =>
    observer.appended(chat, {
      type: 'chat/usage',
      turnId: 't',
      usage: { inputTokens, outputTokens },
    } as Action);
  watch();
  report(10, 1);
  report(10, 1);
  report(25, 3);
  observer.appended(chat, { type: 'chat/error', turnId: 't', duration: 50 } as Action);
  // The turn is resumed.
  report(7, 2);
  await scheduler.advance(1_000);
  const counts = [...sent.join().matchAll(/"asInt":"(\d+)"/g)].map(([, count]) => Number(count));
  expect(counts).toEqual([32, 5]);
});

interface Span {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
}
