import { ProtocolError } from '@loggia/protocol';

export type Grant = 'read' | 'write' | 'admin';

/** Who acts. Bound once, when a connection opens; a `clientId` never stands in for it. */
export interface Principal {
  readonly id: string;
  readonly kind: 'local';
}

/** Whoever holds the local token: the person at this machine, who may do everything. */
export const localPrincipal: Principal = Object.freeze({ id: 'local', kind: 'local' });

const grantsOf: Readonly<Record<Principal['kind'], readonly Grant[]>> = { local: ['read', 'write', 'admin'] };

/** Throws PermissionDenied unless the principal holds the grant. A kind that nobody knows holds none. */
export function authorize(principal: Principal, grant: Grant): void {
  const granted = Object.hasOwn(grantsOf, principal.kind) && grantsOf[principal.kind].includes(grant);
  if (granted) return;
  throw new ProtocolError(
    'PermissionDenied',
    `This needs the grant "${grant}", which you do not hold; ask whoever runs the host for it.`,
  );
}
