import type { ServerLogEntry } from '@loggia/protocol';
import { describe, expect, it } from 'vitest';
import { emptyTail, filterLog, logText, withEntries } from './log-tail.ts';

const at = '2026-01-01T00:00:00.000Z';

function line(seq: number, changes: Partial<ServerLogEntry> = {}): ServerLogEntry {
  return { seq, at, from: 'stderr', text: `line ${seq}`, ...changes };
}

function seqs(tail: { readonly entries: readonly ServerLogEntry[] }): number[] {
  return tail.entries.map(({ seq }) => seq);
}

describe('J4: the end of a log', () => {
  it('J4: adds what is newer, once and in order', () => {
    const first = withEntries(emptyTail, { entries: [line(2), line(1)], dropped: 0 });
    const second = withEntries(first, { entries: [line(2), line(3)], dropped: 0 });
    expect(seqs(second)).toEqual([1, 2, 3]);
  });

  it('J4: is the very same when nothing is new', () => {
    const tail = withEntries(emptyTail, { entries: [line(1)], dropped: 0 });
    expect(withEntries(tail, { entries: [], dropped: 0 })).toBe(tail);
    expect(withEntries(tail, { entries: [line(1)], dropped: 0 })).toBe(tail);
  });

  it('J4: begins anew where the counting does', () => {
    const tail = withEntries(emptyTail, { entries: [line(90), line(91)], dropped: 5 });
    const anew = withEntries(tail, { entries: [line(1), line(2)], dropped: 0 });
    expect(anew).toEqual({ entries: [line(1), line(2)], dropped: 0 });
  });

  it('J4: keeps a bounded number and says how many are gone', () => {
    const entries = Array.from({ length: 5003 }, (_, index) => line(index));
    const tail = withEntries(emptyTail, { entries, dropped: 7 });
    expect([tail.entries.length, tail.entries[0]?.seq, tail.dropped]).toEqual([5000, 3, 10]);
  });

  it('J4: is filtered by words, level and who wrote it', () => {
    const entries = [line(1), line(2, { from: 'host', text: 'Started' }), line(3, { level: 'error' })];
    expect(filterLog(entries, { text: ' START ', from: 'all' })).toEqual([entries[1]]);
    expect(filterLog(entries, { text: 'error', from: 'all' })).toEqual([entries[2]]);
    expect(filterLog(entries, { text: '', from: 'stderr' })).toEqual([entries[0], entries[2]]);
  });

  it('J4: is a text with a line each', () => {
    expect(logText([line(1), line(2, { level: 'error', from: 'server' })])).toBe(
      `${at} stderr line 1\n${at} server error line 2\n`,
    );
  });
});
