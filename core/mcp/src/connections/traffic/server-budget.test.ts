import { ManualClock } from '@loggia/testing';
import { describe, expect, it } from 'vitest';
import { FairShare } from './fair-share.ts';
import { defaultTrafficLimits } from './limits.ts';
import { MessageGuard } from './message-guard.ts';
import { ServerBudget } from './server-budget.ts';
import { StreamWatch } from './stream-watch.ts';

const mebibyte = 1024 * 1024;

function open() {
  const clock = new ManualClock();
  const reasons: string[] = [];
  const remarks: string[] = [];
  const crowd = new FairShare(clock);
  const budgetOf = () =>
    new ServerBudget({
      clock,
      crowd,
      limits: defaultTrafficLimits,
      overrun: (reason) => reasons.push(reason),
    });
  const budget = budgetOf();
  const limits = { ...defaultTrafficLimits, messageBytes: 64 * mebibyte };
  const guard = new MessageGuard({ budget, limits, remark: (text) => remarks.push(text) });
  const watch = new StreamWatch(budget, () => clock.now());
  return { clock, budget, budgetOf, guard, watch, reasons, remarks };
}

const log = { jsonrpc: '2.0', method: 'notifications/message', params: { data: 'x' } } as const;
const request = (id: number) => ({ jsonrpc: '2.0', id, method: 'roots/list' }) as const;
const answer = (id: number | string) => ({ jsonrpc: '2.0', id, result: {} }) as const;
const progress = (progressToken: number) =>
  ({ jsonrpc: '2.0', method: 'notifications/progress', params: { progressToken, progress: 1 } }) as const;

describe('a server that sends of its own accord', () => {
  it('SE2: is held back beyond its burst, and several at once share what one would get', () => {
    const { budget, budgetOf } = open();
    for (let count = 0; count < 5_000; count += 1) expect(budget.charge('messages', 1)).toBe(0);
    const alone = budget.charge('messages', 1);
    expect(alone).toBeGreaterThan(0);
    const other = budgetOf();
    other.charge('messages', 5_000);
    expect(other.charge('messages', 1)).toBeGreaterThan(alone);
  });

  it('SE2: is ended when the host never gets to the end of it, with what it sent', () => {
    const { clock, guard, watch, reasons } = open();
    for (let count = 0; count < 900; count += 1) {
      guard.readLine();
      guard.admits(log);
      watch.handled();
      clock.advance(10);
    }
    expect(reasons).toEqual([
      'The host stopped the server because it sent 801 log messages without a pause, more than the host accepts. Fix the server or reduce what it sends, then start it again.',
    ]);
    expect(guard.admits(log)).toBe(false);
  });

  it('SE2: may go on for ever when the host keeps up with it', () => {
    const { clock, guard, watch, reasons } = open();
    for (let count = 0; count < 20_000; count += 1) {
      guard.readLine();
      guard.admits(log);
      watch.handled();
      clock.advance(1);
      watch.waited(1);
    }
    expect(reasons).toEqual([]);
    expect(guard.holdMs).toBe(0);
  });

  it('SE2: is ended for events that are no messages as well, and for many bytes in few messages', () => {
    const comments = open();
    for (let count = 0; count < 900; count += 1) {
      comments.guard.readLine();
      comments.watch.handled();
      comments.clock.advance(10);
    }
    expect(comments.reasons).toHaveLength(1);
    const bytes = open();
    for (let count = 0; count < 2; count += 1) {
      bytes.guard.readLine();
      bytes.guard.read(60 * mebibyte);
      bytes.guard.admits(log);
      bytes.clock.advance(9_000);
      bytes.watch.handled();
    }
    expect(bytes.reasons).toHaveLength(1);
  });
});

describe('what belongs to a call of the host', () => {
  it('SE2: passes whatever it weighs: an answer of 60 MiB is paid for by nobody', () => {
    const { guard, budget } = open();
    guard.sending({ jsonrpc: '2.0', id: 7, method: 'tools/call' });
    guard.read(60 * mebibyte);
    guard.readLine();
    expect(guard.admits(answer('7'))).toBe(true);
    guard.admits(log);
    expect({ hold: guard.holdMs, held: budget.tally.held }).toEqual({ hold: 0, held: 0 });
  });

  it('SE2: progress is read at a bounded pace and never ends the server', () => {
    const { clock, guard, watch, reasons } = open();
    guard.sending({ jsonrpc: '2.0', id: 7, method: 'tools/call' });
    for (let count = 0; count < 6_000; count += 1) {
      guard.readLine();
      expect(guard.admits(progress(7))).toBe(true);
      watch.handled();
      clock.advance(1);
    }
    expect(guard.admits(progress(8))).toBe(false);
    expect(reasons).toEqual([]);
  });

  it('SE2: is known by its id, once, until it is cancelled', () => {
    const { guard } = open();
    const abort = new AbortController();
    guard.sending({ jsonrpc: '2.0', id: 1, method: 'tools/call' });
    guard.sending({ jsonrpc: '2.0', id: 2, method: 'tools/call' });
    guard.sending({ jsonrpc: '2.0', id: 3, method: 'tools/call' }, abort.signal);
    guard.sending({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 2 } });
    abort.abort();
    expect([1, 1, 2, 3, 4].map((id) => guard.admits(answer(id)))).toEqual([true, false, false, false, false]);
  });
});

describe('requests of a server', () => {
  it('SE2: beyond those that wait for an answer, or for the server to read it, are dropped', () => {
    const { guard, remarks } = open();
    const admitted = Array.from({ length: 70 }, (_, id) => guard.admits(request(id)));
    expect(admitted.filter(Boolean)).toHaveLength(32);
    expect(remarks[0]).toMatch(/32 requests open/);
    const sent = guard.sending(answer(0));
    expect(guard.admits(request(100))).toBe(false);
    sent();
    expect(guard.admits(request(101))).toBe(true);
    guard.admits({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 5 } });
    expect(guard.admits(request(5))).toBe(true);
    expect(guard.admits(request(5))).toBe(false);
  });

  it('SE2: and notifications are dropped when they nest too deep to be handled', () => {
    const { guard, remarks } = open();
    const deep = JSON.parse(`${'['.repeat(100_000)}${']'.repeat(100_000)}`) as unknown;
    expect(guard.admits({ ...log, params: { data: deep } })).toBe(false);
    expect(guard.admits({ ...request(1), params: { deep } })).toBe(false);
    expect(remarks).toHaveLength(2);
  });
});
