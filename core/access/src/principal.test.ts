import { ProtocolError } from '@loggia/protocol';
import { expect, test } from 'vitest';
import { authorize, localPrincipal, type Principal } from './principal.ts';

test('AC5: the local principal holds every grant', () => {
  for (const grant of ['read', 'write', 'admin'] as const) {
    expect(() => authorize(localPrincipal, grant)).not.toThrow();
  }
});

test('AC5: a kind that nobody knows holds none', () => {
  for (const kind of ['guest', 'toString', '__proto__']) {
    const stranger = { id: 'x', kind } as unknown as Principal;
    expect(() => authorize(stranger, 'read')).toThrow(ProtocolError);
  }
});
