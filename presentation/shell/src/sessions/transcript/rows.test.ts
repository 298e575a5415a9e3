import type { ActiveTurn, ResponsePart, Turn } from '@loggia/protocol';
import { describe, expect, it } from 'vitest';
import { estimatedHeight, keysOf, liveKeysOf, rowsOf, turnOf } from './rows.ts';

const message = { text: 'Hello', origin: { kind: 'user' as const } };
const says = (id: string, content: string): ResponsePart => ({ kind: 'markdown', id, content });
const turn = (id: string, responseParts: ResponsePart[]): Turn => ({
  id,
  message,
  responseParts,
  state: 'complete',
});
const active = (id: string, responseParts: ResponsePart[]): ActiveTurn => ({
  id,
  startedAt: '2026-01-01T00:00:00.000Z',
  message,
  responseParts,
});

describe('the rows of a transcript', () => {
  it('J3: a turn is its message, what was said that has words, and its end', () => {
    const rows = rowsOf({ turns: [turn('t', [says('a', 'Hi'), says('b', ' \n'), says('c', 'you')])] });
    expect(rows.map(({ kind, key }) => [kind, key])).toEqual([
      ['message', 't'],
      ['part', 't/0'],
      ['part', 't/2'],
      ['end', 't/end'],
    ]);
    expect(rows.every((row) => turnOf(row) === 't')).toBe(true);
  });

  it('J3: turns that are over keep their rows, so that only what changed is drawn again', () => {
    const turns = [turn('1', [says('a', 'x')]), turn('2', [says('b', 'y')])];
    const before = rowsOf({ turns, activeTurn: active('3', [says('c', 'z')]) });
    const after = rowsOf({ turns, activeTurn: active('3', [says('c', 'zz')]) });
    expect(after.slice(0, 6)).toHaveLength(6);
    for (const [index, row] of after.slice(0, 6).entries()) expect(row).toBe(before[index]);
    expect(after[7]).not.toBe(before[7]);
  });

  it('J3: a turn keeps its keys when it ends, so that nothing is built anew', () => {
    const parts = [says('a', 'x'), says('b', 'y')];
    const keys = (state: Parameters<typeof rowsOf>[0]) => rowsOf(state).map(({ key }) => key);
    expect(keys({ turns: [], activeTurn: active('t', parts) })).toEqual(keys({ turns: [turn('t', parts)] }));
  });

  it('J3: the key of a place is that of its row, with a running turn and without', () => {
    const turns = [turn('1', [says('a', 'x')]), turn('2', [says('b', ' '), says('c', 'y')])];
    for (const activeTurn of [undefined, active('a "b"\nc', [says('d', ''), says('e', 'z')])]) {
      const rows = rowsOf(activeTurn ? { turns, activeTurn } : { turns });
      const keyAt = keysOf(turns, liveKeysOf(activeTurn));
      expect(rows.map((_, index) => keyAt(index))).toEqual(rows.map(({ key }) => key));
      expect(keyAt(rows.length)).toBe(rows.length);
    }
  });

  it('J3: a word more leaves the keys as they are, a part more does not', () => {
    const keys = (...contents: string[]) =>
      liveKeysOf(
        active(
          't',
          contents.map((content, index) => says(String(index), content)),
        ),
      );
    expect(keys('x y')).toBe(keys('x'));
    expect(keys('x', 'y')).not.toBe(keys('x'));
    expect(keys('x', ' ')).toBe(keys('x'));
    expect(liveKeysOf(undefined)).not.toBe(keys('x'));
  });

  it('J3: parts that share an id are still told apart', () => {
    const rows = rowsOf({ turns: [turn('t', [says('same', 'x'), says('same', 'y')])] });
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length);
  });

  it('J3: only the last part of the running turn may grow', () => {
    const rows = rowsOf({ turns: [], activeTurn: active('t', [says('a', 'x'), says('b', 'y')]) });
    expect(rows.map((row) => row.kind === 'part' && row.isLive)).toEqual([false, false, true, false]);
  });

  it('J3: a failure that the turn went on after is past, and the one that ended it is not', () => {
    const failed: ResponsePart = {
      kind: 'error',
      error: { errorType: 'crash', message: 'The host stopped.' },
      resumable: true,
    };
    const pasts = (state: Parameters<typeof rowsOf>[0]) =>
      rowsOf(state).flatMap((row) => (row.kind === 'part' && row.part === failed ? [row.isPast] : []));
    expect(pasts({ turns: [{ ...turn('t', [failed]), state: 'error' }] })).toEqual([false]);
    // Resumed, and stopped before it said anything.
    expect(pasts({ turns: [{ ...turn('t', [failed]), state: 'cancelled' }] })).toEqual([true]);
    // Resumed: first there is nothing new yet, then there is, then it is over.
    expect(pasts({ turns: [], activeTurn: active('t', [failed]) })).toEqual([true]);
    expect(pasts({ turns: [], activeTurn: active('t', [failed, says('a', 'Hi')]) })).toEqual([true]);
    expect(pasts({ turns: [turn('t', [failed, says('a', 'Hi')])] })).toEqual([true]);
  });

  it('J3: only the last turn is marked as such, and only while none runs', () => {
    const turns = [turn('1', []), turn('2', [])];
    const lasts = (state: Parameters<typeof rowsOf>[0]) =>
      rowsOf(state).flatMap((row) => (row.kind === 'end' ? [row.isLast] : []));
    expect(lasts({ turns })).toEqual([false, true]);
    expect(lasts({ turns, activeTurn: active('3', []) })).toEqual([false, false]);
  });

  it('J3: a text of any length has a bounded estimate', () => {
    const [, row] = rowsOf({ turns: [turn('t', [says('a', 'x\n'.repeat(1e6))])] });
    expect(estimatedHeight(row)).toBeLessThan(10_000);
    expect(estimatedHeight(row)).toBe(estimatedHeight(row));
    expect(estimatedHeight(undefined)).toBe(0);
  });
});
