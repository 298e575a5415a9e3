import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDelegations, type NewDelegation } from './delegation.ts';
import { localPrincipal, type Actor } from './principal.ts';

function setUp() {
  const clock = { time: 1_000_000, now: () => clock.time };
  return { clock, delegations: createDelegations({ clock }) };
}

const notes: Actor = { kind: 'handler', server: 'server-1', name: 'Notes' };
const ofA: NewDelegation = {
  by: localPrincipal,
  actor: notes,
  artifacts: ['A'],
  grant: 'write',
  lifetimeMs: 60_000,
};

test('H4, SE15: a delegated token says who acts for whom and on what', () => {
  const { delegations } = setUp();
  const { token, expiresAt } = delegations.issue({
    ...ofA,
    permissions: ['servers'],
  });
  expect(token).toMatch(/^lgd_[\w-]+\.[\w-]{43}$/);
  expect(delegations.check(token)).toEqual({
    principal: {
      id: 'local',
      kind: 'delegate',
      actor: notes,
      scope: { artifacts: ['A'], everything: false, grant: 'write', permissions: ['servers'] },
      expiresAt,
    },
  });
});

test('H4: a delegated token ends on time', () => {
  const { clock, delegations } = setUp();
  const { token, expiresAt } = delegations.issue(ofA);
  expect(expiresAt).toBe(1_060_000);
  clock.time = 1_059_999;
  expect(delegations.check(token)).toHaveProperty('principal');
  clock.time = 1_060_000;
  expect(delegations.check(token)).toEqual({ reason: 'expired' });
});

test('H4: a token ends with the process that issued it, however long it was meant to last', () => {
  const { token } = setUp().delegations.issue({ ...ofA, lifetimeMs: 365 * 24 * 60 * 60_000 });
  expect(setUp().delegations.check(token)).toEqual({ reason: 'wrong' });
});

test('H4: revoking the tokens of a server ends those, no others, and none that come later', () => {
  const { delegations } = setUp();
  const other = delegations.issue({ ...ofA, actor: { ...notes, server: 'server-2' } });
  const ofAgent = delegations.issue({ ...ofA, actor: { kind: 'agent' } });
  const before = [delegations.issue(ofA), delegations.issue(ofA)];
  delegations.revoke('server-1');
  for (const { token } of before) expect(delegations.check(token)).toEqual({ reason: 'expired' });
  for (const { token } of [other, ofAgent, delegations.issue(ofA)])
    expect(delegations.check(token)).toHaveProperty('principal');
});

test('H4: a token with anything changed is wrong', () => {
  const { delegations } = setUp();
  const { token } = delegations.issue(ofA);
  fc.assert(
    fc.property(fc.nat(token.length - 1), fc.constantFrom('a', 'Z', '0', '-', '_', '.'), (at, letter) => {
      fc.pre(token[at] !== letter);
      const forged = `${token.slice(0, at)}${letter}${token.slice(at + 1)}`;
      expect(delegations.check(forged)).toEqual({ reason: 'wrong' });
    }),
  );
});

test('L5: no text at all is taken for a token, or ends in an exception', () => {
  const { delegations } = setUp();
  const { token } = delegations.issue(ofA);
  const [text = '', signature = ''] = token.slice(4).split('.');
  const shapes = fc.oneof(
    fc.string(),
    fc.string().map((any) => `lgd_${any}`),
    fc.base64String().map((any) => `lgd_${any}.${signature}`),
    fc.constantFrom('', 'lgd_', 'lgd_.', `lgd_${text}`, `lgd_${text}.`, `${token}\n`, ` ${token}`),
    fc.constant(`lgd_${'A'.repeat(1_000_000)}.${signature}`),
  );
  fc.assert(
    fc.property(shapes, (any) => {
      expect(delegations.check(any)).toEqual({ reason: 'wrong' });
    }),
  );
});

test('H4: what was lent cannot be handed on, and what never ends cannot be lent', () => {
  const { delegations } = setUp();
  const checked = delegations.check(delegations.issue(ofA).token);
  const by = 'principal' in checked ? checked.principal : localPrincipal;
  expect(() => delegations.issue({ ...ofA, by })).toThrow('pass on');
  for (const lifetimeMs of [0, -1, Number.NaN]) {
    expect(() => delegations.issue({ ...ofA, lifetimeMs })).toThrow('needs a lifetime');
  }
});

test('L5: a scope that does not fit into a header is refused when it is lent, not when it is used', () => {
  const { delegations } = setUp();
  const artifacts = Array.from({ length: 1000 }, (_, index) => `artifact-${index}`);
  expect(() => delegations.issue({ ...ofA, artifacts })).toThrow('Name fewer');
});
