import { grantOf, powersOf, type Principal } from '@loggia/access';
import { parseMime, type Permission } from '@loggia/content';
import type { Resolution } from '@loggia/registry';

/**
 * The permissions that a call lends to a server: those that the type's own contract needs if the server owns the type,
 * limited to those that everybody behind the call holds.
 */
export function lentPowers(
  { provider, contract, mime }: Resolution,
  server: string,
  behind: readonly Principal[],
): readonly Permission[] {
  const owns = provider?.kind === 'server' && provider.server === server && contract?.mime === mime;
  // A standard type is everybody's, so a server that opens it can't ask for more than the artifact.
  if (!owns || parseMime(mime)?.tree === 'standard') return [];
  return contract.behaviors.needs.filter((power) =>
    behind.every((principal) => powersOf(principal).includes(power)),
  );
}

/** The grant for an artifact that the principal can lend to a server: none that it doesn't hold. */
export function lentGrant(principal: Principal): 'read' | 'write' {
  return grantOf(principal) === 'read' ? 'read' : 'write';
}
