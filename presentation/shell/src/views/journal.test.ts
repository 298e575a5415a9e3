import { expect, test } from 'vitest';
import { Journal, type JournalEntry } from './journal.ts';

function set(isThere = true) {
  const state = {
    isThere,
    sent: [] as (readonly JournalEntry[])[],
    due: undefined as (() => void) | undefined,
  };
  const journal = new Journal({
    after: (_, run) => {
      state.due = run;
      return () => (state.due = undefined);
    },
    send: (entries) => (state.isThere ? Promise.resolve(state.sent.push(entries)) : undefined),
  });
  return { journal, state };
}
const entry: JournalEntry = { method: 'ui/open-link', decision: 'allowed', bytes: 3 };

test('E9: what happens within a moment is told at once', () => {
  const { journal, state } = set();
  journal.record(entry);
  journal.record({ ...entry, decision: 'refused', reason: 'no' });
  expect(state.sent).toEqual([]);
  state.due?.();
  expect(state.sent).toEqual([[entry, { ...entry, decision: 'refused', reason: 'no' }]]);
});

test('E9: a flood is cut short, and what was left out is counted', () => {
  const { journal, state } = set();
  for (let count = 0; count < 1000; count += 1) journal.record(entry);
  journal.flush();
  expect(state.sent[0]).toHaveLength(200);
  expect(state.sent[0]?.at(-1)).toMatchObject({ method: 'ui/flood', reason: '801 more were omitted.' });
});

test('E9: nothing is lost while the server has no channel', () => {
  const { journal, state } = set(false);
  journal.record(entry);
  journal.flush();
  state.isThere = true;
  journal.flush();
  expect(state.sent).toEqual([[entry]]);
});

test('E9: a record is never longer than the host takes', () => {
  const { journal, state } = set();
  journal.record({ ...entry, method: 'm'.repeat(999), target: 't'.repeat(9999), reason: 'r'.repeat(9999) });
  journal.flush();
  const [[sent] = []] = state.sent;
  expect([sent?.method.length, sent?.target?.length, sent?.reason?.length]).toEqual([200, 1000, 1000]);
});
