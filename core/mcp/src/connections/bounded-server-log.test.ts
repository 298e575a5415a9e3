import { ManualClock } from '@loggia/testing';
import { describe, expect, it } from 'vitest';
import { BoundedServerLog } from './bounded-server-log.ts';
import { hiderOf } from './definition-secrets.ts';

const bounds = { entries: 5, size: 100, line: 40, perSecond: 1000 };
const numbers = (log: BoundedServerLog, options?: Parameters<BoundedServerLog['read']>[0]) =>
  log.read(options).entries.map((entry) => entry.seq);

describe('what is kept', () => {
  it('L5: the newest entries, and how many older ones are gone', () => {
    const log = new BoundedServerLog(new ManualClock(), undefined, bounds);
    for (let index = 1; index <= 8; index += 1) log.write('stderr', `line ${index}`);
    expect(numbers(log)).toEqual([4, 5, 6, 7, 8]);
    expect(log.read().dropped).toBe(3);
    expect(numbers(log, { limit: 2 })).toEqual([7, 8]);
    expect(log.read({ after: 5, limit: 2 })).toMatchObject({
      dropped: 0,
      entries: [{ seq: 6 }, { seq: 7 }],
    });
    expect(log.read({ after: 2 })).toMatchObject({ dropped: 1, entries: { length: 5 } });
    expect(log.read({ after: 8 })).toEqual({ entries: [], dropped: 0 });
    expect(log.read({ after: 99 })).toEqual({ entries: [], dropped: 0 });
  });

  it('L5: no more text than its size, and no line longer than its limit', () => {
    const log = new BoundedServerLog(new ManualClock(), undefined, bounds);
    for (let index = 0; index < 5; index += 1) log.write('stderr', 'x'.repeat(1000));
    const { entries } = log.read();
    expect(entries.reduce((sum, entry) => sum + entry.text.length, 0)).toBeLessThanOrEqual(100);
    expect(entries.at(-1)).toMatchObject({ seq: 5, text: `${'x'.repeat(40)}… (cut)` });
  });

  it('L5: plain text only, whatever the server writes', () => {
    const log = new BoundedServerLog(new ManualClock(), undefined, { ...bounds, line: 200 });
    log.write(
      'server',
      'a\u001b[1;31mb\u001b]8;;https://evil.example\u0007c\u001b]8;;\u0007\r\u0000\u009bd\u202ee\tf\ng',
      'a\u0007lert',
    );
    expect(log.read().entries).toMatchObject([{ text: 'abcde\tf\ng', level: 'alert' }]);
    log.write('stderr', '\u001b[0m');
    expect(log.read().entries).toHaveLength(1);
  });
});

it('SE2: of what a server writes too fast, some is kept and the rest counted; what the host says is always kept', () => {
  const clock = new ManualClock();
  const log = new BoundedServerLog(clock, undefined, { entries: 50, size: 10_000, line: 40, perSecond: 10 });
  for (let count = 0; count < 1_000; count += 1) log.write('stderr', `line ${count}`);
  log.write('host', 'It was stopped.');
  expect(log.read({ limit: 3 }).entries.map(({ text }) => text)).toEqual([
    'line 49',
    '950 lines were left out: the server wrote too many at once.',
    'It was stopped.',
  ]);
  for (let count = 0; count < 1_000; count += 1) log.remark(`remark ${count}`, 'warning');
  clock.advance(1_000);
  log.write('server', 'calm again');
  expect(log.read({ limit: 2 }).entries.map(({ text }) => text)).toEqual([
    '1,000 lines were left out: the server wrote too many at once.',
    'calm again',
  ]);
});

it('B13: secrets of the definition are hidden before a line is cut, in whatever form they are sent', () => {
  const hide = hiderOf({
    name: 'x',
    transport: {
      kind: 'http',
      url: 'http://localhost',
      headers: { Authorization: 'Bearer abcdef123', Accept: 'everything' },
    },
    oauthClient: { clientId: 'client-id', clientSecret: 's3cr3t-value' },
  });
  const log = new BoundedServerLog(new ManualClock(), hide, { ...bounds, size: 1000 });
  log.write('stderr', 'got abcdef123 and s3cr3t-value of client-id for everything');
  expect(log.read().entries[0]?.text).toBe('got ••• and ••• of client-id for everyth… (cut)');
  log.write('stderr', `${'x'.repeat(36)}abcdef123`);
  expect(log.read().entries[1]?.text).toBe(`${'x'.repeat(36)}•••`);
});
