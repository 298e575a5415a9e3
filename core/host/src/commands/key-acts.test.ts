import { localPrincipal, type Principal } from '@loggia/access';
import type { Kernel } from '@loggia/kernel';
import type { AuditEntry } from '@loggia/mcp';
import { expect, test } from 'vitest';
import { holderOf } from '../gate/walk.testkit.ts';
import { Answers } from './answers.ts';
import { recordedActs } from './recorded-acts.ts';
import { StallGuard } from './stall-guard.ts';
import { Commands } from './table.ts';
import { paramsAbout, wholeTable } from './whole-table.testkit.ts';

const settled = async (): Promise<void> => undefined;
const kernel = {
  ...{ health: { ok: true }, settled, removalsSettled: settled, records: { settled } },
  assertAccepting: () => undefined,
} as unknown as Kernel;

async function recorded(principal: Principal, names: readonly string[]): Promise<readonly AuditEntry[]> {
  const entries: AuditEntry[] = [];
  const guard = new StallGuard({ kernel, scheduler: { after: () => () => undefined } });
  const commands = new Commands(kernel, wholeTable(), {
    answers: new Answers(kernel, guard),
    acts: recordedActs({ write: (entryOf) => void entries.push(entryOf()) }, { now: () => 0 }),
  });
  const caller = {
    ...{ clientId: 'http', principal, signal: new AbortController().signal },
    ask: () => Promise.reject(new Error()),
  };
  for (const name of names) await commands.run(name, paramsAbout(name, 'A'), caller).catch(() => undefined);
  return entries;
}

test('SE18: the record says what an API key changed and was refused, and not what it only read', async () => {
  const names = ['x-loggia/listArtifacts', 'x-loggia/updateArtifact', 'x-loggia/listAgents'];
  const entries = await recorded(holderOf('write'), names);
  const common = {
    ...{ serverName: 'Loggia', by: 'key', principal: 'local via key ci' },
    ...{ clientId: 'http', requestBytes: expect.any(Number), durationMs: 0 },
  };
  expect(entries.map(({ method, decision }) => [method, decision])).toEqual([
    ['x-loggia/updateArtifact', 'allowed'],
    ['x-loggia/listAgents', 'refused'],
  ]);
  expect(entries[0]).toEqual({
    ...common,
    server: entries[0]?.server,
    method: 'x-loggia/updateArtifact',
    target: 'A',
    decision: 'allowed',
  });
  expect(entries[1]?.reason).toContain('The API key “ci” has the scope "write"');
});

test('SE18: creating and revoking keys is on record, and listing them is not', async () => {
  const names = ['x-loggia/createApiKey', 'x-loggia/listApiKeys', 'x-loggia/revokeApiKey'];
  const entries = await recorded(localPrincipal, names);
  expect(entries.map(({ by, method, target }) => [by, method, target])).toEqual([
    ['person', 'x-loggia/createApiKey', 'A (read)'],
    ['person', 'x-loggia/revokeApiKey', 'A'],
  ]);
});
