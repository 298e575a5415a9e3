import type { Scheduler } from '@loggia/kernel';
import { createGateway, createRecorder, type AuditEntry, type Gateway } from '@loggia/mcp';
import { onTestFinished } from 'vitest';

export const eventLoop: Scheduler = {
  turn: (fn) => void setImmediate(fn),
  after: (ms, fn) => {
    const timer = setTimeout(fn, ms);
    return () => clearTimeout(timer);
  },
};

/** Starts real processes; ended with the test. */
export function realGateway(audited: AuditEntry[] = []): Gateway {
  const nobody = (): never => {
    throw new Error('No server of this test is reached over HTTP.');
  };
  const gateway = createGateway({
    clock: { now: () => Date.now() },
    scheduler: eventLoop,
    clientInfo: { name: 'test', version: '0' },
    authority: {
      authorize: nobody,
      authenticate: async () => false,
      signedIn: async () => false,
      signOut: async () => {},
    },
    recorder: createRecorder(
      { write: (describe) => void audited.push(describe()) },
      { now: () => Date.now() },
    ),
    uiMimeTypes: [],
    limits: { lingerMs: 0, endMs: 200 },
    report: () => {},
  });
  onTestFinished(() => gateway.stop());
  return gateway;
}
