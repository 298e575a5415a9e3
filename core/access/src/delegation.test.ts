import { createSecretKey, randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDelegations, type NewDelegation } from './delegation.ts';
import { localPrincipal } from './principal.ts';

const key = createSecretKey(randomBytes(32));

function setUp(using = key) {
  const clock = { time: 1_000_000, now: () => clock.time };
  return { clock, delegations: createDelegations({ key: using, clock }) };
}

const ofA: NewDelegation = { by: localPrincipal, artifacts: ['A'], grant: 'write', lifetimeMs: 60_000 };

test('H4: a delegated token says who acts for whom and on what, and is remembered by nobody', () => {
  const { token, expiresAt } = setUp().delegations.issue({
    ...ofA,
    permissions: ['servers'],
  });
  expect(token).toMatch(/^lgd_[\w-]+\.[\w-]{43}$/);
  // As after a restart: another object with the same key.
  expect(setUp().delegations.check(token)).toEqual({
    principal: {
      id: 'local',
      kind: 'delegate',
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

test('H4: a token with anything changed is wrong, and so is one of another host', () => {
  const { delegations } = setUp();
  const { token } = delegations.issue(ofA);
  fc.assert(
    fc.property(fc.nat(token.length - 1), fc.constantFrom('a', 'Z', '0', '-', '_', '.'), (at, letter) => {
      fc.pre(token[at] !== letter);
      const forged = `${token.slice(0, at)}${letter}${token.slice(at + 1)}`;
      expect(delegations.check(forged)).toEqual({ reason: 'wrong' });
    }),
  );
  const other = setUp(createSecretKey(randomBytes(32))).delegations;
  expect(other.check(token)).toEqual({ reason: 'wrong' });
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
  expect(() => delegations.issue({ ...ofA, by })).toThrow('cannot hand on');
  for (const lifetimeMs of [0, -1, Number.NaN]) {
    expect(() => delegations.issue({ ...ofA, lifetimeMs })).toThrow('needs a lifetime');
  }
});

test('L5: a scope that does not fit into a header is refused when it is lent, not when it is used', () => {
  const { delegations } = setUp();
  const artifacts = Array.from({ length: 1000 }, (_, index) => `artifact-${index}`);
  expect(() => delegations.issue({ ...ofA, artifacts })).toThrow('Name fewer');
});
