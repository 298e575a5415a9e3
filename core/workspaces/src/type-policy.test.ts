import { ArtifactRig } from '@loggia/testing/artifacts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { TypePolicies } from './type-policy.ts';

const csv = 'text/csv';
const note = 'application/vnd.acme.note';

const definitionOf = (server: string): string => `definition of ${server}`;

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
  return fresh.holding(definitionOf);
}

test('G2: decisions are kept, each beside the others, also across a restart', async () => {
  policies.change(
    { type: note, precedence: ['b', 'a'], trust: { server: 'b', decision: 'trusted' } },
    definitionOf,
  );
  policies.change({ type: csv, openWith: 'a' }, definitionOf);
  policies.change({ trust: { server: 'a', decision: 'untrusted' } }, definitionOf);
  policies.change({ grants: { server: 'a', permissions: ['servers'] } }, definitionOf);
  const expected = {
    precedence: { [note]: ['b', 'a'] },
    chosen: { [csv]: 'a' },
    trust: { b: 'trusted', a: 'untrusted' },
    grants: { a: ['servers'] },
  };
  expect(policies.holding(definitionOf)).toEqual(expected);
  expect(await afterRestart()).toEqual(expected);
});

test('G2: a decision is replaced by a later one, and taken back', async () => {
  policies.change({ type: csv, openWith: 'a', precedence: ['a'] }, definitionOf);
  policies.change({ type: csv, openWith: 'b', precedence: ['b'] }, definitionOf);
  policies.change(
    {
      trust: { server: 'a', decision: 'trusted' },
      grants: { server: 'a', permissions: ['servers'] },
    },
    definitionOf,
  );
  expect(policies.holding(definitionOf).chosen).toEqual({ [csv]: 'b' });
  policies.change({ type: csv, openWith: null }, definitionOf);
  expect(policies.holding(definitionOf)).toMatchObject({ chosen: {}, precedence: { [csv]: ['b'] } });
  policies.change({ type: csv, precedence: [] }, definitionOf);
  policies.change(
    {
      trust: { server: 'a', decision: 'undecided' },
      grants: { server: 'a', permissions: [] },
    },
    definitionOf,
  );
  const nothing = { precedence: {}, chosen: {}, trust: {}, grants: {} };
  expect(policies.holding(definitionOf)).toEqual(nothing);
  expect(await afterRestart()).toEqual(nothing);
});

test.each([{ precedence: ['a'] }, { openWith: 'a' }, { openWith: null }])(
  'G2: a decision about a type says about which: %j',
  (change) => {
    expect(() => policies.change(change, definitionOf)).toThrow(
      'Say which type is meant: precedence and openWith need "type".',
    );
    expect(policies.holding(definitionOf).chosen).toEqual({});
  },
);

test('G4: nobody is trusted by a name that every object knows', async () => {
  for (const policy of [
    policies.holding(definitionOf),
    (policies.change({ type: csv, openWith: 'a' }, definitionOf), policies.holding(definitionOf)),
    await afterRestart(),
  ])
    for (const name of ['constructor', 'toString', '__proto__'])
      expect([policy.trust[name], policy.grants[name]]).toEqual([undefined, undefined]);
  policies.change({ trust: { server: '__proto__', decision: 'untrusted' } }, definitionOf);
  expect([
    policies.holding(definitionOf).trust['__proto__'],
    (await afterRestart()).trust['__proto__'],
  ]).toEqual(['untrusted', 'untrusted']);
});

test('SE6: what was decided about a server is forgotten when its definition changes, and stays forgotten', async () => {
  policies.change(
    { type: note, precedence: ['a', 'b'], trust: { server: 'a', decision: 'trusted' } },
    definitionOf,
  );
  policies.change(
    { type: csv, openWith: 'a', grants: { server: 'a', permissions: ['servers'] } },
    definitionOf,
  );
  const other = (server: string): string => (server === 'a' ? 'another program' : definitionOf(server));
  const left = { precedence: { [note]: ['b'] }, chosen: {}, trust: {}, grants: {} };
  expect(policies.holding(other)).toEqual(left);
  expect([policies.grantsOf('a', other('a')), policies.trustIn('a', other('a'))]).toEqual([[], undefined]);
  policies.change({ trust: { server: 'a', decision: 'untrusted' } }, other);
  expect(policies.holding(other)).toEqual({ ...left, trust: { a: 'untrusted' } });
  expect(policies.holding(definitionOf).grants).toEqual({});
});

test('SE6: nothing is left of a server that was removed, and nothing is decided about one that is not there', async () => {
  policies.change(
    { type: csv, openWith: 'a', grants: { server: 'a', permissions: ['servers'] } },
    definitionOf,
  );
  policies.forget('a');
  expect(await afterRestart()).toEqual({ precedence: {}, chosen: {}, trust: {}, grants: {} });
  expect(() =>
    policies.change({ grants: { server: 'a', permissions: ['servers'] } }, () => undefined),
  ).toThrow('There is no server "a".');
});

test('SE6: decisions from before they were about definitions have no effect', async () => {
  const before = { chosen: { [csv]: 'a' }, trust: { a: 'trusted' }, grants: { a: ['servers'] } };
  rig.kernel.records.put('type-policy', 'policy', before);
  expect(await afterRestart()).toEqual({ precedence: {}, chosen: {}, trust: {}, grants: {} });
});
