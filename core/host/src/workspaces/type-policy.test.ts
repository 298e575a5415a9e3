import { ArtifactRig } from '@loggia/testing/artifacts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TypePolicies } from './type-policy.ts';

const csv = 'text/csv';
const note = 'application/vnd.acme.note';

let rig: ArtifactRig;
let policies: TypePolicies;

beforeEach(async () => {
  rig = await ArtifactRig.open();
  policies = new TypePolicies(rig.kernel);
  await policies.load();
});
afterEach(() => rig.close());

async function afterRestart() {
  const fresh = new TypePolicies(rig.kernel);
  await fresh.load();
  return fresh.policy;
}

test('G2: decisions are kept, each beside the others, also across a restart', async () => {
  policies.change({ type: note, precedence: ['b', 'a'], trust: { server: 'b', decision: 'trusted' } });
  policies.change({ type: csv, openWith: 'a' });
  policies.change({ trust: { server: 'a', decision: 'untrusted' } });
  policies.change({ grants: { server: 'a', permissions: ['servers'] } });
  const expected = {
    precedence: { [note]: ['b', 'a'] },
    chosen: { [csv]: 'a' },
    trust: { b: 'trusted', a: 'untrusted' },
    grants: { a: ['servers'] },
  };
  expect(policies.policy).toEqual(expected);
  expect(await afterRestart()).toEqual(expected);
});

test('G2: a decision is replaced by a later one, and taken back', async () => {
  policies.change({ type: csv, openWith: 'a', precedence: ['a'] });
  policies.change({ type: csv, openWith: 'b', precedence: ['b'] });
  policies.change({
    trust: { server: 'a', decision: 'trusted' },
    grants: { server: 'a', permissions: ['servers'] },
  });
  expect(policies.policy.chosen).toEqual({ [csv]: 'b' });
  policies.change({ type: csv, openWith: null });
  expect(policies.policy).toMatchObject({ chosen: {}, precedence: { [csv]: ['b'] } });
  policies.change({ type: csv, precedence: [] });
  policies.change({
    trust: { server: 'a', decision: 'undecided' },
    grants: { server: 'a', permissions: [] },
  });
  const nothing = { precedence: {}, chosen: {}, trust: {}, grants: {} };
  expect(policies.policy).toEqual(nothing);
  expect(await afterRestart()).toEqual(nothing);
});

test.each([{ precedence: ['a'] }, { openWith: 'a' }, { openWith: null }])(
  'G2: a decision about a type says about which: %j',
  (change) => {
    expect(() => policies.change(change)).toThrow(
      'Say which type is meant: precedence and openWith need "type".',
    );
    expect(policies.policy.chosen).toEqual({});
  },
);

test('G4: nobody is trusted by a name that every object knows', async () => {
  for (const policy of [
    policies.policy,
    (policies.change({ type: csv, openWith: 'a' }), policies.policy),
    await afterRestart(),
  ])
    for (const name of ['constructor', 'toString', '__proto__'])
      expect([policy.trust[name], policy.grants[name]]).toEqual([undefined, undefined]);
  policies.change({ trust: { server: '__proto__', decision: 'untrusted' } });
  expect([policies.policy.trust['__proto__'], (await afterRestart()).trust['__proto__']]).toEqual([
    'untrusted',
    'untrusted',
  ]);
});
