import { createDelegations, type Principal } from '@loggia/access';
import { expect, test } from 'vitest';
import { KeyRing, type KeyRequest } from './key-ring.ts';

function setUp() {
  const delegations = createDelegations({ clock: { now: () => 1_000_000 } });
  const policies = { grantsOf: (server: string) => (server === 'a' ? ['servers'] : []) };
  const registry = {
    server: (_: string, id: string) =>
      id === 'gone' ? undefined : ({ name: id === 'long' ? 'x'.repeat(20_000) : id.toUpperCase() } as never),
    isPlatform: (_: string, id: string) => id === 'own',
  };
  const keys = new KeyRing({ delegations, registry, policies, apiUrl: 'http://127.0.0.1:1/api' });
  const holderOf = (request: Partial<KeyRequest>): Principal => {
    const { token } = keys.issue({
      workspace: 'w',
      server: 'a',
      artifact: 'x',
      grant: 'write',
      permissions: ['servers'],
      ...request,
    });
    const checked = delegations.check(token);
    if (!('principal' in checked)) throw new Error('The key is not good for anything.');
    return checked.principal;
  };
  return { keys, holderOf };
}

test('H4, SE15: a key is good for one artifact and ten minutes, and says which server acts with it', () => {
  const { keys, holderOf } = setUp();
  expect(holderOf({ grant: 'read', permissions: [] })).toEqual({
    id: 'local',
    kind: 'delegate',
    actor: { kind: 'handler', server: 'a', name: 'A' },
    scope: { artifacts: ['x'], everything: false, grant: 'read', permissions: [] },
    expiresAt: 1_600_000,
  });
  expect(
    keys.issue({ workspace: 'w', server: 'a', artifact: 'x', grant: 'read', permissions: [] }),
  ).toMatchObject({
    url: 'http://127.0.0.1:1/api',
    expiresAt: '1970-01-01T00:26:40.000Z',
  });
});

test('H4: the name of a server, however long, keeps nobody from a key', () => {
  expect(setUp().holderOf({ server: 'long' })).toMatchObject({ actor: { name: 'x'.repeat(100) } });
});

test('H4, H5: a key comes with what was granted to its server, as far as the call may lend it', () => {
  const { holderOf } = setUp();
  const permissionsOf = (request: Partial<KeyRequest>) => {
    const holder = holderOf(request);
    return holder.kind === 'delegate' ? holder.scope.permissions : [];
  };
  expect(permissionsOf({})).toEqual(['servers']);
  expect(permissionsOf({ permissions: [] })).toEqual([]);
  expect(permissionsOf({ server: 'b' })).toEqual([]);
  expect(permissionsOf({ server: 'own' })).toEqual(['servers']);
  expect(permissionsOf({ server: 'own', permissions: [] })).toEqual([]);
  expect(permissionsOf({ server: 'gone' })).toEqual([]);
});
