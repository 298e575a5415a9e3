import { agentOf, localPrincipal } from '@loggia/access';
import { buildRegistry, type Claim, type RegistryPolicy } from '@loggia/registry';
import { expect, test } from 'vitest';
import { answersFor } from './answering.ts';
import { lentPowers } from './lent-powers.ts';
import { contractOf } from './servers.testkit.ts';

const csv = 'text/csv';
const parcel = 'application/vnd.acme.parcel+json';
const board = 'application/vnd.loggia.board+json';
const model = 'model/gltf-binary';
const needs = { behaviors: { needs: ['servers'] as const } };

function claim(server: string, trust: Claim['trust'], ...mimes: string[]): Claim {
  return {
    server,
    name: server.toUpperCase(),
    order: 0,
    trust,
    contracts: mimes.map((mime) =>
      contractOf(mime, { presentation: { label: mime, viewer: { tool: 'open' } }, ...needs }),
    ),
  };
}

const owner = claim('owner', 'untrusted', parcel);
const own = claim('own', 'platform', board, csv);
const greedy = claim('greedy', 'trusted', '*/*', 'text/*', 'application/*', csv, board);
const only = claim('only', 'trusted', model);

function registry(policy: Partial<RegistryPolicy> = {}, ...claims: Claim[]) {
  return buildRegistry({
    claims: [owner, own, greedy, ...claims],
    builtins: ['*/*', csv, 'application/json'].map((mime) =>
      contractOf(mime, { presentation: { label: mime, viewer: { native: 'text' } } }),
    ),
    policy: { precedence: {}, chosen: {}, ...policy },
  });
}

const answering = (type: string, policy: Partial<RegistryPolicy> = {}, ...claims: Claim[]) => {
  const resolution = registry(policy, ...claims).resolve(type);
  return ['owner', 'own', 'greedy', 'only'].filter((server) => answersFor(resolution, server));
};

test('SE5: a key goes to the owner of a type, and to the platform’s own servers for the platform’s types', () => {
  expect(answering(parcel)).toEqual(['owner']);
  expect(answering(board)).toEqual(['own']);
  expect(answering(csv)).toEqual(['own']);
});

test('SE5: a claim of a standard type, a wildcard or somebody else’s type brings no key', () => {
  for (const type of ['text/markdown', 'application/json', 'application/vnd.nobody.knows', 'image/png'])
    expect([type, answering(type)]).toEqual([type, []]);
  // Not even if no other server knows the type: the user hasn't chosen yet.
  expect(answering(model, {}, only)).toEqual([]);
  // Two servers claim a vendor's type: neither gets it.
  expect(answering(parcel, {}, claim('only', 'trusted', parcel))).toEqual([]);
});

test('SE5: a server that the user chose has the key, for what it was chosen for', () => {
  expect(answering(csv, { chosen: { [csv]: 'greedy' } })).toEqual(['own', 'greedy']);
  expect(answering('text/markdown', { chosen: { [csv]: 'greedy' } })).toEqual([]);
  expect(answering('text/markdown', { chosen: { 'text/markdown': 'greedy' } })).toEqual(['greedy']);
  expect(answering(csv, { precedence: { [csv]: ['greedy'] } })).toEqual(['own', 'greedy']);
  expect(answering(parcel, { precedence: { [parcel]: ['only'] } }, claim('only', 'trusted', parcel))).toEqual(
    ['only'],
  );
});

test('H5: permissions are lent to the owner of a type alone, and only those that everybody behind the call holds', () => {
  const agent = agentOf(localPrincipal);
  const lent = (
    type: string,
    server: string,
    behind = [localPrincipal] as Parameters<typeof lentPowers>[2],
  ) => lentPowers(registry({ chosen: { [csv]: 'greedy' } }).resolve(type), server, behind);
  expect(lent(parcel, 'owner')).toEqual(['servers']);
  expect(lent(parcel, 'owner', [localPrincipal, localPrincipal])).toEqual(['servers']);
  expect(lent(parcel, 'owner', [agent])).toEqual([]);
  expect(lent(parcel, 'owner', [localPrincipal, agent])).toEqual([]);
  expect(lent(parcel, 'greedy')).toEqual([]);
  // Even as the user's choice for opening, it doesn't own everybody's files.
  expect(lent(csv, 'greedy')).toEqual([]);
});

test('H5: a type that inherits from one that needs a permission lends nothing to that one’s server', () => {
  const heir = 'application/vnd.acme.heir';
  const inheriting: Claim = {
    ...claim('only', 'untrusted'),
    contracts: [contractOf(heir, { definition: { mime: heir, version: '1.0.0', inherits: [board] } })],
  };
  const resolution = registry({}, inheriting).resolve(heir);
  expect(resolution.viewer?.provider).toMatchObject({ server: 'own' });
  expect(lentPowers(resolution, 'own', [localPrincipal])).toEqual([]);
});
