import { localPrincipal, type Delegate, type Grant } from '@loggia/access';
import { expect, test } from 'vitest';
import { lentGrant } from './lent-powers.ts';

test('SE5, SE18: somebody who may only read an artifact lends no more than that to the server that opens it', () => {
  const key = (grant: Grant): Delegate => ({
    id: 'local',
    kind: 'delegate',
    actor: { kind: 'key', key: 'k', name: 'ci' },
    scope: { artifacts: [], everything: true, host: true, grant, permissions: [] },
    expiresAt: Infinity,
  });
  const all = [key('read'), key('write'), key('admin'), localPrincipal];
  expect(all.map(lentGrant)).toEqual(['read', 'write', 'write', 'write']);
});
