import type { ConnectionStatus } from '@loggia/client';
import { expect, test } from 'vitest';
import { UnsavedWork, type Work } from './unsaved-work.ts';
import { warnBeforeLeaving } from './warn-before-leaving.ts';

const online = { phase: 'connected' } as ConnectionStatus;
const offline: ConnectionStatus = { phase: 'reconnecting', attempt: 2 };

/** Whether the browser would ask. */
function asks(works: readonly Partial<Work>[], status: ConnectionStatus): boolean {
  const page = new EventTarget();
  const unsaved = new UnsavedWork();
  for (const work of works) unsaved.add('a', { isUnsaved: () => true, save: async () => undefined, ...work });
  warnBeforeLeaving(page as Window, unsaved, { getSnapshot: () => status });
  const leaving = new Event('beforeunload', { cancelable: true });
  page.dispatchEvent(leaving);
  return leaving.defaultPrevented;
}

test('J10: the browser asks before text goes that cannot be saved, and only then', () => {
  const saved = { isUnsaved: () => false, isStuck: () => true };
  const stuck = { isStuck: () => true };
  const waiting = { isStuck: () => false };
  expect([asks([], online), asks([], offline), asks([saved], offline)]).toEqual([false, false, false]);
  // It is saved in a moment, or as the page goes.
  expect([asks([{}], online), asks([waiting], online)]).toEqual([false, false]);
  expect([asks([saved, stuck], online), asks([waiting], offline), asks([{}], offline)]).toEqual([
    true,
    true,
    true,
  ]);
});
