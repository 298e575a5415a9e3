import { ManualClock, ManualScheduler } from '@loggia/testing';
import { ProtocolError, SdkError } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import type { CallOptions } from '../connection.ts';
import { Call } from './calls-in-flight.ts';
import { DirectRequests } from './direct-requests.ts';

const id = 1_000_000_000;

function rig(send: (line: string) => Promise<void> = () => Promise.resolve()) {
  const scheduler = new ManualScheduler(new ManualClock());
  const lines: string[] = [];
  const requests = new DirectRequests((line) => {
    lines.push(line);
    return send(line);
  });
  const callOf = (context: CallOptions = {}) => new Call(context, scheduler, 1000);
  return {
    requests,
    scheduler,
    callOf,
    sent: () => lines.map((line): unknown => JSON.parse(line)),
    ask: (params: Readonly<Record<string, unknown>> = {}, call = callOf()) =>
      requests.request('tools/call', params, call),
  };
}

describe('a request past the SDK', () => {
  it('B4: is one line, with a token for progress beside what else was meant for the server', async () => {
    const { ask, requests, sent } = rig();
    const result = ask({ name: 'echo', _meta: { trace: 't' } });
    expect(sent()).toEqual([
      {
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name: 'echo', _meta: { trace: 't', progressToken: id } },
      },
    ]);
    const answer = { content: [], unknown: { kept: true } };
    expect(requests.take({ jsonrpc: '2.0', id, result: answer })).toBe(true);
    expect(await result).toBe(answer);
  });

  it('B4: answers find their requests in any order, also by an id that came back as a string', async () => {
    const { ask, requests } = rig();
    const [first, second] = [ask(), ask()];
    requests.take({ jsonrpc: '2.0', id: String(id + 1), result: { number: 2 } });
    requests.take({ jsonrpc: '2.0', id, result: { number: 1, resultType: 'complete' } });
    expect(await Promise.all([first, second])).toEqual([{ number: 1 }, { number: 2 }]);
  });

  it('B4: an error keeps its code and data', async () => {
    const { ask, requests } = rig();
    const failure = ask().catch((error: unknown) => error);
    requests.take({ jsonrpc: '2.0', id, error: { code: -32050, message: 'No.', data: { until: 'later' } } });
    expect(await failure).toBeInstanceOf(ProtocolError);
    expect(await failure).toMatchObject({ code: -32050, message: 'No.', data: { until: 'later' } });
  });

  it('B8: progress reaches the caller and gives the server more time', async () => {
    const { ask, requests, scheduler, callOf, sent } = rig();
    const steps: unknown[] = [];
    const call = callOf({ progress: (step) => steps.push(step) });
    const failure = ask({}, call).catch((error: unknown) => error);
    call.alive();
    await scheduler.advance(900);
    const params = { progressToken: id, progress: 1, total: 2 };
    expect(requests.take({ jsonrpc: '2.0', method: 'notifications/progress', params })).toBe(true);
    await scheduler.advance(900);
    expect([steps, call.outcome, sent().length]).toEqual([[{ progress: 1, total: 2 }], undefined, 1]);
    await scheduler.advance(100);
    expect([await failure, call.outcome]).toEqual([new Error('The call took too long.'), 'timeout']);
  });

  it('B5: what is cancelled is called off once, and its late answer is nobody’s', async () => {
    const { ask, requests, callOf, sent } = rig();
    const abort = new AbortController();
    const failure = ask({}, callOf({ signal: abort.signal })).catch((error: unknown) => error);
    abort.abort('enough');
    expect(await failure).toBe('enough');
    expect(sent().slice(1)).toEqual([
      { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: id, reason: 'enough' } },
    ]);
    expect(requests.take({ jsonrpc: '2.0', id, result: {} })).toBe(false);
  });

  it('B5: what was answered cannot be called off', async () => {
    const { ask, requests, callOf, sent } = rig();
    const abort = new AbortController();
    const result = ask({}, callOf({ signal: abort.signal }));
    requests.take({ jsonrpc: '2.0', id, result: {} });
    abort.abort();
    expect([await result, sent().length]).toEqual([{}, 1]);
  });

  it('B5: all that is under way fails with the line, and one that cannot be sent fails alone', async () => {
    const broken = new Error('The pipe is broken.');
    const { ask, requests } = rig((line) =>
      line.includes('lost') ? Promise.reject(broken) : Promise.resolve(),
    );
    const waiting = ask().catch((error: unknown) => error);
    expect(await ask({ name: 'lost' }).catch((error: unknown) => error)).toBe(broken);
    requests.close();
    expect(await waiting).toBeInstanceOf(SdkError);
  });

  it.each([
    ['an answer to another', { jsonrpc: '2.0', id: 0, result: {} }],
    ['a question of the server that has the same id', { jsonrpc: '2.0', id, method: 'roots/list' }],
    ['a result that is none', { jsonrpc: '2.0', id, result: 'text' }],
    ['an error that is none', { jsonrpc: '2.0', id, error: 'text' }],
    ['another version', { id, result: {} }],
    [
      'progress of another',
      { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: 0 } },
    ],
    [
      'progress that is none',
      { jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken: id } },
    ],
    ['other news', { jsonrpc: '2.0', method: 'notifications/message', params: {} }],
  ])('L5: %s is left to the SDK', async (_what, message) => {
    const { ask, requests } = rig();
    const result = ask();
    expect(requests.take(message)).toBe(false);
    requests.take({ jsonrpc: '2.0', id, result: { still: 'waited for' } });
    expect(await result).toEqual({ still: 'waited for' });
  });
});
