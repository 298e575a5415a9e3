import type { Delivery } from '@loggia/protocol';
import { describe, expect, it } from 'vitest';
import { eventWord, standingWords } from './delivery-words.ts';

const now = Date.parse('2026-01-01T00:00:00.000Z');

function delivery(changes: Partial<Delivery>): Delivery {
  return {
    id: 'e1',
    event: 'commit',
    artifact: 'a1',
    workspace: 'w1',
    type: 'x/board',
    title: 'Plan',
    at: '2026-01-01T00:00:00.000Z',
    status: 'waiting',
    attempts: 0,
    ...changes,
  };
}

describe('where an event stands, in words', () => {
  it.each([
    [{}, 'Not tried yet.'],
    [{ reason: 'its server is off' }, 'Not tried yet. its server is off.'],
    [{ attempts: 1 }, '1 attempt so far; retrying automatically.'],
    [
      { attempts: 2, nextAttemptAt: '2026-01-01T00:00:30.000Z', reason: 'It failed.' },
      '2 attempts so far; next attempt in 30 seconds. It failed.',
    ],
    [
      { attempts: 2, nextAttemptAt: '2026-01-01T00:05:00.000Z' },
      '2 attempts so far; next attempt in 5 minutes.',
    ],
    [{ attempts: 2, nextAttemptAt: '2025-12-31T00:00:00.000Z' }, '2 attempts so far; next attempt now.'],
    [{ status: 'parked' as const, attempts: 8, reason: 'It died' }, 'Failed after 8 attempts. It died.'],
  ])('%j', (changes, words) => {
    expect(standingWords(delivery(changes), now)).toBe(words);
  });

  it('names each event', () => {
    const events = (['create', 'commit', 'archive', 'delete'] as const).map((event) => eventWord({ event }));
    expect(events).toEqual(['Created', 'Committed', 'Archived', 'Deleted']);
  });
});
