import { describe, expect, it } from 'vitest';
import { owner } from '../handlers/scripted-handlers.testkit.ts';
import type { HandlerStatus } from '../handlers/handler-access.ts';
import type { EventRow } from '../store.ts';
import { pauseAfter } from './pause.ts';
import { isSomebodysOwn, verdictOf } from './verdict.ts';

const now = Date.UTC(2026, 0, 1);
const row: EventRow = {
  id: 'e',
  artifact: 'a',
  workspace: 'w',
  type: 'application/vnd.acme.invoice',
  kind: 'commit',
  at: new Date(now).toISOString(),
  payload: '{}',
  status: 'waiting',
  attempts: 0,
  nextAt: now,
  reason: undefined,
  server: undefined,
};

describe('what becomes of an event', () => {
  it.each<[string, HandlerStatus, string, string]>([
    ['of a type that the platform defines', { kind: 'platform', capabilities: {} }, 'text/plain', 'done'],
    ['of a standard type that nobody owns', { kind: 'nobody' }, 'text/plain', 'done'],
    [
      'of the platform’s own type whose handler is not there',
      { kind: 'nobody' },
      'text/vnd.loggia.x',
      'wait',
    ],
    ['of what is no type', { kind: 'nobody' }, 'nonsense', 'done'],
    ['of a vendor’s type that nobody owns', { kind: 'nobody' }, 'text/vnd.acme.x', 'wait'],
    ['of a personal type that nobody owns', { kind: 'nobody' }, 'text/prs.ann.x', 'wait'],
    ['of an unregistered type that nobody owns', { kind: 'nobody' }, 'text/x-thing', 'wait'],
    ['of a disputed type', { kind: 'disputed', reason: 'Two.' }, 'text/vnd.acme.x', 'wait'],
    ['whose owner is there', owner('s'), 'text/vnd.acme.x', 'deliver'],
    ['whose owner is away', owner('s', { ready: false }), 'text/vnd.acme.x', 'wait'],
    ['that its owner does not want', owner('s', { events: {} }), 'text/vnd.acme.x', 'done'],
    [
      'that its absent owner does not want',
      owner('s', { events: {}, ready: false }),
      'text/vnd.acme.x',
      'done',
    ],
    ['of a standard type that a server was chosen for', owner('s'), 'text/plain', 'deliver'],
  ])('H2 %s', (_name, status, type, kind) => {
    expect(verdictOf({ ...row, type }, status, now).kind).toBe(kind);
  });

  it('H2: an event without owner is parked when its time is over, not before', () => {
    const threeDays = 3 * 24 * 60 * 60_000;
    expect(verdictOf(row, { kind: 'nobody' }, now + threeDays - 1)).toMatchObject({
      kind: 'wait',
      until: now + threeDays,
    });
    expect(verdictOf(row, { kind: 'nobody' }, now + threeDays).kind).toBe('park');
  });

  it('H2: types of vendors and persons are somebody’s own', () => {
    const types = ['text/vnd.loggia.x', 'text/prs.ann.y', 'text/X-Y', 'text/plain', '*/*', 'nonsense'];
    expect(types.map(isSomebodysOwn)).toEqual([true, true, true, false, false, false]);
  });
});

describe('pauses', () => {
  it('H2: double up to five minutes, and chance takes at most a quarter', () => {
    const seconds = (chance: number): number[] =>
      [1, 2, 3, 9, 10, 11, 1000].map((n) => pauseAfter(n, chance) / 1000);
    expect(seconds(0)).toEqual([1, 2, 4, 256, 300, 300, 300]);
    expect(seconds(1)).toEqual([0.75, 1.5, 3, 192, 225, 225, 225]);
  });
});
