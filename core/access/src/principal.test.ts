import { ProtocolError } from '@loggia/protocol';
import { describe, expect, test } from 'vitest';
import {
  actsWithKey,
  agentOf,
  authorOf,
  authorize,
  grantOf,
  localPrincipal,
  partyOf,
  personBehind,
  powersOf,
  type Actor,
  type Delegate,
  type Grant,
  type Principal,
  type Scope,
  type Subject,
} from './principal.ts';

function delegate(scope: Partial<Scope>): Delegate {
  const whole: Scope = { artifacts: [], everything: false, grant: 'write', permissions: [], ...scope };
  return {
    id: 'local',
    kind: 'delegate',
    actor: { kind: 'handler', server: 'notes', name: 'Notes' },
    scope: whole,
    expiresAt: 1,
  };
}

function may(principal: Principal, subject: Subject, grant: 'read' | 'write' | 'admin' = 'read') {
  try {
    authorize(principal, grant, subject);
    return true;
  } catch (error) {
    if (error instanceof ProtocolError && error.kind === 'PermissionDenied') return false;
    throw error;
  }
}

test('AC5: the local principal holds every grant', () => {
  for (const grant of ['read', 'write', 'admin'] as const) {
    expect(() => authorize(localPrincipal, grant, { host: true })).not.toThrow();
  }
});

test('AC5: a kind that nobody knows holds none', () => {
  for (const kind of ['guest', 'toString', '__proto__']) {
    const stranger = { id: 'x', kind } as unknown as Principal;
    expect(() => authorize(stranger, 'read', { artifacts: ['A'] })).toThrow(ProtocolError);
  }
});

test('H4: a delegate reaches what its scope names and nothing beside', () => {
  const ofAB = delegate({ artifacts: ['A', 'B'] });
  const cases: [Subject, boolean][] = [
    [{ artifacts: ['A'] }, true],
    [{ artifacts: ['A'], channels: ['ahp-session:/s'] }, false],
    [{ artifacts: ['A'], host: true }, false],
    [{ channels: ['ahp-session:/s'] }, false],
    [{ host: true }, false],
    [{ artifacts: ['B', 'A', 'A'] }, true],
    [{ artifacts: ['A', 'C'] }, false],
    [{ artifacts: ['A'], library: true }, false],
    [{ artifacts: ['A'], workspaces: ['w'] }, false],
    [{ artifacts: ['A'], permission: 'servers' }, false],
    [{ workspaces: ['w'] }, false],
    [{ library: true }, false],
    [{ permission: 'servers' }, false],
    [{ artifacts: [] }, false],
    [{}, false],
  ];
  expect(cases.map(([subject]) => may(ofAB, subject))).toEqual(cases.map(([, expected]) => expected));
});

test('H4: everything is every artifact, workspace and collection, but no permission, and nothing without a name', () => {
  const ofAll = delegate({ everything: true });
  expect(may(ofAll, { artifacts: ['A'], workspaces: ['w'], library: true })).toBe(true);
  expect(may(ofAll, { permission: 'servers' })).toBe(false);
  expect(may(ofAll, {})).toBe(false);
  expect(may(delegate({ permissions: ['servers'] }), { permission: 'servers' })).toBe(true);
});

test('H4: a delegate never holds more than its grant', () => {
  const order = ['read', 'write', 'admin'] as const;
  for (const [held, grant] of order.entries()) {
    const one = delegate({ artifacts: ['A'], grant });
    expect(order.map((needed) => may(one, { artifacts: ['A'] }, needed))).toEqual(
      order.map((_, needed) => needed <= held),
    );
  }
});

test('H4: a permission that the user granted takes the grant to write, not that of whoever runs the host', () => {
  const subject = { permission: 'servers' } as const;
  const holder = (grant: 'read' | 'write') => delegate({ permissions: ['servers'], grant });
  expect([may(holder('write'), subject, 'admin'), may(holder('read'), subject, 'admin')]).toEqual([
    true,
    false,
  ]);
  expect([may(holder('read'), subject, 'read'), may(holder('read'), subject, 'write')]).toEqual([
    true,
    false,
  ]);
  expect(may(delegate({ everything: true, grant: 'write' }), subject, 'admin')).toBe(false);
});

test('H4: behind a delegate is the person it acts for', () => {
  expect(personBehind(delegate({}))).toEqual(localPrincipal);
  expect(personBehind(localPrincipal)).toBe(localPrincipal);
});

test('H5, SE1: an agent holds no permission, whoever’s token it came with', () => {
  for (const principal of [localPrincipal, delegate({ everything: true, permissions: ['servers'] })]) {
    expect(powersOf(principal)).toEqual(['servers']);
    expect(powersOf(agentOf(principal))).toEqual([]);
    expect(may(agentOf(principal), { permission: 'servers' }, 'admin')).toBe(false);
  }
});

describe('SE18: an API key', () => {
  const key = (grant: Grant): Delegate => ({
    ...delegate({ everything: true, host: true, grant, permissions: grant === 'admin' ? ['servers'] : [] }),
    actor: { kind: 'key', key: 'k1', name: 'ci' },
  });
  const order = ['read', 'write', 'admin'] as const;

  test.each<[string, Subject]>([
    ['artifacts', { artifacts: ['A'] }],
    ['workspaces and lists', { workspaces: ['w'], library: true }],
    ['sessions', { channels: ['ahp-session:/s'] }],
    ['the host', { host: true }],
    ['servers', { permission: 'servers' }],
  ])('reaches %s as far as its scope goes', (_, subject) => {
    for (const [held, grant] of order.entries()) {
      const reached = order.map((needed) => may(key(grant), subject, needed));
      expect(reached).toEqual(order.map((_needed, at) => at <= held));
    }
  });

  test('never decides who gets in', () => {
    for (const grant of order)
      for (const needed of order) expect(may(key(grant), { access: true }, needed)).toBe(false);
    for (const other of [delegate({ everything: true, grant: 'admin' }), agentOf(localPrincipal)])
      expect(may(other, { access: true }, 'read')).toBe(false);
    expect(may(localPrincipal, { access: true }, 'admin')).toBe(true);
  });

  test('says which scope is missing, under the name of the key', () => {
    expect(() => authorize(key('read'), 'write', { host: true })).toThrow(
      'The API key “ci” has the scope "read", and this needs "write". Use a key with that scope.',
    );
    expect(() => authorize(key('read'), 'admin', { access: true })).toThrow("Keys can't manage");
  });

  test('that an agent comes with reaches artifacts only, and no further than the key', () => {
    for (const grant of order) {
      const agent = agentOf(key(grant));
      expect([agent.scope.grant, grantOf(agent)]).toEqual(Array(2).fill(grant === 'admin' ? 'write' : grant));
      expect(may(agent, { artifacts: ['A'], library: true })).toBe(true);
      expect(may(agent, { host: true })).toBe(false);
      expect(may(agent, { channels: ['ahp-session:/s'] })).toBe(false);
      expect(may(agent, { permission: 'servers' })).toBe(false);
      expect(authorOf(agent)).toBe('local via key ci');
    }
  });

  test('is a party of its own, for one person', () => {
    expect([partyOf(localPrincipal), partyOf(key('read'))]).toEqual(['local', 'local key k1']);
    expect(personBehind(key('admin'))).toEqual(localPrincipal);
    expect([localPrincipal, delegate({}), key('read')].map((one) => actsWithKey(one))).toEqual([
      false,
      false,
      true,
    ]);
    expect([localPrincipal, key('read')].map((one) => grantOf(one))).toEqual(['admin', 'read']);
  });
});

test('F3, SE15: a server that carries out a call of an agent or a View is named beside it', () => {
  const acting = (actor: Actor) => authorOf({ ...delegate({}), actor });
  const handler = { kind: 'handler', server: 'notes', name: 'Notes' } as const;
  expect([
    authorOf(localPrincipal),
    acting(handler),
    acting({ ...handler, calledBy: { kind: 'agent', name: 'Operator' } }),
    acting({ ...handler, calledBy: { kind: 'view', name: 'Note' } }),
    acting({ kind: 'agent', name: 'Operator' }),
  ]).toEqual([
    'local',
    'local via handler Notes',
    'local via agent Operator through Notes',
    'local via view Note through Notes',
    'local via agent Operator',
  ]);
});
