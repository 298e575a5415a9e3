import { localPrincipal, type Delegate, type Principal } from '@loggia/access';
import type { Kernel } from '@loggia/kernel';
import type { AuditEntry } from '@loggia/mcp';
import { agentExtensions } from '@loggia/protocol';
import { describe, expect, test } from 'vitest';
import { agentCommands, type AgentOperations } from './agents.ts';
import { Answers } from './answers.ts';
import { recordedActs } from './recorded-acts.ts';
import { StallGuard } from './stall-guard.ts';
import { Commands } from './table.ts';

const settings = { name: 'One', command: 'one', args: ['acp'], env: { KEY: 'secret value' } };
const params: Readonly<Record<string, object>> = {
  'x-loggia/listAgents': {},
  'x-loggia/listAgentCatalog': {},
  'x-loggia/addAgent': { settings },
  'x-loggia/updateAgent': { agent: 'one', settings },
  'x-loggia/testAgent': { settings },
  'x-loggia/signInAgent': { agent: 'one', method: 'key' },
  'x-loggia/removeAgent': { agent: 'one' },
};
const names = Object.keys(agentExtensions);

function table() {
  const entries: Omit<AuditEntry, 'at'>[] = [];
  const ran: string[] = [];
  const operations = Object.fromEntries(
    names.map((name) => [name.slice('x-loggia/'.length), async () => void ran.push(name)]),
  );
  const settled = async (): Promise<void> => undefined;
  const kernel = {
    ...{ health: { ok: true }, settled, removalsSettled: settled, records: { settled } },
    assertAccepting: () => undefined,
  } as unknown as Kernel;
  const guard = new StallGuard({ kernel, scheduler: { after: () => () => undefined } });
  const audit = { write: (make: () => Omit<AuditEntry, 'at'>) => void entries.push(make()) };
  const commands = new Commands(kernel, agentCommands(operations as unknown as AgentOperations), {
    answers: new Answers(kernel, guard),
    acts: recordedActs(audit as never, { now: () => 0 }),
  });
  const run = (name: string, principal: Principal) =>
    commands.run(
      name,
      { channel: 'ahp-root://', ...params[name] },
      {
        ...{ clientId: 'c', principal, signal: new AbortController().signal },
        ask: () => Promise.reject(new Error()),
      },
    );
  return { commands, entries, ran, run };
}

describe.each(['handler', 'agent', 'view'] as const)('SE17: a key of the kind %s', (kind) => {
  const delegate: Delegate = {
    ...{ id: 'local', kind: 'delegate', expiresAt: Number.MAX_SAFE_INTEGER },
    actor: { kind: kind as 'handler', server: 'notes', name: 'Notes' },
    scope: { artifacts: [], everything: true, grant: 'admin', permissions: ['servers'] },
  };
  test.each(names)('can never run %s, and the attempt is recorded', async (name) => {
    const { run, ran, entries } = table();
    await expect(run(name, delegate)).rejects.toMatchObject({ kind: 'PermissionDenied' });
    expect(ran).toEqual([]);
    expect(entries).toMatchObject([{ method: name, by: kind, decision: 'refused' }]);
  });
});

test('SE17: every command about agents takes the admin grant, and none is offered to agents as a tool', () => {
  const rows = [...table().commands.definitions()].map(([name, { grant, tool = false }]) => [
    name,
    grant,
    tool,
  ]);
  expect(rows).toEqual(names.map((name) => [name, 'admin', false]));
});

test('SE17: what a person runs or changes is recorded with its command, never with values', async () => {
  const { run, ran, entries } = table();
  for (const name of names) await run(name, localPrincipal);
  expect(ran).toEqual(names);
  expect(entries.map(({ method, target, by, decision }) => [method, target, by, decision])).toEqual([
    ['x-loggia/addAgent', 'One: one acp', 'person', 'allowed'],
    ['x-loggia/updateAgent', 'one: one acp', 'person', 'allowed'],
    ['x-loggia/testAgent', 'One: one acp', 'person', 'allowed'],
    ['x-loggia/signInAgent', 'one key', 'person', 'allowed'],
    ['x-loggia/removeAgent', 'one', 'person', 'allowed'],
  ]);
  expect(JSON.stringify(entries)).not.toContain('secret');
});
