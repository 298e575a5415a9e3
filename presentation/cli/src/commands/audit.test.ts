import { expect, test } from 'vitest';
import { HostDouble, loggia } from '../host-double.testkit.ts';
import { pointInTime } from './point-in-time.ts';

const record = (index: number) => ({
  id: String(index),
  at: '2026-01-01T00:00:00.123Z',
  server: 'id-files',
  serverName: 'files',
  principal: 'local',
  clientId: 'c',
  view: 'ui://chart',
  method: 'tools/call',
  target: 'read\u001b[2J',
  by: 'view',
  session: 'ahp-session:/s',
  decision: 'allowed',
  allowedBy: 'readOnly',
  requestBytes: 10,
  responseBytes: 2048,
});

/** 2,500 records, in pages as large as they are asked for. */
function auditing() {
  const all = Array.from({ length: 2500 }, (_, index) => record(index));
  return {
    'x-loggia/listAudit': ({ cursor, limit }: Readonly<Record<string, unknown>>) => {
      const from = Number(cursor ?? 0);
      const to = from + Number(limit);
      return { records: all.slice(from, to), ...(to < all.length && { nextCursor: String(to) }) };
    },
  };
}

test('C6, C7: audit shows who asked which server for what, and no more than fits', async () => {
  const host = await HostDouble.start(auditing());
  const { out } = await loggia(
    ['audit', '--limit', '1', '--server', 'files', '--agent', 'operator', '--since', '2h'],
    { data: host.data },
  );
  const [head, line] = out.split('\n').map((text) => text.split(/ {2,}/));
  expect(head).toEqual(
    ['when', 'who', 'session', 'server', 'method', 'target', 'decision', 'size', 'reason'].map((title) =>
      title.toUpperCase(),
    ),
  );
  expect(line).toEqual([
    '2026-01-01T00:00:00Z',
    'local, ui://chart',
    'ahp-session:/s',
    'files',
    'tools/call',
    'read␛[2J',
    'allowed (read-only)',
    '10 bytes → 2.0 kB',
    '–',
  ]);
  expect(host.commands).toEqual([
    [
      'x-loggia/listAudit',
      { server: 'files', agent: 'operator', since: '2026-01-02T10:00:00.000Z', limit: 1 },
    ],
  ]);
  const people = await loggia(['audit'], { data: host.data });
  expect(people.out.trim().split('\n')).toHaveLength(51);
});

test('C6: an export goes through all pages, as one document or as lines', async () => {
  const host = await HostDouble.start(auditing());
  const lines = await loggia(['audit', '--jsonl'], { data: host.data });
  const ids = lines.out
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { id: string }).id);
  expect(ids.join(' ')).toBe(Array.from({ length: 2500 }, (_, index) => index).join(' '));
  expect(host.commands.map(([, { cursor }]) => cursor)).toEqual([undefined, '1000', '2000']);

  const whole = await loggia(['audit', '--json', '--limit', '1200'], { data: host.data });
  expect((JSON.parse(whole.out) as { records: unknown[] }).records).toHaveLength(1200);
  expect(await loggia(['audit', '--json', '--jsonl'], { data: host.data })).toMatchObject({ exitCode: 2 });
});

test('L5: a host that gives the same page for ever is left', async () => {
  const host = await HostDouble.start({
    'x-loggia/listAudit': () => ({ records: [record(0)], nextCursor: 'again' }),
  });
  const { out } = await loggia(['audit', '--jsonl'], { data: host.data });
  expect(out.trim().split('\n')).toHaveLength(2);
});

test('L2: a time is a date or how long ago', () => {
  const now = Date.parse('2026-01-02T12:00:00Z');
  expect(pointInTime('90s', now)).toBe('2026-01-02T11:58:30.000Z');
  expect(pointInTime('7d', now)).toBe('2025-12-26T12:00:00.000Z');
  expect(pointInTime('2026-01-01', now)).toBe('2026-01-01T00:00:00.000Z');
  expect(() => pointInTime('yesterday', now)).toThrow('"yesterday" is not a point in time');
});
