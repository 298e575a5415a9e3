import type { Audit, AuditEntry } from '@loggia/mcp';
import type { Store } from '@loggia/kernel';
import { ManualClock, ManualScheduler } from '@loggia/testing';
import { expect, test } from 'vitest';
import { parseExposition } from './exposition.testkit.ts';
import { observeCalls } from './observe-calls.ts';
import { observeCommits } from './observe-commits.ts';
import { exposition } from './prometheus.ts';
import { Telemetry } from './telemetry.ts';

function counting(): Telemetry {
  const clock = new ManualClock(1_000);
  return new Telemetry({ clock, scheduler: new ManualScheduler(clock), service: { name: 'loggia' } });
}

test('L8: commits are counted while nobody watches, with their duration and size', async () => {
  const telemetry = counting();
  const outcomes = [undefined, undefined, new Error('The disk is full.')];
  const commit = async (): Promise<void> => {
    const error = outcomes.shift();
    if (error) throw error;
  };
  const store = observeCommits({ commit } as unknown as Store, telemetry);
  const batch = (entries: number) => ({ entries: Array.from({ length: entries }) }) as never;
  await store.commit(batch(3));
  await store.commit(batch(70));
  await expect(store.commit(batch(1))).rejects.toThrow('full');
  const families = parseExposition(exposition(telemetry.totals(), []));
  const durations = families.get('loggia_commit_duration_seconds')?.samples;
  expect(durations?.get('loggia_commit_duration_seconds_count{status="complete"}')).toBe(2);
  expect(durations?.get('loggia_commit_duration_seconds_bucket{status="error",le="+Inf"}')).toBe(1);
  const sizes = families.get('loggia_commit_size_actions')?.samples;
  expect(sizes?.get('loggia_commit_size_actions_bucket{le="5"}')).toBe(2);
  expect(sizes?.get('loggia_commit_size_actions_sum')).toBe(74);
  expect(families.get('loggia_actions_total')?.samples).toEqual(new Map([['loggia_actions_total', 74]]));
});

test('L8: tool calls are counted by server and outcome, for a limited number of servers', () => {
  const telemetry = counting();
  const audit: Audit = {
    write: (describe) => void describe(),
    list: async () => ({ records: [] }),
    flush: () => {},
    removeBefore: async () => undefined,
  };
  const { write } = observeCalls(audit, telemetry);
  const call = (serverName: string, decision: AuditEntry['decision'], method = 'tools/call'): void =>
    write(() => ({ server: serverName, serverName, method, decision }) as AuditEntry);
  call('a "quoted"\nname\\', 'allowed');
  call('files', 'allowed');
  call('files', 'failed');
  call('files', 'refused');
  call('files', 'allowed', 'resources/read');
  for (let n = 0; n < 500; n += 1) call(`server ${n}`, 'allowed');
  const samples = parseExposition(exposition(telemetry.totals(), [])).get('loggia_tool_calls_total')?.samples;
  expect(samples?.size).toBe(103);
  const of = (server: string, outcome: string) =>
    samples?.get(`loggia_tool_calls_total{server="${server}",outcome="${outcome}"}`);
  expect(['answered', 'failed', 'refused'].map((outcome) => of('files', outcome))).toEqual([1, 1, 1]);
  expect(of('a \\"quoted\\"\\nname\\\\', 'answered')).toBe(1);
  expect(of('other', 'answered')).toBe(402);
});

test('L8: readings are written as they are, and durations in seconds', () => {
  const telemetry = counting();
  telemetry.duration('loggia.turn.duration', 1_500, { status: 'complete' });
  telemetry.duration('loggia.turn.duration', 99_999, { status: 'complete' });
  const text = exposition(telemetry.totals(), [
    { name: 'loggia_servers', says: 'Servers.', type: 'gauge', values: [[{ state: 'ready' }, 2]] },
  ]);
  const families = parseExposition(text);
  expect(families.get('loggia_servers')?.samples).toEqual(new Map([['loggia_servers{state="ready"}', 2]]));
  const turns = families.get('loggia_turn_duration_seconds')?.samples;
  expect(turns?.get('loggia_turn_duration_seconds_bucket{status="complete",le="2.5"}')).toBe(1);
  expect(turns?.get('loggia_turn_duration_seconds_sum{status="complete"}')).toBe(101.499);
});

test.each([
  ['no type', 'x 1\n'],
  ['no end', '# HELP x X.\n# TYPE x gauge\nx 1'],
  ['a bare quote', '# HELP x X.\n# TYPE x gauge\nx{a="""} 1\n'],
  ['a sample twice', '# HELP x X.\n# TYPE x gauge\nx 1\nx 2\n'],
  ['buckets that shrink', '# HELP x X.\n# TYPE x histogram\nx_bucket{le="1"} 2\nx_bucket{le="+Inf"} 1\n'],
])('L8: the strict reader refuses %s', (_what, text) => {
  expect(() => parseExposition(text)).toThrow(/Not a sample|no end|Twice|Out of order/);
});
