import { expect, test } from 'vitest';
import type { Row } from './rows.ts';
import { isSameRow } from './same-row.ts';

test('A6: a turn that only waits shows each new activity', () => {
  const row = { kind: 'working', key: 'w', turn: {} } as unknown as Row;
  const waiting = { row, activity: 'Waiting for a model… 1 min', isWaiting: false };
  expect(isSameRow(waiting, { ...waiting })).toBe(true);
  expect(isSameRow(waiting, { ...waiting, activity: 'Waiting for a model… 2 min' })).toBe(false);
  expect(isSameRow(waiting, { ...waiting, activity: undefined })).toBe(false);
  expect(isSameRow(waiting, { ...waiting, isWaiting: true })).toBe(false);
});
