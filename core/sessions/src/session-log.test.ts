import { Kernel } from '@loggia/kernel';
import { ManualClock, MemoryDisk, MemoryStore } from '@loggia/testing';
import { expect, test } from 'vitest';
import { kinds } from './kinds.ts';
import { SessionLog } from './session-log.ts';

test('what every agent comes with may change before there are sessions, and is told to them after', async () => {
  const scheduler = { turn: (fn: () => void) => void setImmediate(fn), after: () => () => undefined };
  const store = new MemoryStore(new MemoryDisk());
  const kernel = await Kernel.open({ store, kinds, clock: new ManualClock(), scheduler });
  const listener = { added: () => undefined, removed: () => undefined, changed: () => undefined };
  const log = new SessionLog({ kernel, listener, report: () => undefined });
  let told = 0;
  log.sessionAccess.declaredChanged();
  log.onDeclaredChanged(() => (told += 1));
  expect(told).toBe(0);
  log.sessionAccess.declaredChanged();
  expect(told).toBe(1);
  await kernel.close();
});
